"""Finds which of the known templates a page was printed from. Learns nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from newsloom.dom import Document
from newsloom.learners.deltacoding import bits_saved, chance
from newsloom.learners.paths import named_paths, parent_path
from newsloom.records import Template

__all__ = ["match_page"]

# Only this many templates, those that share most with the page, are weighed.
_WEIGHED: Final = 4


def match_page(document: Document, templates: Sequence[Template]) -> int | None:
    """The place of the template of which the page is the shortest variation; None if it is shorter by itself."""
    page = named_paths(document)
    sharers = Counter(path for template in templates for path in template.paths)
    best, place = 0.0, None
    for number in _nearest(page, templates, sharers):
        saved = _saved(page, templates[number], sharers, len(templates))
        if saved > best:
            best, place = saved, number
    return place


def _nearest(page: dict[str, str], templates: Sequence[Template], sharers: Counter[str]) -> list[int]:
    """The templates that share most with the page; a path counts less the more templates have it."""
    similarity = [sum(1 / sharers[path] for path in template.paths.keys() & page.keys()) for template in templates]
    return sorted(range(len(templates)), key=lambda number: (-similarity[number], number))[:_WEIGHED]


def _saved(page: dict[str, str], template: Template, sharers: Counter[str], templates: int) -> float:
    shared = [path for path in template.paths if path in page]
    if not shared:
        return 0.0
    counts = np.array([sharers[path] for path in shared])
    parents = np.array([sharers[page[path]] if page[path] else templates for path in shared])
    # The template itself is left out: a path that only it has is as unlikely as possible.
    alone, below = chance(counts - 1, templates - 1), chance(counts - 1, np.maximum(parents, counts) - 1)
    # Paths no template has are the page's own content.
    strange = [path for path in page if path in sharers and path not in template.paths]
    strange_below = sum(page[path] in template.paths for path in strange)
    missing = [path for path in template.paths if path not in page]
    missing_below = sum(parent_path(path) in page for path in missing)
    ways = (
        bits_saved(alone, below, len(missing), missing_below, templates),
        bits_saved(alone, below, len(strange), strange_below, templates),
    )
    return sum(ways) / 2
