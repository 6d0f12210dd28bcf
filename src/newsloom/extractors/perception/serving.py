"""Finds short texts that serve something else, given the blocks of a page and their functions.

A reader takes a few words in one box with a form as its label, with a picture as its caption, and with a link as a note
on where it leads. In the function-based object model the box has the function of what its words serve, and is no place
for news (corollary 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.extractors.perception.formats import Formats
from newsloom.extractors.perception.functions import Function
from newsloom.text.size import count_words

__all__ = ["Serving", "find_serving", "holder_of"]

Shape = tuple[object, ...]

# The most leaves of a teaser's box: picture, kicker, heading, text, time, more.
_MOST_LEAVES: Final = 12
# This many boxes of one shape are a list.
_LIST: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """The ids of the leaves that serve something else.

    ``few`` serve a control or a picture, or a link in a box like others on the page. ``alone`` are in a box with a link
    that is unlike all others: they are news only by their format. ``listed`` are texts of any length in a list of boxes
    that each have a link or small print, such as readers' comments: they are not news if another text is.
    """

    few: frozenset[int]
    alone: frozenset[int]
    listed: frozenset[int]


def find_serving(
    blocks: Sequence[DrawnBlock],
    functions: Sequence[Function],
    formats: Formats,
    *,
    label_words: float,
    teaser_words: float,
) -> Serving:
    """The leaves of a page that serve something else."""
    words = _words(blocks)
    labels = {number for number, block in enumerate(blocks) if _is_label(block, words[number], label_words)}
    teasers, alone = _teasers(blocks, functions, words, formats, teaser_words)
    listed = _listed(blocks, functions, formats) if teaser_words else set()
    few = _leaves_in(blocks, labels | teasers)
    return Serving(few=few, alone=_leaves_in(blocks, alone) - few, listed=_leaves_in(blocks, listed) - few)


def _leaves_in(blocks: Sequence[DrawnBlock], chosen: set[int]) -> frozenset[int]:
    """The ids of the leaves in the chosen blocks."""
    is_in: list[bool] = []
    for number, block in enumerate(blocks):
        is_in.append(number in chosen or (block.parent >= 0 and is_in[block.parent]))
    return frozenset(id(block) for block, inside in zip(blocks, is_in, strict=True) if block.is_leaf and inside)


def _words(blocks: Sequence[DrawnBlock]) -> list[float]:
    """How many words are in each block, including the blocks within."""
    words = [count_words(block.text) if block.is_leaf else 0.0 for block in blocks]
    for number in range(len(blocks) - 1, -1, -1):
        if blocks[number].parent >= 0:
            words[blocks[number].parent] += words[number]
    return words


def _is_label(block: DrawnBlock, words: float, label_words: float) -> bool:
    """Whether a block is a control or a picture with a few words."""
    if words > label_words:
        return False
    return block.control_area > 0 or block.media_area > block.text_area


def _teasers(
    blocks: Sequence[DrawnBlock],
    functions: Sequence[Function],
    words: Sequence[float],
    formats: Formats,
    teaser_words: float,
) -> tuple[set[int], set[int]]:
    """The blocks that are text about a link: first those with the shape of another, then those with a unique shape."""
    shapes = dict(_boxes(blocks, functions, words, teaser_words))
    single = set(shapes)
    shapes |= _lines(blocks)
    shapes |= dict(_flat(blocks, functions, words, formats, teaser_words))
    counts = Counter(shapes.values())
    several = {number for number, shape in shapes.items() if counts[shape] > 1}
    return several, single - several


def _boxes(
    blocks: Sequence[DrawnBlock], functions: Sequence[Function], words: Sequence[float], teaser_words: float
) -> Iterator[tuple[int, Shape]]:
    """Yields the smallest boxes of few words that hold both text and a separate link, with their shapes."""
    inside: list[list[int]] = [[] for _ in blocks]
    is_larger = [False] * len(blocks)
    for number in range(len(blocks) - 1, -1, -1):
        block, leaves = blocks[number], inside[number]
        is_larger[number] = is_larger[number] or words[number] > teaser_words or len(leaves) > _MOST_LEAVES
        if not is_larger[number] and _is_on_a_link(leaves, blocks, functions):
            is_larger[number] = True
            yield number, _shape(leaves, blocks)
        if block.parent >= 0:
            is_larger[block.parent] = is_larger[block.parent] or (is_larger[number] and not block.is_leaf)
            if not is_larger[block.parent]:
                inside[block.parent] += [number] if words[number] and block.is_leaf else leaves


def _listed(blocks: Sequence[DrawnBlock], functions: Sequence[Function], formats: Formats) -> set[int]:
    """Boxes side by side with one shape, however long, each with a separate link or a text in smaller print."""
    inside: list[list[int]] = [[] for _ in blocks]
    shapes: dict[tuple[int, Shape], list[int]] = {}
    for number in range(len(blocks) - 1, -1, -1):
        block, leaves = blocks[number], inside[number]
        if 1 < len(leaves) <= _MOST_LEAVES and _is_signed(leaves, blocks, functions, formats):
            shapes.setdefault((block.parent, _shape(leaves, blocks)), []).append(number)
        if block.parent >= 0 and len(inside[block.parent]) <= _MOST_LEAVES:
            inside[block.parent] += [number] if block.is_leaf and block.letters else leaves
    return {number for boxes in shapes.values() if len(boxes) >= _LIST for number in boxes}


def _is_signed(
    leaves: Sequence[int], blocks: Sequence[DrawnBlock], functions: Sequence[Function], formats: Formats
) -> bool:
    """Whether a box has a text and also a link or a text in smaller print."""
    texts = [blocks[leaf] for leaf in leaves if functions[leaf] is Function.TEXT and blocks[leaf].style >= 0]
    if not texts:
        return False
    longest = max(texts, key=lambda leaf: leaf.letters)
    return any(_leads(blocks[leaf]) for leaf in leaves) or any(
        formats.is_smaller(leaf.style, longest.style) for leaf in texts
    )


def _is_on_a_link(leaves: Sequence[int], blocks: Sequence[DrawnBlock], functions: Sequence[Function]) -> bool:
    """Whether some of the leaves are text and others are mostly link, with or without a picture."""
    has_text = any(functions[leaf] is Function.TEXT for leaf in leaves)
    return has_text and any(_leads(blocks[leaf]) for leaf in leaves)


def _leads(leaf: DrawnBlock) -> bool:
    return leaf.letters > 0 and leaf.linked_letters * 2 > leaf.letters


def _shape(leaves: Sequence[int], blocks: Sequence[DrawnBlock]) -> Shape:
    """The styles in a box from the top down; a run of the same style counts once."""
    styles = [blocks[leaf].style for leaf in reversed(leaves)]
    return tuple(style for place, style in enumerate(styles) if not place or styles[place - 1] != style)


def _lines(blocks: Sequence[DrawnBlock]) -> dict[int, Shape]:
    """The leaves that end in a link, if all others of their style in the same box do."""
    alike: dict[tuple[int, int], list[int]] = {}
    for number, block in enumerate(blocks):
        if block.is_leaf and block.style >= 0:
            alike.setdefault((holder_of(blocks, block), block.style), []).append(number)
    found: dict[int, Shape] = {}
    for (_, style), numbers in alike.items():
        if all(blocks[number].closes_linked for number in numbers):
            found |= dict.fromkeys(numbers, ("closes", style))
    return found


def holder_of(blocks: Sequence[DrawnBlock], leaf: DrawnBlock) -> int:
    """The number of the innermost box that holds a leaf and more; -1 if there is none."""
    parent = leaf.parent
    while parent >= 0 and blocks[parent].letters == leaf.letters:
        parent = blocks[parent].parent
    return parent


def _flat(
    blocks: Sequence[DrawnBlock],
    functions: Sequence[Function],
    words: Sequence[float],
    formats: Formats,
    teaser_words: float,
) -> Iterator[tuple[int, Shape]]:
    """Yields texts directly after a heading that is a link, if no more text of their style follows."""
    leaves = [number for number, block in enumerate(blocks) if block.is_leaf and block.style >= 0]
    for place in range(1, len(leaves)):
        heading, text = leaves[place - 1], leaves[place]
        if functions[heading] is not Function.NAVIGATION or functions[text] is not Function.TEXT:
            continue
        if words[text] > teaser_words or not formats.stands_out(blocks[heading].style, blocks[text].style):
            continue
        following = leaves[place + 1] if place + 1 < len(leaves) else None
        if following is None or blocks[following].style != blocks[text].style:
            yield text, ("flat", blocks[heading].style, blocks[text].style)
