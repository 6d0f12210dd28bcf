"""A document's segments as numbers: the evidence of the five papers and the usual one, in one pass.

Families: what a segment's text is like (news item patterns), what its boxes are called and how
they are nested (function and format, perception), how much prose its containers hold (N-EXT's size),
where it stands (LBNEST's nearness), how it resembles title and declared texts (N-EXT's likeness), what
repeats on the page (template segments), and what its neighbours are like. Nothing is decided here.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.dom.kernel import native
from newsloom.extractors.loom.arrays import Columns
from newsloom.extractors.loom.families import FAMILIES, neighbour_columns
from newsloom.extractors.loom.page import LinedPage
from newsloom.extractors.loom.weighing import COLUMNS, weigh_page

__all__ = ["FAMILIES", "NEIGHBOURS", "family_of", "features_by_family", "segment_features"]

NEIGHBOURS: Final = "neighbours"


def segment_features(page: LinedPage) -> tuple[tuple[str, ...], npt.NDArray[np.float32]]:
    """The names of the features, and a row of them for each line of the page, of which there must be one."""
    return (COLUMNS, weigh_page(page)) if native else features_by_family(page)


def features_by_family(page: LinedPage) -> tuple[tuple[str, ...], npt.NDArray[np.float32]]:
    """The same, by numpy alone."""
    columns: Columns = {}
    for family in FAMILIES.values():
        columns |= family(page)
    # Neighbours come last: they look at what the others found.
    columns |= neighbour_columns(columns)
    # Stored by column, as they were found and as a forest wants them: to turn them around would take longer than to
    # find some of them. Whole numbers and marks, too, are no larger than what the forest's numbers hold exactly.
    rows = np.concatenate(list(columns.values()), dtype=np.float32, casting="unsafe")
    return tuple(columns), rows.reshape(len(columns), len(page.box)).T


def family_of(page: LinedPage) -> dict[str, str]:
    """For each feature the family it belongs to, in the order of ``segment_features``."""
    families = {name: family for family, columns in FAMILIES.items() for name in columns(page)}
    return {name: families.get(name, NEIGHBOURS) for name in segment_features(page)[0]}
