"""What is printed from the same mould on a page (template segments), and what stands there twice."""

from __future__ import annotations

import numpy as np

from newsloom.extractors.loom.arrays import Columns, Indexes, group_of
from newsloom.extractors.loom.page import LinedPage

__all__ = ["repetition_columns"]


def repetition_columns(page: LinedPage) -> Columns:
    """How many lines share the line's mould, and how much prose these hold."""
    boxes, box = page.boxes, page.box
    above = boxes.parents[box]
    two_above = boxes.parents[above]
    mould = group_of(*(one[place] for place in (box, above, two_above) for one in (boxes.tags, boxes.roles)))
    return {
        "is_repeated": page.lines.is_repeated,
        **_of_mould(page, mould),
        **_of_siblings(page, group_of(above, boxes.tags[box])),
    }


def _of_mould(page: LinedPage, mould: Indexes) -> Columns:
    lines, prose = np.bincount(mould), np.bincount(mould, weights=page.prose)
    return {
        "mould_lines": np.log1p(lines)[mould],
        "mould_prose": prose[mould] / max(page.prose.sum(), 1.0),
        "mould_words": np.log1p(prose / lines)[mould],
    }


def _of_siblings(page: LinedPage, sibling: Indexes) -> Columns:
    lines, words = np.bincount(sibling), np.bincount(sibling, weights=page.words)
    links = np.bincount(sibling, weights=page.sums.linked)
    return {
        "siblings": np.log1p(lines)[sibling],
        "sibling_words": np.log1p(words / lines)[sibling],
        "sibling_links": (links / np.maximum(words, 1))[sibling],
    }
