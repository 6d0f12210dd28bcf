"""The headline of a story whose page is titled by the paper's name alone: a page and its kept lines in, a line out.

Old pages mark no headings, and some have one title for all. There the headline is the first line set like one in the
box of the story's first paragraph, or just around it. Where a page tells its headline otherwise, nothing is looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from newsloom.extractors.loom.page import PageArrays

__all__ = ["headline_below_name"]

_LEAST_WORDS: Final = 3
_MAX_WORDS: Final = 25
_MAX_LINK_SHARE: Final = 0.5
_MAX_LEVELS: Final = 3
# From here on a line that ends like a sentence is a paragraph.
_PARAGRAPH_WORDS: Final = 12


def headline_below_name(page: PageArrays, kept: Sequence[int]) -> str | None:
    """The line; None where the page's title may be the headline, or no line is like one."""
    if not page.document.is_titled_by_name:
        return None
    lines = page.lines
    paragraphs = (line for line in kept if lines.is_closed[line] and lines.words[line] >= _PARAGRAPH_WORDS)
    first = next(paragraphs, -1)
    named = page.document.headline_lines
    if first < 0 or not named:
        return None
    box = lines.box[first]
    for _ in range(_MAX_LEVELS):
        # A title that stands over the story, in its box, is the headline however short it is.
        if not box or box <= lines.box[named[0]] < page.boxes.ends[box]:
            return None
        over = [line for line in range(first) if box <= lines.box[line] < page.boxes.ends[box]]
        found = next((line for line in over if _is_set_like_one(page, line)), None)
        if found is not None:
            return page.outline.texts[found]
        box = page.boxes.parents[box]
    return None


def _is_set_like_one(page: PageArrays, line: int) -> bool:
    lines = page.lines
    is_apart = lines.link_share[line] < _MAX_LINK_SHARE and not lines.is_closed[line]
    return is_apart and _LEAST_WORDS <= lines.words[line] <= _MAX_WORDS
