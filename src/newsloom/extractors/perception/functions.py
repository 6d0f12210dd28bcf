"""Determines the function of each drawn block, and which are text leaf blocks (section 3).

In the function-based object model a block informs by text or media, navigates, interacts or decorates; a block with
several major functions is mixed. The share of a function in a block is the share of the area of its contents.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from newsloom.dom.drawnblocks import DrawnBlock

__all__ = ["Function", "find_functions", "leading_leaves", "text_leaf_blocks"]


class Function(StrEnum):
    """The function of an object; information is by text or by media (definition 2)."""

    TEXT = "text"
    MEDIA = "media"
    NAVIGATION = "navigation"
    INTERACTION = "interaction"
    DECORATION = "decoration"
    MIXED = "mixed"

    @property
    def may_hold_news(self) -> bool:
        """Axiom 2: only information and mixed objects hold news."""
        return self in (Function.TEXT, Function.MEDIA, Function.MIXED)


def find_functions(blocks: Sequence[DrawnBlock], *, leaf_share: float, composite_share: float) -> list[Function]:
    """The function of each block; a function is major with at least the given share of the block's contents.

    Leaves have their own share: a paragraph with links in it is still one thing.
    """
    return [function_of(block, leaf_share if block.is_leaf else composite_share) for block in blocks]


def function_of(block: DrawnBlock, share: float) -> Function:
    """The only function with a major share, or mixed if there are several or none."""
    whole = block.content_area
    if not whole:
        return Function.DECORATION
    information = block.text_area + block.media_area
    areas = (information, block.link_area, block.control_area, block.decoration_area)
    majors = [number for number, area in enumerate(areas) if area >= share * whole]
    if len(majors) != 1:
        return Function.MIXED
    if majors == [0]:
        return Function.TEXT if block.text_area >= block.media_area else Function.MEDIA
    return (Function.NAVIGATION, Function.INTERACTION, Function.DECORATION)[majors[0] - 1]


def text_leaf_blocks(
    blocks: Sequence[DrawnBlock], functions: Sequence[Function], page_area: float, *, area_share: float
) -> list[DrawnBlock]:
    """The text leaf blocks that may be news (TLBIODetection, figure 1).

    Blocks within one that only navigates, interacts or decorates are not news (corollary 1), unless it takes more than
    ``area_share`` of the page: the functions of large areas are less certain.
    """
    is_entered: list[bool] = []
    found = []
    for block, function in zip(blocks, functions, strict=True):
        is_reached = block.parent < 0 or is_entered[block.parent]
        is_large = block.box.area > area_share * page_area
        is_entered.append(is_reached and not block.is_leaf and (function.may_hold_news or is_large))
        if is_reached and block.is_leaf and function is Function.TEXT:
            found.append(block)
    return found


def leading_leaves(blocks: Sequence[DrawnBlock], functions: Sequence[Function]) -> list[DrawnBlock]:
    """The text leaves that only navigate."""
    return [
        block
        for block, function in zip(blocks, functions, strict=True)
        if block.is_leaf and function is Function.NAVIGATION and block.style >= 0
    ]
