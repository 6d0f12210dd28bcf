"""Detection cost: computes the least normalised cost of misses and false alarms from scores and labels.

This is the cost of topic detection and tracking (NIST, TDT 1998 to 2004). It is used for first stories, where an
article is a target if no earlier one has its topic, and for tracking, where it is a target if it has the followed
topic.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Costs", "DetectionCost", "Trials", "are_first", "minimum_cost"]

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The evaluation's constants: the costs of a miss and a false alarm, and the prior probability of a target."""

    miss: float = 1.0
    false_alarm: float = 0.1
    target_share: float = 0.02

    def normalised(self, misses: Numbers, false_alarms: Numbers) -> Numbers:
        """Divides the cost by that of the better of two trivial systems: one always says no, one always says yes."""
        to_miss, to_alarm = self.miss * self.target_share, self.false_alarm * (1.0 - self.target_share)
        found: Numbers = (to_miss * misses + to_alarm * false_alarms) / min(to_miss, to_alarm)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """The scores of one topic, higher for likelier targets, and which of them are targets."""

    scores: Sequence[float]
    are_targets: Sequence[bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectionCost:
    """The least cost, the score from which on everything is called a target, and the two rates there."""

    cost: float
    threshold: float
    misses: float
    false_alarms: float


def minimum_cost(topics: Iterable[Trials], costs: Costs | None = None) -> DetectionCost:
    """Returns the least cost with one threshold for all topics, each of which has the same weight.

    With a single ``Trials``, each trial has the same weight. A topic without targets has no misses to count, one of
    targets alone no false alarms. Calling nothing a target costs 1, so the result is never higher.
    """
    kept = list(topics)
    scores = np.concatenate([np.asarray(trials.scores, dtype=np.float64) for trials in kept] or [np.empty(0)])
    hits = np.concatenate([_shares(trials, of_targets=True) for trials in kept] or [np.empty(0)])
    alarms = np.concatenate([_shares(trials, of_targets=False) for trials in kept] or [np.empty(0)])
    order = np.argsort(-scores, kind="stable")
    # A threshold cannot separate equal scores: it lies after the last of them.
    lasts = np.flatnonzero(np.append(np.diff(scores[order]) != 0, True)) if len(order) else np.empty(0, dtype=np.int64)
    misses = 1.0 - _averaged(hits, order, lasts)
    false_alarms = _averaged(alarms, order, lasts)
    cost = (costs or Costs()).normalised(misses, false_alarms)
    best = int(np.argmin(cost))
    threshold = float(scores[order][lasts[best - 1]]) if best else float("inf")
    return DetectionCost(
        cost=float(cost[best]),
        threshold=threshold,
        misses=float(misses[best]),
        false_alarms=float(false_alarms[best]),
    )


def are_first(labels: Iterable[Hashable]) -> tuple[bool, ...]:
    """Returns which articles, in order of arrival, are the first of their topic."""
    seen: set[Hashable] = set()
    first = []
    for label in labels:
        first.append(label not in seen)
        seen.add(label)
    return tuple(first)


def _shares(trials: Trials, *, of_targets: bool) -> Numbers:
    """Returns what each trial adds to its topic's rate; zeros if the topic has no trials of that kind."""
    wanted = np.asarray(trials.are_targets, dtype=bool) == of_targets
    shares: Numbers = wanted / max(1, int(wanted.sum()))
    return shares


def _averaged(shares: Numbers, order: NDArray[np.int64], lasts: NDArray[np.int64]) -> Numbers:
    """Returns the mean rate over the topics at every threshold; at the first threshold nothing is a target."""
    topics = max(1.0, round(float(shares.sum())))
    return np.concatenate([[0.0], np.cumsum(shares[order])[lasts] / topics])
