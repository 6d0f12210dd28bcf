"""Adds to the kept lines the doubtful posts of social networks between them.

The paragraphs before and after a quoted post refer to it, so without it the story has a gap. But the labelled texts
include some posts and not others, so that a forest is as often below one half as above. No line is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newsloom.extractors.loom.boxes import PLACES
from newsloom.extractors.loom.inline import is_post
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.extractors.loom.placement import placements_of

__all__ = ["add_posts"]

# Posts with a lower chance are in hardly any labelled text: they are in their own box beside the story.
_LEAST_CHANCE: Final = 0.4
_IN_QUOTE: Final = 1 << PLACES.index("blockquote")


def add_posts(page: PageArrays, kept: Sequence[int], chances: Array) -> list[int]:
    """The kept lines, with the lines of posts between them that are nearly as likely part of the story as not."""
    if not kept:
        return []
    box, known = page.lines.box, {*kept}
    inside = page.lines_by_place(_IN_QUOTE, range(kept[0], kept[-1]))
    quoted = [line for line in inside if chances[line] >= _LEAST_CHANCE and line not in known]
    if not quoted:
        return list(kept)
    placements = placements_of(page.outline, [box[line] for line in quoted])
    posts = (
        line
        for line, placement in zip(quoted, placements, strict=True)
        if placement.kind == "quote" and is_post(page.outline, placement.holder)
    )
    return sorted({*kept, *posts})
