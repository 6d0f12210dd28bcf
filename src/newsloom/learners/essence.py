"""Essential paths: path sets in, for each page the paths that its template may explain, out.

A page's threshold is the mode of its paths' supports (Kim and Shim, definition 1): a template prints the same paths on
the same number of pages, content repeats by chance. Nothing here compares pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from newsloom.learners.paths import Numbers

__all__ = ["Essence", "essential_paths", "threshold"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Essence:
    """``rows[i]`` are page i's essential paths as rows of the matrix M_E, ascending; ``count`` is how many rows it has.

    ``paths`` are the numbers behind the rows.
    """

    rows: tuple[NDArray[np.int64], ...]
    paths: Numbers

    @property
    def count(self) -> int:
        return len(self.paths)


def essential_paths(pages: Sequence[Numbers]) -> Essence:
    """The essential paths of every page; none for a page that shares no path with another."""
    if not pages:
        return Essence(rows=(), paths=np.empty(0, np.int64))
    known, places, supports = np.unique(np.concatenate(pages), return_inverse=True, return_counts=True)
    ends = np.cumsum([len(page) for page in pages])[:-1]
    kept = []
    for own in np.split(places, ends):
        mine = supports[own]
        kept.append(own[mine >= threshold(mine, len(pages))])
    used = np.unique(np.concatenate(kept))
    return Essence(rows=tuple(np.searchsorted(used, own) for own in kept), paths=known[used])


def threshold(supports: NDArray[np.int64], pages: int) -> int:
    """The mode of a page's supports; the smallest of several, and one above the number of pages where there is none.

    Supports of 1 are left out, other than in the paper: on today's pages most texts stand on one page only, and the
    mode would be 1; see textmdl/NOTES.md.
    """
    values, counts = np.unique(supports[supports > 1], return_counts=True)
    return int(values[np.argmax(counts)]) if len(values) else pages + 1
