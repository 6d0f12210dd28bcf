"""The part of a page around its story, where the page marks none: a ``Document`` goes in, a node of its tree comes out.

It is the innermost box that holds both the printed headline and the box with the most prose behind it: the middle cell
of a page laid out in a table, the post of an old blog. It is not the story's text: comments may stand in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from newsloom.dom import Document
from newsloom.dom.outline import Outline, Segment
from newsloom.metadata.headlines import headline_lines

__all__ = ["story_surroundings"]

# A line of prose is a sentence or two, and hardly any of it is a link.
_MIN_CHARACTERS: Final = 80
_MAX_LINK_SHARE: Final = 0.4
# A note of three sentences is no story: what stands around it may be anything's.
_MIN_PROSE: Final = 400
_MAX_LINES: Final = 3_000


def story_surroundings(document: Document) -> int | None:
    """The innermost node around headline and prose; None where the page prints no headline, or hardly any prose."""
    headlines = headline_lines(document)
    if not headlines:
        return None
    outline = document.outline
    story = _box_of_prose(outline, outline.segments[headlines[0] : headlines[0] + _MAX_LINES])
    if story is None:
        return None
    # The headline that stands nearest: others are in the path on top, or in a list.
    around = max(_shared_box(outline, outline.segments[place].box, story) for place in headlines)
    return outline.nodes[around]


def _box_of_prose(outline: Outline, lines: Sequence[Segment]) -> int | None:
    """The box with the most prose in its own lines and in the boxes just in it: a story's paragraphs."""
    mass: Counter[int] = Counter()
    for line in lines:
        if len(line.text) >= _MIN_CHARACTERS and len(line.unlinked) >= (1 - _MAX_LINK_SHARE) * len(line.text):
            mass[line.box] += len(line.text)
            mass[max(outline.parents[line.box], 0)] += len(line.text)
    return next((box for box, size in mass.most_common(1) if size >= _MIN_PROSE), None)


def _shared_box(outline: Outline, one: int, other: int) -> int:
    """The innermost box that holds both."""
    while one != other:
        # A parent stands before its children, so the later of two boxes never holds the other.
        if one > other:
            one = outline.parents[one]
        else:
            other = outline.parents[other]
    return one
