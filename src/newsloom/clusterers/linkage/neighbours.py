"""Documents nearer than a threshold: a term table in, groups joined by such pairs out.

The groups are the single link clusters below the threshold, and every complete link cluster lies within one. Pairs
that cannot be near are passed over by a bound that holds for any text, so that the result is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from newsloom.clusterers.linkage.distance import root_product
from newsloom.clusterers.termtable import Postings, TermTable

__all__ = ["joined_groups"]

# What rounding may add to or take from a similarity: no pair is passed over for it.
_SLACK: Final = 1e-9


def joined_groups(table: TermTable, threshold: float) -> list[list[int]]:
    """Documents in order, together where a chain of pairs nearer than the threshold leads from one to another."""
    neighbourhood = _Neighbourhood.of(table)
    # The smallest member names a group. Not a ``Joining``: of many copies that differ in a word, each is near all.
    names = np.arange(table.size)
    for document in range(table.size):
        met = np.unique(names[neighbourhood.near(document, 1.0 - threshold)])
        if len(met) > 1:
            names[np.isin(names, met)] = met[0]
    groups: dict[int, list[int]] = {}
    for document, name in enumerate(names.tolist()):
        groups.setdefault(name, []).append(document)
    return list(groups.values())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Neighbourhood:
    """The documents by their tokens, and what the distance needs of each."""

    table: TermTable
    postings: Postings
    frequencies: NDArray[np.int64]
    lengths: NDArray[np.float64]

    @classmethod
    def of(cls, table: TermTable) -> _Neighbourhood:
        lengths = np.sqrt(np.maximum(table.totals, 1))
        frequencies = table.document_frequencies
        return cls(table=table, postings=Postings.of(table), frequencies=frequencies, lengths=lengths)

    def near(self, document: int, wanted: float) -> NDArray[np.int64]:
        """The documents whose similarity to this one is greater than wanted.

        With the tokens' shares as squared weights a document has length 1, so by Cauchy and Schwarz its commonest
        tokens bring no more similarity than the root of their share: who shares too few of the rarer is not near.
        """
        own = self.table.row(document)
        rarest_first = np.argsort(self.frequencies[self.table.terms[own]], kind="stable")
        terms, counts = self.table.terms[own][rarest_first], self.table.counts[own][rarest_first]
        shares = np.cumsum(counts[::-1])[::-1] / max(1, counts.sum())
        split = int(np.count_nonzero(shares >= max(0.0, wanted) ** 2))
        scale = 1.0 / (self.lengths[document] * self.lengths)
        rare = self.postings.sums(terms[:split], counts[:split], root_product) * scale
        rest = float(np.sqrt(shares[split])) if split < len(shares) else 0.0
        # The document itself is always among them.
        if np.count_nonzero(rare + rest + _SLACK > wanted) <= 1:
            return np.empty(0, dtype=np.int64)
        common = self.postings.sums(terms[split:], counts[split:], root_product) * scale
        return np.flatnonzero(rare + common > wanted)
