"""Writes out the path/document matrix of grouped documents and its parts M_E, M_T, M_D and M_Delta for people to read.

This is what the learners by description length only count (GetMatrix of JGRCS 3(10), 2012, figures 8 and 9). Essential
paths are rows, pages are columns, and M_E = M_T * M_D + M_Delta with entries 1, 0 and -1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from newsloom.dom import Document
from newsloom.learners.descriptionlength import Membership, Size, parts
from newsloom.learners.mdl import threshold
from newsloom.learners.paths import named_paths
from newsloom.records import Template

__all__ = ["PathMatrix", "path_matrix"]

Matrix = NDArray[np.int8]


@dataclass(frozen=True, slots=True, kw_only=True)
class PathMatrix:
    """The matrices of a grouping; ``supports`` is how many pages have each path, ``bits`` the three parts of L(C).

    ``entries`` is M_E: which paths are essential for which pages. ``templates`` is M_T, with a column for each group;
    ``members`` is M_D, with a row for each group; ``differences`` is M_Delta.
    """

    paths: tuple[str, ...]
    supports: tuple[int, ...]
    entries: Matrix
    templates: Matrix
    members: Matrix
    differences: Matrix
    bits: tuple[float, float, float]

    @property
    def total_bits(self) -> float:
        """L(C)."""
        return sum(self.bits)


def path_matrix(
    documents: Iterable[Document],
    templates: Sequence[Template],
    *,
    single_supports: bool = False,
    membership: Membership = "matrix",
) -> PathMatrix:
    """The matrices of pages in the groups of templates, with the most common path first.

    ``single_supports`` and ``membership`` are the learner's. Pages without essential paths add no cost.
    """
    pages = [frozenset(named_paths(document)) for document in documents]
    supports = Counter(path for page in pages for path in page)
    essential = [_essential(page, supports, len(pages), single_supports=single_supports) for page in pages]
    paths = sorted(set().union(*essential), key=lambda path: (-supports[path], path))
    row = {path: number for number, path in enumerate(paths)}
    entries = np.zeros((len(paths), len(pages)), dtype=np.int8)
    for column, page in enumerate(essential):
        entries[[row[path] for path in page], column] = 1
    members = np.zeros((len(templates), len(pages)), dtype=np.int8)
    for number, template in enumerate(templates):
        members[number, list(template.members)] = 1
    chosen = _templates(entries, members)
    differences = (entries - chosen.astype(np.int16) @ members).astype(np.int8)
    is_used = entries.any(axis=0)
    groups = int((members[:, is_used].any(axis=1)).sum())
    size = Size(paths=len(paths), pages=int(is_used.sum()), membership=membership)
    counted = parts(size, groups, chosen.sum(), (differences == 1).sum(), (differences == -1).sum())
    return PathMatrix(
        paths=tuple(paths),
        supports=tuple(supports[path] for path in paths),
        entries=entries,
        templates=chosen,
        members=members,
        differences=differences,
        bits=(float(counted[0]), float(counted[1]), float(counted[2])),
    )


def _essential(page: frozenset[str], supports: Counter[str], pages: int, *, single_supports: bool) -> frozenset[str]:
    own = np.array([supports[path] for path in page], dtype=np.int64)
    least = threshold(own, pages, single_supports=single_supports)
    return frozenset(path for path in page if supports[path] >= least)


def _templates(entries: Matrix, members: Matrix) -> Matrix:
    """M_T: a path is in a template if more than half of the group's pages have it (lemma 1)."""
    having = entries.astype(np.int64) @ members.T
    chosen: Matrix = (2 * having > members.sum(axis=1)).astype(np.int8)
    return chosen
