"""The story's picture: a page and the text of its story in, the picture out (LBNEST, section II.C.2.v).

Pictures are looked at from the top of the page. The text nearest to one is searched by levels of neighbours, downwards
only: pictures in the foot of a page would find the story above them. The first picture whose text is part of the story
is the story's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.pictures import picture_address
from newsloom.dom.tags import UNSEEN_TAGS
from newsloom.records import BlockImage

__all__ = ["find_picture"]

# Looked at from the top of the page, and neighbours of each: no page may make the search long.
_MAX_PICTURES: Final = 100
_MAX_NEIGHBOURS: Final = 50
_MAX_NODES: Final = 500
_MAX_ALT_CHARACTERS: Final = 300


def find_picture(
    document: Document, story: Sequence[str], *, levels: int, bounds: range | None = None
) -> tuple[int, BlockImage] | None:
    """The number of the story's text below its picture, and the picture; None where there is none.

    ``bounds`` are the nodes to look at; None is the whole page.
    """
    root = document.root if bounds is None or document.tree is None else document.tree.element(bounds.start)
    if root is None or not levels:
        return None
    for element in islice(root.iter("img"), _MAX_PICTURES):
        text = _text_below(element, levels)
        number = next((place for place, part in enumerate(story) if text and text in part), None)
        address = picture_address(element, document.base) if number is not None else None
        if number is not None and address:
            alt = " ".join((element.get("alt") or "").split())[:_MAX_ALT_CHARACTERS]
            return number, BlockImage(at=0, url=address, alt=alt)
    return None


def _text_below(element: etree._Element, levels: int) -> str | None:
    """The nearest text behind an element, at most so many levels away."""
    node: etree._Element | None = element
    for _ in range(levels):
        if node is None:
            return None
        for text in (node.tail, *_texts_of(islice(node.itersiblings(), _MAX_NEIGHBOURS))):
            plain = " ".join((text or "").split())
            if plain:
                return plain
        node = node.getparent()
    return None


def _texts_of(elements: Iterator[etree._Element]) -> Iterator[str | None]:
    """The texts in elements and behind them, in the order of the page; scripts and what else is unseen have none."""
    for element in elements:
        for node in islice(element.iter(), _MAX_NODES):
            if isinstance(node.tag, str) and node.tag not in UNSEEN_TAGS:
                yield node.text
            if node is not element:
                yield node.tail
        yield element.tail
