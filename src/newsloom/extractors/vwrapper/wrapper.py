"""A learned wrapper, whose stumps vote on rows of features. It is read from a file, and learned by AdaBoost."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Self

import numpy as np
import numpy.typing as npt

__all__ = ["Boosted", "Wrapper", "learn_boosted", "shipped_wrapper"]

Rows = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False, kw_only=True)
class Boosted:
    """Stumps: each votes its ``votes[i]`` if feature ``features[i]`` is above ``thresholds[i]``, else the negative."""

    features: npt.NDArray[np.int64]
    thresholds: npt.NDArray[np.float32]
    votes: npt.NDArray[np.float32]

    def scores(self, rows: Rows) -> npt.NDArray[np.float32]:
        """The vote on each row, from -1 to 1."""
        sides = np.where(rows[:, self.features] > self.thresholds, self.votes, -self.votes)
        whole = float(np.abs(self.votes).sum()) or 1.0
        scores: npt.NDArray[np.float32] = sides.sum(axis=1) / whole
        return scores

    @classmethod
    def from_lists(cls, stumps: Sequence[Sequence[float]]) -> Self:
        columns = list(zip(*stumps, strict=True)) if stumps else [(), (), ()]
        return cls(
            features=np.array(columns[0], dtype=np.int64),
            thresholds=np.array(columns[1], dtype=np.float32),
            votes=np.array(columns[2], dtype=np.float32),
        )

    def as_lists(self) -> list[list[float]]:
        return [
            [int(feature), round(float(threshold), 4), round(float(vote), 4)]
            for feature, threshold, vote in zip(self.features, self.thresholds, self.votes, strict=True)
        ]


@dataclass(frozen=True, eq=False, kw_only=True)
class Wrapper:
    """The voters that recognise a story's blocks and its title."""

    body: Boosted
    title: Boosted

    @classmethod
    def from_json(cls, text: str) -> Self:
        model: Mapping[str, Any] = json.loads(text)
        return cls(body=Boosted.from_lists(model["body"]), title=Boosted.from_lists(model["title"]))

    def to_json(self) -> str:
        """The wrapper as JSON, with a stump on each line: its feature, threshold and vote."""
        parts = [
            f'"{name}": [\n' + ",\n".join(json.dumps(stump) for stump in part.as_lists()) + "\n]"
            for name, part in (("body", self.body), ("title", self.title))
        ]
        return "{" + ",\n".join(parts) + "}\n"


@functools.cache
def shipped_wrapper() -> Wrapper:
    """The wrapper of data/wrapper.json, made by training/vwrapper.py."""
    return Wrapper.from_json((files(__package__) / "data" / "wrapper.json").read_text(encoding="utf-8"))


def learn_boosted(rows: Rows, labels: npt.NDArray[np.bool_], *, rounds: int, cuts: int = 24) -> Boosted:
    """Learns decision stumps by AdaBoost (Freund and Schapire, 1997); both classes begin with equal weight."""
    thresholds = np.unique(np.quantile(rows, np.linspace(0.02, 0.98, cuts), axis=0), axis=0)
    features = np.repeat(np.arange(rows.shape[1]), len(thresholds))
    edges = thresholds.T.reshape(-1).astype(np.float32)
    above = rows[:, features] > edges
    signs = np.where(labels, 1.0, -1.0)
    weights = np.where(labels, 0.5 / max(1, labels.sum()), 0.5 / max(1, (~labels).sum()))
    chosen: list[tuple[int, float, float]] = []
    for _ in range(rounds):
        # The weighted vote of "above is for": 1 if it is always right, -1 if it is always wrong.
        edge_of = 2 * ((weights * signs) @ above) - (weights * signs).sum()
        best = int(np.abs(edge_of).argmax())
        gain = float(np.clip(edge_of[best], -0.999, 0.999))
        vote = 0.5 * float(np.log((1 + gain) / (1 - gain)))
        chosen.append((int(features[best]), float(edges[best]), vote))
        weights = weights * np.exp(-vote * signs * np.where(above[:, best], 1.0, -1.0))
        weights /= weights.sum()
    return Boosted.from_lists(chosen)
