"""Drops captions without a telling class from the kept lines: lines alone in a box below a picture.

No element or class says what such a line is, and it reads like a paragraph. Pages made of such boxes, lists of products
and galleries, stay as they are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from newsloom.dom.prefilter import tagged
from newsloom.dom.tree import Tree
from newsloom.extractors.loom.boxes import PLACES, TAGS
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.vocabulary import ROLES

__all__ = ["drop_captions"]

_PICTURES: Final = frozenset({"img", "amp-img", "picture", "video", "object", "embed"})
_QUOTED: Final = 1 << PLACES.index("blockquote")
_CALLED_QUOTE: Final = 1 << ROLES.index("quote")
_MAX_WORDS: Final = 60
_MAX_CELL_WORDS: Final = 25
_LEVELS_OF_CELL: Final = 3
# The most words the box may hold, as a multiple of the line's: the photographer's name may be beside it.
_MAX_HELD: Final = 1.2
# If there are more captions, or more of the text is in them, the page tells its story in captions. On the held-out
# pages all values from 0.5 to 0.85 had the same result; with 0.9 the gain is smaller.
_MAX_CAPTIONS: Final = 4
_LEAST_LEFT: Final = 0.85


def drop_captions(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The kept lines except those below a picture in a box with little else."""
    tree = page.outline.tree
    if tree is None:
        return list(kept)
    # Hardly any story has such a line; most have pictures.
    alone = _alone(page, kept)
    pictures = tagged(tree, *_PICTURES) if alone else []
    captions = {line for line in alone if _is_caption(page, line, tree, pictures)}
    if not 0 < len(captions) <= _MAX_CAPTIONS:
        return list(kept)
    left = [line for line in kept if line not in captions]
    words = page.lines.words
    is_most = sum(words[line] for line in left) >= _LEAST_LEFT * sum(words[line] for line in kept)
    return left if is_most else list(kept)


def _alone(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The shorter lines with little else beside them; most lines are among other paragraphs."""
    words, box, parents, held = page.words, page.lines.box, page.boxes.parents, page.sums.words
    short = [line for line in kept if words[line] <= _MAX_WORDS]
    return [line for line in short if held[parents[box[line]]] <= _MAX_HELD * words[line]]


def _is_caption(page: PageArrays, line: int, tree: Tree, pictures: Sequence[int]) -> bool:
    """Whether a line that is alone in a box is below a picture."""
    words, nodes, parents = page.words[line], page.outline.nodes, page.boxes.parents
    box = page.lines.box[line]
    # Below a portrait may be what the person said.
    if page.boxes.places[box] & _QUOTED or page.boxes.roles[box] & _CALLED_QUOTE:
        return False
    own = nodes[box]
    # Old pages put a picture and its caption into rows of a table.
    is_cell = page.boxes.tags[box] == TAGS["td"] and words <= _MAX_CELL_WORDS
    box = parents[box]
    for _ in range(_LEVELS_OF_CELL - 1 if is_cell else 0):
        if page.sums.words[parents[box]] > _MAX_HELD * words:
            break
        box = parents[box]
    above, within = bisect_right(pictures, nodes[box]), bisect_left(pictures, own)
    return above < within and within == bisect_left(pictures, tree.ends[own])
