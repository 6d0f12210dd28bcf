"""Assigns arriving articles to groups.

Given a block of arrivals and the neighbours of each, it returns the group that each joins or starts. An arrival is
compared with its neighbours' groups, by its average similarity to their latest members. A block is compared at once
with the current groups; a group that grows within the block is compared again. Groups are neither merged nor split.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

import numpy as np

from newsloom.clusterers.stream.averagelink import relative_similarity
from newsloom.clusterers.stream.batch import GroupedBatch
from newsloom.clusterers.stream.unrelated import Papers, are_unrelated, have_one_word
from newsloom.clusterers.stream.vectorindex import Arrivals, VectorIndex

__all__ = ["GroupPlacement"]

# An arrival is compared with at most this many of a group's latest members.
_MOST_MEMBERS: Final = 32

# The average similarity to a group, relative to its cohesion, and plain.
Similarity = tuple[float, float]


class GroupPlacement:
    """The groups by number; a new one gets the next number."""

    def __init__(self, batch: GroupedBatch, least_similarity: float) -> None:
        self._least = least_similarity
        # Similarity summed over all pairs of a group's own members, including each with itself.
        sizes = np.array([len(group) for group in batch.groups], np.float64)
        self._inner = array("d", (batch.expanded.centroids(batch.groups).squared_norms * sizes**2).tolist())
        self._groups = [array("i", group) for group in batch.groups]
        self._papers = list(batch.papers)
        self._home = array("i", [0]) * len(batch.rows)
        for number, group in enumerate(batch.groups):
            for member in group:
                self._home[member] = number

    def place(self, arrivals: Arrivals, papers: Papers, vectors: VectorIndex) -> list[int]:
        """Adds arrivals to groups, and returns the group of each; ``papers`` has the paper of each."""
        self._papers += papers
        ready = self._compared_at_first(arrivals, vectors)
        numbers: list[int] = []
        joined: set[int] = set()
        for turn, near in enumerate(arrivals.near):
            groups = dict.fromkeys(map(self._home.__getitem__, near))
            grown = [group for group in groups if group not in ready[turn] or group in joined]
            found = ready[turn]
            if grown:
                found |= dict(zip(grown, self._compared([turn] * len(grown), grown, arrivals, vectors), strict=True))
            open_groups = {group: found[group] for group in groups if found[group][0] >= self._least}
            numbers.append(self._join(arrivals.first + turn, open_groups, vectors))
            joined.add(numbers[-1])
        return numbers

    def _are_unrelated(self, number: int, group: int, vectors: VectorIndex) -> bool:
        """Whether an arrival is unrelated, before expansion, to all of the latest members of a group."""
        members = self._groups[group]
        are_apart = are_unrelated if len(members) == 1 else have_one_word
        return all(
            are_apart(vectors.shared(member, number), self._papers[member], self._papers[number])
            for member in members[-_MOST_MEMBERS:]
        )

    def _compared_at_first(self, arrivals: Arrivals, vectors: VectorIndex) -> list[dict[int, Similarity]]:
        """For each arrival, its similarity to the groups of those of its neighbours that are from before the block."""
        turns: list[int] = []
        groups: list[int] = []
        for turn, near in enumerate(arrivals.near):
            known = dict.fromkeys(self._home[other] for other in near if other < arrivals.first)
            turns += [turn] * len(known)
            groups += known
        found: list[dict[int, Similarity]] = [{} for _ in arrivals.near]
        for turn, group, similarity in zip(
            turns, groups, self._compared(turns, groups, arrivals, vectors), strict=True
        ):
            found[turn][group] = similarity
        return found

    def _compared(
        self, turns: Sequence[int], groups: Sequence[int], arrivals: Arrivals, vectors: VectorIndex
    ) -> list[Similarity]:
        """The average similarity of the arrival of each turn to the latest members of its group."""
        members, lengths = array("i"), []
        for group in groups:
            latest = self._groups[group][-_MOST_MEMBERS:]
            members.extend(latest)
            lengths.append(len(latest))
        owner = np.repeat(np.arange(len(groups)), lengths)
        similarity = vectors.similarity(arrivals, np.array(turns, np.int64)[owner], np.array(members, np.int64))
        average = np.bincount(owner, similarity, minlength=len(groups)) / np.maximum(lengths, 1)
        cohesion = np.array([self._inner[group] / len(self._groups[group]) ** 2 for group in groups])
        return list(zip(relative_similarity(average, cohesion).tolist(), average.tolist(), strict=True))

    def _join(self, number: int, found: dict[int, Similarity], vectors: VectorIndex) -> int:
        """Adds an arrival to the most similar group that is not unrelated, of ties the first, or starts a group."""
        ranked = sorted(found, key=lambda one: -found[one][0])
        group = next((one for one in ranked if not self._are_unrelated(number, one, vectors)), None)
        if group is None:
            group = len(self._groups)
            self._groups.append(array("i"))
            self._inner.append(1.0)
        else:
            # Its similarity to members that were not compared is assumed to be the same.
            self._inner[group] += 1.0 + 2.0 * found[group][1] * len(self._groups[group])
        self._groups[group].append(number)
        self._home.append(group)
        return group
