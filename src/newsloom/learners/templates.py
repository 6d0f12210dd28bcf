"""Makes Templates from groups of pages: members, paths with supports, paths with content, and description lengths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from newsloom.learners.descriptionlength import count_entries
from newsloom.learners.paths import Numbers, PathSets
from newsloom.records import Template

__all__ = ["make_templates"]


def make_templates(
    groups: Sequence[Sequence[int]], sets: PathSets, *, method: str, version: int
) -> tuple[Template, ...]:
    """One template for each group, in the order of their first members."""
    ordered = sorted(sorted(group) for group in groups)
    names = _Names(sets)
    shared = np.array(sorted(sets.names), dtype=np.int64)
    supported = [_supported(group, sets, shared) for group in ordered]
    shares = _description_parts([supports for _, supports in supported], [len(group) for group in ordered], len(shared))
    made = []
    for group, (paths, supports), share in zip(ordered, supported, shares, strict=True):
        is_common = 2 * supports > len(group)
        template = paths[is_common]
        made.append(
            Template(
                method=method,
                version=version,
                members=tuple(group),
                paths=dict(zip(map(names.of, template.tolist()), supports[is_common].tolist(), strict=True)),
                content_paths=frozenset(map(names.of, _content(group, template, sets))),
                description_length=sum(share),
                description_parts=share,
            )
        )
    return tuple(made)


def _supported(group: Sequence[int], sets: PathSets, shared: Numbers) -> tuple[Numbers, NDArray[np.int64]]:
    """The group's paths that two pages of any group have, with the number of its own pages that have each."""
    paths, supports = np.unique(np.concatenate([sets.paths[page] for page in group]), return_counts=True)
    if not len(shared):
        return paths[:0], supports[:0]
    # Not np.isin, which would sort all shared paths again for every group.
    is_shared = shared[np.minimum(np.searchsorted(shared, paths), len(shared) - 1)] == paths
    return paths[is_shared], supports[is_shared]


class _Names:
    """A cache of the names of paths."""

    def __init__(self, sets: PathSets) -> None:
        self._sets = sets
        self._known: dict[int, str] = {}

    def of(self, path: int) -> str:
        name = self._known.get(path)
        if name is None:
            name = self._known[path] = self._sets.name(path)
        return name


def _content(group: Sequence[int], template: Numbers, sets: PathSets) -> list[int]:
    """The template's elements in which at least half of the pages have a text that is not in the template."""
    own = []
    for page in group:
        is_own = ~np.isin(sets.texts[page], template)
        own.append(np.unique(sets.owners[page][is_own]))
    elements, counts = np.unique(np.concatenate(own), return_counts=True)
    found: list[int] = elements[(2 * counts >= len(group)) & np.isin(elements, template)].tolist()
    return found


def _description_parts(
    supports: Sequence[NDArray[np.int64]], sizes: Sequence[int], paths: int
) -> list[tuple[float, float, float]]:
    """For each group its share of L(M_T), L(M_D) and L(M_Delta).

    The matrix has all shared paths, not only those that are essential for the grouping, because it describes the
    template's named paths. With essential paths alone, a site learned by itself would cost nothing, because all its
    pages have the same.
    """
    # A page without shared paths is not a column of the matrix.
    pages = np.array([size if len(own) else 0 for own, size in zip(supports, sizes, strict=True)], dtype=np.float64)
    is_used = (pages > 0).astype(np.float64)
    counts = [count_entries(own[None, :], np.array([size])) for own, size in zip(supports, sizes, strict=True)]
    ones, plus, minus = (np.array([count[part][0] for count in counts]) for part in range(3))
    shares = zip(
        _shares(is_used * paths, ones),
        _shares(is_used * pages.sum(), pages),
        _shares(pages * paths, plus, minus),
        strict=True,
    )
    return [(float(one), float(two), float(three)) for one, two, three in shares]


def _shares(entries: NDArray[np.float64], *counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The bits of each group's part of a matrix, at the probabilities of the whole matrix."""
    rest = entries - sum(counts)
    bits: NDArray[np.float64] = np.sum([_bits(count, entries.sum()) for count in (rest, *counts)], axis=0)
    return bits


def _bits(count: NDArray[np.float64], entries: float) -> NDArray[np.float64]:
    total = count.sum()
    return count * np.log2(entries / total) if total > 0 else np.zeros_like(count)
