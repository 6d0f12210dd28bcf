"""Adds to the kept lines the headings between them that were left out.

A heading is short and hardly differs from the name of a list of links. It is recognised by its place: between two
paragraphs of the story, in their own box. No line is dropped here.
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
# A heading that is a link is the headline of another story.
_MAX_LINK_SHARE: Final = 0.5


def add_headings(page: PageArrays, kept: Sequence[int]) -> list[int]:
    """The kept lines, with each heading that is alone between two of them in the same box."""
    box, tags = page.lines.box, page.boxes.tags
    # Hardly any page has such a gap, so looking for one is the whole cost.
    gaps = [above + 1 for above, below in pairwise(kept) if below - above == _ONE_BETWEEN]
    alone = [line for line in gaps if tags[box[line]] in _HEADINGS]
    headings = [line for line in alone if page.link_share[line] < _MAX_LINK_SHARE and _is_beside(page, line)]
    if not headings:
        return list(kept)
    # A heading that is already kept, as in a table of contents, is not added.
    told = {page.outline.texts[line] for line in kept}
    return sorted([*kept, *(line for line in headings if page.outline.texts[line] not in told)])


def _is_beside(page: PageArrays, line: int) -> bool:
    parents, box = page.boxes.parents, page.lines.box
    return parents[box[line - 1]] == parents[box[line]] == parents[box[line + 1]]
