"""Short texts that serve something else: blocks with their functions in, the leaves that are no text of their own out.

A reader takes a few words in one box with a form for its label, with a picture for its caption, and with a link for a
word on where it leads. In the function-based object model the box has the function of what its words serve, and is no
place for news (corollary 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from newsloom.dom.drawnblocks import DrawnBlock
from newsloom.extractors.perception.formats import Formats
from newsloom.extractors.perception.functions import Function
from newsloom.text.size import count_words

__all__ = ["serving_leaves"]

Shape = tuple[object, ...]

# Of a box with a link and a word on it: picture, kicker, heading, text, time, more.
_MOST_LEAVES: Final = 12


def serving_leaves(
    blocks: Sequence[DrawnBlock],
    functions: Sequence[Function],
    formats: Formats,
    *,
    label_words: float,
    teaser_words: float,
) -> set[int]:
    """The ids of the leaves that serve a control or a picture, or a link as others on the page do."""
    words = _words(blocks)
    is_serving = [_is_label(block, count, label_words) for block, count in zip(blocks, words, strict=True)]
    for number in _teasers(blocks, functions, words, formats, teaser_words):
        is_serving[number] = True
    for number, block in enumerate(blocks):
        is_serving[number] = is_serving[number] or (block.parent >= 0 and is_serving[block.parent])
    return {id(block) for number, block in enumerate(blocks) if block.is_leaf and is_serving[number]}


def _words(blocks: Sequence[DrawnBlock]) -> list[float]:
    """How many words are in each block, those of the blocks within included."""
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
) -> Iterator[int]:
    """The blocks that are text about a link, of which there are several of one shape: one alone may be a story."""
    shapes = dict(_boxes(blocks, functions, words, teaser_words))
    shapes |= _lines(blocks)
    shapes |= dict(_flat(blocks, functions, words, formats, teaser_words))
    counts = Counter(shapes.values())
    return (number for number, shape in shapes.items() if counts[shape] > 1)


def _boxes(
    blocks: Sequence[DrawnBlock], functions: Sequence[Function], words: Sequence[float], teaser_words: float
) -> Iterator[tuple[int, Shape]]:
    """Boxes of few words that hold both text and a link of its own: the least box around them."""
    inside: list[list[int]] = [[] for _ in blocks]
    is_larger = [False] * len(blocks)
    for number in range(len(blocks) - 1, -1, -1):
        block, leaves = blocks[number], inside[number]
        is_larger[number] = is_larger[number] or words[number] > teaser_words or len(leaves) > _MOST_LEAVES
        if not is_larger[number] and {Function.TEXT, Function.NAVIGATION} <= {functions[leaf] for leaf in leaves}:
            is_larger[number] = True
            yield number, tuple(blocks[leaf].style for leaf in reversed(leaves))
        if block.parent >= 0:
            is_larger[block.parent] = is_larger[block.parent] or (is_larger[number] and not block.is_leaf)
            if not is_larger[block.parent]:
                inside[block.parent] += [number] if words[number] and block.is_leaf else leaves


def _lines(blocks: Sequence[DrawnBlock]) -> dict[int, Shape]:
    """Leaves that end in a link, as all others of their style in the same box do."""
    alike: dict[tuple[int, int], list[int]] = {}
    for number, block in enumerate(blocks):
        if block.is_leaf and block.style >= 0:
            alike.setdefault((_place(blocks, number), block.style), []).append(number)
    found: dict[int, Shape] = {}
    for (_, style), numbers in alike.items():
        if all(blocks[number].closes_linked for number in numbers):
            found |= dict.fromkeys(numbers, ("closes", style))
    return found


def _place(blocks: Sequence[DrawnBlock], number: int) -> int:
    """The box that a leaf stands in beside others: a box with one leaf alone is that leaf's own."""
    parent = blocks[number].parent
    while parent >= 0 and blocks[parent].letters == blocks[number].letters:
        parent = blocks[parent].parent
    return parent


def _flat(
    blocks: Sequence[DrawnBlock],
    functions: Sequence[Function],
    words: Sequence[float],
    formats: Formats,
    teaser_words: float,
) -> Iterator[tuple[int, Shape]]:
    """Texts right behind a heading that leads elsewhere, with nothing more until the next one."""
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
