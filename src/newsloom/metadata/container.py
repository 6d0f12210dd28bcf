"""Finds the element around the story on a page without markup for it.

It is the innermost box that contains both the printed headline and the box with the most prose after it: the middle
cell of a table layout, or the post of an old blog. It may contain more than the story, such as comments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from newsloom.dom import Document
from newsloom.dom.outline import Outline, Segment
from newsloom.text.size import count_letters

__all__ = ["story_container"]

# A line of prose is a sentence or two, and hardly any of it is a link.
_MIN_LETTERS: Final = 80
_MAX_LINK_SHARE: Final = 0.4
# Three sentences are not a story, and the element around them could be anything.
_MIN_PROSE: Final = 400
_MAX_LINES: Final = 3_000


def story_container(document: Document) -> int | None:
    """The innermost node around headline and prose; None if the page prints no headline or hardly any prose."""
    headlines = document.headline_lines
    if not headlines:
        return None
    outline = document.outline
    story = _box_of_prose(outline, outline.segments[headlines[0] : headlines[0] + _MAX_LINES])
    if story is None:
        return None
    # The headline nearest to the prose; others are in breadcrumbs or lists.
    around = max(_shared_box(outline, outline.segments[index].box, story) for index in headlines)
    return outline.nodes[around]


def _box_of_prose(outline: Outline, lines: Sequence[Segment]) -> int | None:
    """The box with the most prose in its own lines and those of its children, which are a story's paragraphs."""
    mass: defaultdict[int, float] = defaultdict(float)
    for line in lines:
        letters = count_letters(line.text)
        if letters >= _MIN_LETTERS and len(line.unlinked) >= (1 - _MAX_LINK_SHARE) * len(line.text):
            mass[line.box] += letters
            mass[max(outline.parents[line.box], 0)] += letters
    box = max(mass, key=mass.__getitem__, default=None)
    return box if box is not None and mass[box] >= _MIN_PROSE else None


def _shared_box(outline: Outline, one: int, other: int) -> int:
    """The innermost box that contains both."""
    while one != other:
        # Parents come before their children, so the later of two boxes never contains the other.
        if one > other:
            one = outline.parents[one]
        else:
            other = outline.parents[other]
    return one
