"""Arrivals are put to groups: a block of arrivals with those near each in, the group that each joins or begins out.

Each is compared on average with the latest members of the groups of those near it. All of a block are compared at once
with the groups as they are when it comes; where a group has grown since, it is compared anew. Groups are neither merged
nor split.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

import numpy as np

from newsloom.clusterers.stream.grouping import relative
from newsloom.clusterers.stream.memory import Arrivals, Memory
from newsloom.clusterers.stream.weave import Weave

__all__ = ["Placing"]

# Of a group, so many of the latest members are compared with an arrival.
_MOST_MEMBERS: Final = 32

# For its cohesion, and as it is.
Likeness = tuple[float, float]


class Placing:
    """The groups of a window, by number; who begins one gives it the next."""

    def __init__(self, weave: Weave, least_likeness: float) -> None:
        self._least = least_likeness
        # Likeness summed over a group's own members, each with each and with itself.
        sizes = np.array([len(group) for group in weave.groups], np.float64)
        self._inner = array("d", (weave.fuller.middles(weave.groups).squares * sizes**2).tolist())
        self._groups = [array("i", group) for group in weave.groups]
        self._home = array("i", [0]) * len(weave.rows)
        for number, group in enumerate(weave.groups):
            for member in group:
                self._home[member] = number

    def placed(self, arrivals: Arrivals, memory: Memory) -> list[int]:
        """The number of each arrival's group, in order of arrival."""
        ready = self._compared_at_first(arrivals, memory)
        numbers: list[int] = []
        joined: set[int] = set()
        for turn, near in enumerate(arrivals.near):
            groups = dict.fromkeys(map(self._home.__getitem__, near))
            grown = [group for group in groups if group not in ready[turn] or group in joined]
            found = ready[turn]
            if grown:
                found |= dict(zip(grown, self._compared([turn] * len(grown), grown, arrivals, memory), strict=True))
            numbers.append(self._join(arrivals.first + turn, {group: found[group] for group in groups}))
            joined.add(numbers[-1])
        return numbers

    def _compared_at_first(self, arrivals: Arrivals, memory: Memory) -> list[dict[int, Likeness]]:
        """For each arrival, how alike it is to the groups of those near it that were there before the block."""
        turns: list[int] = []
        groups: list[int] = []
        for turn, near in enumerate(arrivals.near):
            known = dict.fromkeys(self._home[other] for other in near if other < arrivals.first)
            turns += [turn] * len(known)
            groups += known
        found: list[dict[int, Likeness]] = [{} for _ in arrivals.near]
        for turn, group, likeness in zip(turns, groups, self._compared(turns, groups, arrivals, memory), strict=True):
            found[turn][group] = likeness
        return found

    def _compared(
        self, turns: Sequence[int], groups: Sequence[int], arrivals: Arrivals, memory: Memory
    ) -> list[Likeness]:
        """How alike the arrival of each turn is to the group beside it, on average over its latest members."""
        members, lengths = array("i"), []
        for group in groups:
            latest = self._groups[group][-_MOST_MEMBERS:]
            members.extend(latest)
            lengths.append(len(latest))
        owner = np.repeat(np.arange(len(groups)), lengths)
        likeness = memory.likeness(arrivals, np.array(turns, np.int64)[owner], np.array(members, np.int64))
        average = np.bincount(owner, likeness, minlength=len(groups)) / np.maximum(lengths, 1)
        cohesion = np.array([self._inner[group] / len(self._groups[group]) ** 2 for group in groups])
        return list(zip(relative(average, cohesion).tolist(), average.tolist(), strict=True))

    def _join(self, number: int, found: dict[int, Likeness]) -> int:
        """Put an arrival to the group that it is most like, of equals the first, or to one of its own."""
        group = max(found, key=lambda one: found[one][0], default=None)
        if group is None or found[group][0] < self._least:
            group = len(self._groups)
            self._groups.append(array("i"))
            self._inner.append(1.0)
        else:
            # It is as alike to the members that were not compared as to those that were.
            self._inner[group] += 1.0 + 2.0 * found[group][1] * len(self._groups[group])
        self._groups[group].append(number)
        self._home.append(group)
        return group
