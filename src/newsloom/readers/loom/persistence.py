"""What earlier versions of a page tell: what never changes is furniture, what comes and goes is news.

Chances and the page's older versions go in, corrected chances come out. An address is judged by its group, addresses
of the same shape: a lone story may stand for days, but where none of a group ever changes, nothing there is news.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.readers.loom.links import LinkedPage
from newsloom.readers.loom.urls import shape_of

__all__ = ["with_turnover"]

# Fewer versions may lie minutes apart.
_LEAST_VERSIONS: Final = 2
_LEAST_GROUP: Final = 4
# How many times the odds change at most: a group that is all new, and one in which nothing is.
_ALL_NEW: Final = 4.0
_NOTHING_NEW: Final = 0.25


def with_turnover(
    chances: npt.NDArray[np.float64], page: LinkedPage, earlier: tuple[Document, ...]
) -> npt.NDArray[np.float64]:
    """The chances as they were, or corrected where enough older versions are at hand."""
    if len(earlier) < _LEAST_VERSIONS:
        return chances
    known = [set(LinkedPage.of(document).urls) for document in earlier]
    age = np.array([sum(url in version for version in known) / len(known) for url in page.urls])
    shapes = [shape_of(url).key for url in page.urls]
    numbers: dict[str, int] = {}
    group = np.array([numbers.setdefault(shape, len(numbers)) for shape in shapes])
    sizes = np.bincount(group)
    turnover = 1 - (np.bincount(group, weights=age) / sizes)[group]
    factor = np.where(sizes[group] >= _LEAST_GROUP, _NOTHING_NEW * (_ALL_NEW / _NOTHING_NEW) ** turnover, 1.0)
    # What is new itself is news, whatever its group.
    factor = np.where(age == 0, np.maximum(factor, 1.0), factor)
    odds = chances / np.maximum(1 - chances, 1e-9) * factor
    corrected: npt.NDArray[np.float64] = odds / (1 + odds)
    return corrected
