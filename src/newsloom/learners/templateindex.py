"""Indexes the templates of groups of pages by their paths, to find what templates share and how many bits that saves.

A template is the paths that more than half of a group's pages have. The index counts the templates that have each path,
and so can say whether one template is a variation of another (``deltacoding``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from newsloom.learners.deltacoding import bits_saved, chance
from newsloom.learners.paths import ROOT, Numbers, PathSets

__all__ = ["LEAST_HOME", "TemplateIndex", "template_paths"]

# What two pages have in common is not a template: nothing is a stray of it, and it is not a separate look.
LEAST_HOME = 3

# A path in more templates than this is not used to find pairs; what is peculiar to a family is in few.
_MOST_SHARERS = 16
# A pair is not weighed if both groups have already met this many others that share more rare paths with them.
_MOST_RELATIVES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateIndex:
    """Templates as ascending ranks of the known paths, with the parent of each path and how many templates have it."""

    known: Numbers
    templates: list[NDArray[np.int64]]
    parents: NDArray[np.int64]  # -1: the root
    sharers: NDArray[np.int64]
    own: list[int]  # for a lone page, its elements on no other: not in a template, but they distinguish it from others

    @classmethod
    def of(cls, groups: Sequence[Sequence[int]], sets: PathSets) -> TemplateIndex:
        templates = [template_paths(group, sets) for group in groups]
        everything = np.concatenate(templates) if templates else np.empty(0, np.int64)
        known = np.unique(everything)
        parents = np.array([sets.names[path][0] for path in known.tolist()], dtype=np.int64)
        ranks = np.searchsorted(known, parents)
        # A parent is on every page its path is on, so it is known wherever it is not the root.
        ranks = np.where(parents == ROOT, -1, np.minimum(ranks, max(len(known) - 1, 0)))
        return cls(
            known=known,
            templates=[np.searchsorted(known, template) for template in templates],
            parents=ranks,
            sharers=np.bincount(np.searchsorted(known, everything), minlength=len(known)),
            own=[_own_elements(group[0], sets) if len(group) == 1 else 0 for group in groups],
        )

    def relatives(self) -> Iterator[tuple[int, int]]:
        """Pairs of templates that share rare paths, those that share most first."""
        owners = np.repeat(np.arange(len(self.templates)), [len(template) for template in self.templates])
        paths = np.concatenate(self.templates) if self.templates else owners
        rare = (self.sharers[paths] > 1) & (self.sharers[paths] <= _MOST_SHARERS)
        order = np.lexsort((owners[rare], paths[rare]))
        owners, paths = owners[rare][order], paths[rare][order]
        pairs = [np.empty(0, np.int64)]
        for step in range(1, _MOST_SHARERS):
            same = paths[step:] == paths[:-step]
            pairs.append(owners[:-step][same] * len(self.templates) + owners[step:][same])
        codes, counts = np.unique(np.concatenate(pairs), return_counts=True)
        weighed = np.zeros(len(self.templates), dtype=np.int64)
        for code in codes[np.argsort(-counts, kind="stable")].tolist():
            one, other = divmod(code, len(self.templates))
            if min(weighed[one], weighed[other]) < _MOST_RELATIVES:
                weighed[one] += 1
                weighed[other] += 1
                yield one, other

    def explains(self, place: int, page: int, sets: PathSets) -> bool:
        """Whether a page is shorter to describe as a variation of its group's template than by itself."""
        template, count = self.templates[place], len(self.templates)
        named = np.array([path for path in sets.paths[page].tolist() if path in sets.names], dtype=np.int64)
        shared = template[np.isin(self.known[template], named, assume_unique=True)]
        alone, below = self._chances(shared, 1)
        lost = (len(template) - len(shared), len(named) - len(shared) + _own_elements(page, sets))
        # Whether the parents of the page's own paths are shared is not known: all count as shared.
        return sum(bits_saved(alone, below, one, one, count) for one in lost) > 0

    def share_most(self, one: int, other: int, which: Callable[[int, int], int]) -> bool:
        """Whether the templates share more than half of the paths of the shorter (``min``) or longer (``max``) one."""
        first, second = self.templates[one], self.templates[other]
        shared = np.intersect1d(first, second, assume_unique=True)
        return 2 * len(shared) > which(len(first), len(second))

    def saving(self, one: int, other: int, *, pages: int = 1) -> float:
        """The bits saved by writing one as a variation of the other, averaged over both directions.

        With ``pages``, the differences are written once for each of this many pages.
        """
        first, second = self.templates[one], self.templates[other]
        shared = np.intersect1d(first, second, assume_unique=True)
        alone, below = self._chances(shared, 2)
        ways = [
            bits_saved(
                alone,
                below,
                pages * (len(whole) - len(shared) + self.own[place]),
                pages * (self._lost_below(whole, shared) + self.own[place]),
                len(self.templates),
            )
            for place, whole in ((one, first), (other, second))
        ]
        return sum(ways) / 2

    def _chances(self, shared: NDArray[np.int64], left_out: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The probabilities of paths, by themselves and given their parents.

        The templates compared are left out: a path that only they have is as unlikely as possible.
        """
        count, sharers, parents = len(self.templates), self.sharers[shared], self.parents[shared]
        fathers = np.maximum(np.where(parents < 0, count, self.sharers[parents]), sharers)
        return chance(sharers - left_out, count - left_out), chance(sharers - left_out, fathers - left_out)

    def _lost_below(self, whole: NDArray[np.int64], shared: NDArray[np.int64]) -> int:
        parents = self.parents[np.setdiff1d(whole, shared, assume_unique=True)]
        return int((np.isin(parents, shared) | (parents < 0)).sum())


def template_paths(group: Sequence[int], sets: PathSets) -> Numbers:
    """The paths that more than half of the group's pages, and at least two pages in all, have."""
    paths, supports = np.unique(np.concatenate([sets.paths[page] for page in group]), return_counts=True)
    common = paths[2 * supports > len(group)]
    return np.array([path for path in common.tolist() if path in sets.names], dtype=np.int64)


def _own_elements(page: int, sets: PathSets) -> int:
    """How many elements of a page no other page has. Texts are not counted, because content is always a page's own."""
    elements = np.setdiff1d(sets.paths[page], sets.texts[page], assume_unique=True)
    return sum(path not in sets.names for path in elements.tolist())
