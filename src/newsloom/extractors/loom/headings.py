"""The headings within a story: kept lines go in, and come out with the headings between them that were left out.

A heading is short, and hardly differs from the name of a list of links. What tells it is where it stands: between two
paragraphs of the story, in their own box. No line is left out here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from newsloom.extractors.loom.boxes import TAGS
from newsloom.extractors.loom.page import PageArrays

__all__ = ["add_headings"]

_ONE_BETWEEN: Final = 2
_HEADINGS: Final = frozenset(TAGS[tag] for tag in ("h2", "h3", "h4", "h5", "h6"))
# One that leads elsewhere is the headline of another story.
_MAX_LINK_SHARE: Final = 0.5


def add_headings(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The kept lines, and each heading that stands alone between two of them, in the same box as both."""
    box, tags = page.lines.box, page.boxes.tags
    # Hardly a page has such a gap: to look for one is all that it costs.
    gaps = [above + 1 for above, below in pairwise(kept) if below - above == _ONE_BETWEEN]
    alone = [line for line in gaps if tags[box[line]] in _HEADINGS]
    headings = [line for line in alone if page.link_share[line] < _MAX_LINK_SHARE and _is_beside(page, line)]
    if not headings:
        return list(kept)
    # What a table of contents says is not said twice.
    told = {page.outline.texts[line] for line in kept}
    return sorted([*kept, *(line for line in headings if page.outline.texts[line] not in told)])


def _is_beside(page: PageArrays, line: int) -> bool:
    parents, box = page.boxes.parents, page.lines.box
    return parents[box[line - 1]] == parents[box[line]] == parents[box[line + 1]]
