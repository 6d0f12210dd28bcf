"""Groups of pages to Templates: members, paths with supports, what holds content, and what the description costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from newsloom.learners.essence import Essence
from newsloom.learners.length import count_entries
from newsloom.learners.paths import Numbers, PathSets
from newsloom.records import Template

__all__ = ["make_templates"]


def make_templates(
    groups: Sequence[Sequence[int]], sets: PathSets, essence: Essence, *, method: str, version: int
) -> tuple[Template, ...]:
    """One template for each group, in the order of their first members."""
    ordered = sorted(sorted(group) for group in groups)
    names = _Names(sets)
    shares = _description_parts(ordered, essence)
    made = []
    for group, share in zip(ordered, shares, strict=True):
        paths, supports = np.unique(np.concatenate([sets.paths[page] for page in group]), return_counts=True)
        is_common = (2 * supports > len(group)) & np.array([path in sets.names for path in paths.tolist()], dtype=bool)
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


class _Names:
    """The names of paths, each joined once."""

    def __init__(self, sets: PathSets) -> None:
        self._sets = sets
        self._known: dict[int, str] = {}

    def of(self, path: int) -> str:
        name = self._known.get(path)
        if name is None:
            name = self._known[path] = self._sets.name(path)
        return name


def _content(group: Sequence[int], template: Numbers, sets: PathSets) -> list[int]:
    """The elements in which at least half of the pages have a text of their own."""
    own = []
    for page in group:
        is_own = ~np.isin(sets.texts[page], template)
        own.append(np.unique(sets.owners[page][is_own]))
    elements, counts = np.unique(np.concatenate(own), return_counts=True)
    found: list[int] = elements[(2 * counts >= len(group)) & np.isin(elements, template)].tolist()
    return found


def _description_parts(groups: Sequence[Sequence[int]], essence: Essence) -> list[tuple[float, float, float]]:
    """For each group its share of L(M_T), L(M_D) and L(M_Delta): together they are L(C)."""
    counts = np.zeros((4, len(groups)))
    for place, group in enumerate(groups):
        rows = np.concatenate([essence.rows[page] for page in group])
        # A page without essential paths is no column of the matrix.
        pages = sum(len(essence.rows[page]) > 0 for page in group)
        supports = np.bincount(rows)[None, :] if len(rows) else np.zeros((1, 1), dtype=np.int64)
        counts[:3, place] = [count[0] for count in count_entries(supports, np.array([pages]))]
        counts[3, place] = pages
    ones, plus, minus, pages_of = counts
    is_used = (pages_of > 0).astype(np.float64)
    in_all = pages_of.sum()
    shares = zip(
        _shares(is_used * essence.count, ones),
        _shares(is_used * in_all, pages_of),
        _shares(pages_of * essence.count, plus, minus),
        strict=True,
    )
    return [(float(one), float(two), float(three)) for one, two, three in shares]


def _shares(entries: NDArray[np.float64], *counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The bits of each group's part of a matrix, with the probabilities of the whole matrix."""
    rest = entries - sum(counts)
    bits: NDArray[np.float64] = np.sum([_bits(count, entries.sum()) for count in (rest, *counts)], axis=0)
    return bits


def _bits(count: NDArray[np.float64], entries: float) -> NDArray[np.float64]:
    total = count.sum()
    return count * np.log2(entries / total) if total > 0 else np.zeros_like(count)
