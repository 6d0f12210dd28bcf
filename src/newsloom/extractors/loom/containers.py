"""How much prose the boxes around a line hold: N-EXT's size, and the relation of boxes to the one that holds most."""

from __future__ import annotations

from typing import Final

import numpy as np

from newsloom.extractors.loom.arrays import Array, Columns, signed_log
from newsloom.extractors.loom.boxes import TAGS
from newsloom.extractors.loom.page import LinedPage

__all__ = ["INHERITED", "container_columns"]

# Of the mass of the boxes in it, a box is credited this share: the third paragraph's parent counts less than its own.
INHERITED: Final = 0.5
# What the page gives no ground for.
_UNKNOWN: Final = -1.0


def container_columns(page: LinedPage) -> Columns:
    """The prose around the line, and where the line stands to the box and the article that hold most."""
    prose, mass = page.sums.prose, page.sums.mass
    return (
        _surroundings(page, mass)
        | _best_container(page, prose, mass)
        | _main_box(page, prose, mass)
        | _articles(page, prose)
    )


def _surroundings(page: LinedPage, mass: Array) -> Columns:
    """What the boxes around the line hold, up to the third."""
    parents = page.boxes.parents
    above = parents[page.box]
    two_above = parents[above]
    around = np.array((above, two_above, parents[two_above]))
    held = page.sums.within[:, around]
    prose, words, linked, count = held[:4]
    total = max(page.sums.prose[0], 1.0)
    mass_above = mass[above]
    signs = held[4:] / np.maximum(count, 1)
    shares = (prose / total, linked / np.maximum(words, 1), np.log1p(count), *signs)
    columns: Columns = {
        "prose_on_page": np.full(len(page.box), np.log1p(total)),
        "lines": np.full(len(page.box), np.log1p(len(page.box))),
        "mass_above": mass_above / total,
        "log_mass_above": np.log1p(mass_above),
    }
    for level, name in enumerate(("above", "two_above", "three_above")):
        for kind, share in zip(("prose", "links", "lines", "prosaic", "closed", "service"), shares, strict=True):
            columns[f"{kind}_{name}"] = share[level]
    return columns


def _best_container(page: LinedPage, prose: Array, mass: Array) -> Columns:
    boxes = page.boxes
    merit = mass + INHERITED * np.bincount(boxes.parents, weights=mass, minlength=len(mass))
    best = int(np.argmax(merit))
    inside = (page.box >= best) & (page.box < boxes.ends[best])
    index = np.arange(len(page.box), dtype=np.float64)
    members = np.flatnonzero(inside)
    first, last = (int(members[0]), int(members[-1])) if len(members) else (0, len(index) - 1)
    above = boxes.parents[page.box]
    return {
        "in_best": inside.astype(np.float64),
        "just_in_best": ((above == best) | (page.box == best)).astype(np.float64),
        "two_below_best": (boxes.parents[above] == best).astype(np.float64),
        "place_in_best": (index - first) / max(last - first, 1),
        "after_best": np.log1p(np.maximum(index - last, 0)),
        "before_best": np.log1p(np.maximum(first - index, 0)),
        "prose_of_best": np.full(len(index), prose[best] / max(prose[0], 1.0)),
        "below_best": boxes.depths[page.box] - boxes.depths[best],
    }


def _main_box(page: LinedPage, prose: Array, mass: Array) -> Columns:
    """The box whose own paragraphs hold most, how far away it is, and how much there is around it and the line."""
    boxes = page.boxes
    main = int(np.argmax(mass))
    meeting = page.meetings(main)[page.box]
    total = max(prose[0], 1.0)
    index = np.arange(len(page.box))
    prosaic = np.flatnonzero((page.box >= main) & (page.box < boxes.ends[main]) & (page.prose > 0))
    first, last = (int(prosaic[0]), int(prosaic[-1])) if len(prosaic) else (0, len(index) - 1)
    return {
        "levels_to_main": boxes.depths[page.box] - boxes.depths[meeting],
        "prose_with_main": prose[meeting] / total,
        "mass_of_main": np.full(len(index), mass[main] / total),
        "just_in_main": ((page.box == main) | (boxes.parents[page.box] == main)).astype(np.float64),
        "after_main_prose": signed_log(index - last),
        "before_main_prose": signed_log(first - index),
    }


def _articles(page: LinedPage, prose: Array) -> Columns:
    """Which of the page's ARTICLE elements the line is in: endless pages have several, and so have lists of teasers."""
    ends = page.boxes.ends
    inner = np.full(len(ends), -1, dtype=np.intp)
    outer = np.full(len(ends), -1, dtype=np.intp)
    found = np.flatnonzero(page.boxes.tags == TAGS["article"])
    outermost = 0
    ordinals = np.full(len(ends), _UNKNOWN)
    for article in found.tolist():
        inner[article : ends[article]] = article
        if outer[article] < 0:
            outer[article : ends[article]] = article
            ordinals[article : ends[article]] = outermost
            outermost += 1
    total = max(prose[0], 1.0)
    most = max(float(prose[found].max()), 1.0) if len(found) else 1.0
    inner_prose = np.where(inner >= 0, prose[inner], _UNKNOWN)
    outer_prose = np.where(outer >= 0, prose[outer], _UNKNOWN)
    return {
        "articles": np.full(len(page.box), np.log1p(len(found))),
        "article": ordinals[page.box],
        "prose_of_article": inner_prose[page.box] / total,
        "prose_of_outer_article": outer_prose[page.box] / total,
        "article_to_largest": inner_prose[page.box] / most,
    }
