"""Joins the documents of a term table that are nearer than a threshold into groups.

The groups are the single link clusters below the threshold, and every complete link cluster is within one of them.
Pairs that cannot be near are skipped by a bound that holds for any text, so the result is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from newsloom.clusterers.linkage.distance import root_product
from newsloom.clusterers.termtable import Postings, TermTable

__all__ = ["joined_groups"]

# What rounding may add to or take from a similarity: no pair is skipped because of it.
_SLACK: Final = 1e-9


def joined_groups(table: TermTable, threshold: float) -> list[list[int]]:
    """Groups of documents, in order; a chain of pairs nearer than the threshold connects the members of a group."""
    neighbourhood = _Neighbourhood.of(table)
    # The smallest member names a group. Not ``DisjointSets``: of many copies that differ in a word, each is near all.
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
    """The documents by their tokens, and what the distance needs to know of each."""

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

        With the tokens' shares as squared weights a document has length 1. So by Cauchy and Schwarz its commonest
        tokens add at most the square root of their share: a document with too few of the rarer tokens is not near.
        """
        own = self.table.row(document)
        rarest_first = np.argsort(self.frequencies[self.table.terms[own]], kind="stable")
        terms, counts = self.table.terms[own][rarest_first], self.table.counts[own][rarest_first]
        shares = np.cumsum(counts[::-1])[::-1] / max(1, counts.sum())
        split = int(np.count_nonzero(shares >= max(0.0, wanted) ** 2))
        scale = 1.0 / (self.lengths[document] * self.lengths)
        rare = self.postings.sums(terms[:split], counts[:split], root_product) * scale
        rest = float(np.sqrt(shares[split])) if split < len(shares) else 0.0
        # The document itself is always counted.
        if np.count_nonzero(rare + rest + _SLACK > wanted) <= 1:
            return np.empty(0, dtype=np.int64)
        common = self.postings.sums(terms[split:], counts[split:], root_product) * scale
        return np.flatnonzero(rare + common > wanted)
