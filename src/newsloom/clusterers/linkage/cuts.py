"""Finds where to cut a cluster tree, by threshold or by number, given a partition made by hand (LBNEST, section V.B).

Given a tree and one label for each item, it returns the cut that agrees best with the labels, with its pair counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from newsloom.clusterers.dendrogram import Dendrogram, Merge
from newsloom.clusterers.pairs import PairCounts, count_pairs
from newsloom.disjointsets import DisjointSets

__all__ = ["Choice", "choose_count", "choose_threshold"]

Aim = Literal["accuracy", "precision", "recall"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A cut: merging below ``threshold`` leaves this number of clusters, with these pair counts."""

    threshold: float
    clusters: int
    pairs: PairCounts


def choose_threshold(tree: Dendrogram, reference: Sequence[Hashable], *, aim: Aim = "accuracy") -> Choice:
    """The best distance below which to merge, halfway between two merges; of ties, the one with most clusters."""
    return _best([cut for cut in _cuts(tree, reference) if cut.threshold >= 0], aim)


def choose_count(tree: Dendrogram, reference: Sequence[Hashable], *, aim: Aim = "accuracy") -> Choice:
    """The best number of clusters; it may separate merges of the same height, which no threshold can."""
    return _best(list(_cuts(tree, reference)), aim)


def _best(cuts: Sequence[Choice], aim: Aim) -> Choice:
    return max(cuts, key=lambda cut: (getattr(cut.pairs, aim), cut.clusters))


def _cuts(tree: Dendrogram, reference: Sequence[Hashable]) -> Iterator[Choice]:
    """Every cut from single items to one cluster; a cut that no threshold makes has one below 0."""
    pairs = count_pairs(reference, range(tree.size))
    labels = [Counter([label]) for label in reference]
    sets = DisjointSets(tree.size)
    for done in range(len(tree.merges) + 1):
        yield Choice(threshold=_threshold(tree.merges, done), clusters=tree.size - done, pairs=pairs)
        if done < len(tree.merges):
            pairs = _merged(tree.merges[done], sets, labels, pairs)


def _threshold(merges: Sequence[Merge], done: int) -> float:
    last = merges[done - 1].height if done else 0.0
    coming = merges[done].height if done < len(merges) else last + 1.0
    if last == coming:
        return 0.0 if not done else -1.0
    return (last + coming) / 2


def _merged(merge: Merge, sets: DisjointSets, labels: list[Counter[Hashable]], pairs: PairCounts) -> PairCounts:
    """The pairs after a merge: only those between the two clusters change."""
    left, right = labels[sets.root(merge.left)], labels[sets.root(merge.right)]
    small, large = sorted((left, right), key=len)
    together = 2 * sum(count * large[label] for label, count in small.items())
    apart = 2 * small.total() * large.total() - together
    large.update(small)
    labels[sets.join(merge.left, merge.right)] = large
    return PairCounts(
        true_positives=pairs.true_positives + together,
        true_negatives=pairs.true_negatives - apart,
        false_positives=pairs.false_positives + apart,
        false_negatives=pairs.false_negatives - together,
    )
