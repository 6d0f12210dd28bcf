"""Where the story stands: a page and some of its lines in, the smallest box with most of their words out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from newsloom.extractors.loom.page import Array, PageArrays

__all__ = ["drop_doubtful_outside", "holds", "story_box"]

# Of what is kept, in the box with the headline; and the fewest words of a story beside which something is left out.
_MOST: Final = 0.6
_FEWEST_WORDS: Final = 40
# A line with a lower chance may be none of the story. On the labelled sets 0.5 wins less, and 0.75 loses standfirsts
# that stand over the headline.
_DOUBTFUL: Final = 0.6
_MAX_LINK_SHARE: Final = 0.5


def story_box(page: PageArrays, lines: Iterable[int], least: float) -> int:
    """The smallest box with so large a share of the lines' words, more than a half; 0 for none but the page itself."""
    parents, box_of, words = page.boxes.parents, page.lines.box, page.words
    held: dict[int, float] = defaultdict(float)
    total = 0.0
    for line in lines:
        total += words[line]
        box = box_of[line]
        while box:
            held[box] += words[line]
            box = parents[box]
    # Boxes that hold more than a half hold each other, and the inner stand behind the outer.
    return max((box for box, size in held.items() if size >= least * total), default=0)


def holds(page: PageArrays, box: int, line: int) -> bool:
    """Whether the line stands in the box or in one within it."""
    return box <= page.lines.box[line] < page.boxes.ends[box]


def drop_doubtful_outside(page: PageArrays, kept: Sequence[int], chances: Array) -> list[int]:
    """The kept lines but doubtful ones outside the smallest box with the headline and most of what is kept.

    A site says in its header what it is, and beside the story who writes it and what else there is to read. All stay
    where the headline is printed nowhere, or only as a link.
    """
    doubtful = [line for line in kept if chances[line] < _DOUBTFUL]
    box = _box_with_headline(page, kept) if doubtful else 0
    gone = {line for line in doubtful if not holds(page, box, line)} if box else set[int]()
    inside = sum(page.words[line] for line in kept if holds(page, box, line)) if gone else 0.0
    return list(kept) if inside < _FEWEST_WORDS else [line for line in kept if line not in gone]


def _box_with_headline(page: PageArrays, kept: Sequence[int]) -> int:
    headlines = [line for line in page.document.headline_lines if page.link_share[line] < _MAX_LINK_SHARE]
    story = story_box(page, kept, _MOST) if headlines else 0
    return max((_around(page, story, line) for line in headlines), default=0)


def _around(page: PageArrays, box: int, line: int) -> int:
    """The smallest box around the given one that holds the line."""
    while box and not holds(page, box, line):
        box = page.boxes.parents[box]
    return box
