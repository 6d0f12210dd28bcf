"""Merges each cluster with its nearest neighbour, given the signatures of pages in batches.

Heuristic 1 of Kim and Shim: only the pairs with the largest Jaccard coefficients are weighed. Each batch of pages meets
the clusters that earlier batches have made, so the work grows with the pages times the clusters and not with the square
of the pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from newsloom.learners.descriptionlength import Size, total_bits
from newsloom.learners.signatures import Signatures

__all__ = ["Neighbourhood"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """Clusters with their signatures and pages."""

    signatures: Signatures
    members: list[list[int]]

    @classmethod
    def empty(cls, signature_length: int) -> Neighbourhood:
        nothing = np.empty((0, signature_length))
        return cls(
            signatures=Signatures(
                smallest=nothing.astype(np.uint32),
                shared=nothing.astype(np.int32),
                pages=np.empty(0, np.int64),
                entries=np.empty(0),
            ),
            members=[],
        )

    def joined_by(
        self, pages: Signatures, members: list[list[int]], size: Size, *, all_nearest: bool = False
    ) -> Neighbourhood:
        """The clusters after pages have joined them or each other; ``size`` is that of the matrix of all pages.

        ``all_nearest`` weighs all of several equally near clusters, as GetInitBestPair does, not only the first.
        """
        known = len(self.members)
        both = self.signatures.followed_by(pages)
        merging = _Merging(both, [*map(list, self.members), *map(list, members)], known, all_nearest=all_nearest)
        merging.merge_equals()
        merging.merge_while_shorter(size)
        rows = np.flatnonzero(merging.is_alive)
        return Neighbourhood(signatures=both.taken(rows), members=[merging.members[row] for row in rows])


class _Merging:
    """The merging of one batch; the rows of merged clusters stay in the arrays but are not alive."""

    def __init__(
        self, signatures: Signatures, members: list[list[int]], known: int, *, all_nearest: bool = False
    ) -> None:
        self.signatures = signatures
        self.members = members
        self.is_alive = np.ones(len(members), dtype=bool)
        self._known = known
        self._all_nearest = all_nearest

    def merge_equals(self) -> None:
        """Merges all clusters with the same signature."""
        first: dict[bytes, int] = {}
        for row in range(len(self.members)):
            into = first.setdefault(self.signatures.smallest[row].tobytes(), row)
            if into != row:
                self._merge(into, row)

    def merge_while_shorter(self, whole: Size) -> None:
        """Merges the best pair of neighbours until no merge shortens the description."""
        self._meet()
        size = replace(whole, pages=int(self.signatures.pages[self.is_alive].sum()))
        own = np.array(self.signatures.counts())
        own[:, ~self.is_alive] = 0
        clusters = int(self.is_alive.sum())
        totals = own.sum(axis=1)
        bits = float(total_bits(size, clusters, *totals))
        pairs = np.zeros_like(own)  # the counts of each cluster together with its neighbour
        if self._all_nearest:
            self._choose_nearest(np.flatnonzero(self.is_alive), own, partial(total_bits, size, clusters - 1), totals)
        self._weigh(np.flatnonzero(self.is_alive), pairs)
        while clusters > 1:
            changes = pairs - own - own[:, self._nearest]
            costs = total_bits(size, clusters - 1, *(totals[:, None] + changes))
            costs[~self.is_alive | (self._similarity == 0)] = np.inf
            one = int(np.argmin(costs))
            if not costs[one] < bits:
                return
            bits, other = float(costs[one]), int(self._nearest[one])
            totals += changes[:, one]
            own[:, one], own[:, other] = pairs[:, one], 0
            clusters -= 1
            self._merge(one, other)
            changed = self._meet_again(one, other)
            if self._all_nearest:
                self._choose_nearest(changed, own, partial(total_bits, size, clusters - 1), totals)
            self._weigh(changed, pairs)

    def _merge(self, into: int, gone: int) -> None:
        self.signatures.merge(into, gone)
        self.members[into] += self.members[gone]
        self.is_alive[gone] = False

    def _meet(self) -> None:
        """Counts the equal slots of pairs and finds nearest neighbours; pairs of clusters known before are left out."""
        rows = len(self.members)
        self._agreeing = np.zeros((rows, rows), dtype=np.uint16)
        for row in (np.flatnonzero(self.is_alive[self._known :]) + self._known).tolist():
            self._agreeing[row] = self.signatures.agreeing(row) * self.is_alive
            self._agreeing[row, row] = 0
            self._agreeing[:, row] = self._agreeing[row]
        self._nearest: NDArray[np.int64] = self._agreeing.argmax(axis=1)
        self._similarity: NDArray[np.uint16] = self._agreeing.max(axis=1, initial=0)

    def _meet_again(self, one: int, gone: int) -> NDArray[np.int64]:
        """Updates nearest neighbours after a merge; returns the clusters whose neighbour may have changed."""
        self._agreeing[gone] = self._agreeing[:, gone] = 0
        row = (self.signatures.agreeing(one) * self.is_alive).astype(np.uint16)
        row[one] = 0
        self._agreeing[one] = self._agreeing[:, one] = row
        is_changed = self.is_alive & ((self._nearest == one) | (self._nearest == gone) | (row > self._similarity))
        is_changed[one] = True
        changed = np.flatnonzero(is_changed)
        self._nearest[changed] = self._agreeing[changed].argmax(axis=1)
        self._similarity[changed] = self._agreeing[changed, self._nearest[changed]]
        return changed

    def _choose_nearest(
        self, rows: NDArray[np.int64], own: NDArray[np.float64], bits: Callable[..., Any], totals: NDArray[np.float64]
    ) -> None:
        """For each of the rows, chooses among equally near clusters the one that makes the shortest description."""
        for row in rows.tolist():
            equals = np.flatnonzero(self._agreeing[row] == self._similarity[row])
            if self._similarity[row] and len(equals) > 1:
                together = np.array(self.signatures.pairing(row, equals))
                costs = bits(*(totals[:, None] + together - own[:, [row]] - own[:, equals]))
                self._nearest[row] = equals[int(np.argmin(costs))]

    def _weigh(self, rows: NDArray[np.int64], pairs: NDArray[np.float64]) -> None:
        for row in rows.tolist():
            pairs[:, row] = [count[0] for count in self.signatures.pairing(row, self._nearest[[row]])]
