"""Assigns new texts to the language models of clusters, and measures how well the models fit.

Each cluster's model is interpolated with the general one. The weights decide which cluster a text goes to, and the
texts of a cluster decide its weight: both are updated in turn until nothing changes. Clusters are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from newsloom.clusterers.loglikelihood.models import LanguageModel, join_texts

__all__ = ["Fit", "best_models", "fit"]

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64]

_FIRST_WEIGHT: Final = 0.5
_CONVERGED: Final = 1e-4
# Likelihood rises with every round, and in practice converges within ten.
_MAX_ROUNDS: Final = 50
_MAX_STEPS: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """The cluster of each text, the weight of each cluster's model against the general one, and the perplexity."""

    clusters: Integers
    weights: Numbers
    perplexity: float


def fit(models: Sequence[LanguageModel], general: LanguageModel, texts: Sequence[Integers]) -> Fit:
    """Assigns texts and tunes weights until both are stable; a cluster without texts keeps its weight."""
    text, sizes = join_texts(texts), np.array([len(words) for words in texts], dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    by_cluster = np.stack([model.probabilities(text) for model in models])
    by_all = general.probabilities(text)
    weights = np.full(len(models), _FIRST_WEIGHT)
    clusters = np.full(len(texts), -1)
    for _ in range(_MAX_ROUNDS):
        scores = _scores(by_cluster, by_all, weights, starts)
        settled = np.argmax(scores, axis=0)
        moved = _tuned(by_cluster, by_all, weights, np.repeat(settled, sizes))
        is_stable = bool(np.array_equal(settled, clusters)) and bool(np.all(np.abs(moved - weights) < _CONVERGED))
        clusters, weights = settled, moved
        if is_stable:
            break
    scores = _scores(by_cluster, by_all, weights, starts)
    clusters, total = np.argmax(scores, axis=0), float(np.max(scores, axis=0).sum())
    perplexity = float(np.exp(-total / len(text.words))) if len(text.words) else float("inf")
    return Fit(clusters=clusters, weights=weights, perplexity=perplexity)


def best_models(
    models: Sequence[LanguageModel], general: LanguageModel, weights: Numbers, texts: Sequence[Integers]
) -> Integers:
    """The cluster with the highest posterior for each text; all clusters have the same prior."""
    text = join_texts(texts)
    starts = np.concatenate([[0], np.cumsum([len(words) for words in texts])]).astype(np.int64)
    by_cluster = np.stack([model.probabilities(text) for model in models])
    found: Integers = np.argmax(_scores(by_cluster, general.probabilities(text), weights, starts), axis=0)
    return found


def _scores(by_cluster: Numbers, by_all: Numbers, weights: Numbers, starts: Integers) -> Numbers:
    """The log likelihood of each text under each interpolated model."""
    logs = np.log(weights[:, None] * by_cluster + (1.0 - weights[:, None]) * by_all)
    sums = np.concatenate([np.zeros((len(logs), 1)), np.cumsum(logs, axis=1)], axis=1)
    found: Numbers = sums[:, starts[1:]] - sums[:, starts[:-1]]
    return found


def _tuned(by_cluster: Numbers, by_all: Numbers, weights: Numbers, cluster_of_word: Integers) -> Numbers:
    """The weights that make the words assigned to each cluster most likely, by expectation maximisation."""
    tuned = weights.copy()
    for cluster in np.unique(cluster_of_word):
        here = cluster_of_word == cluster
        own, rest, weight = by_cluster[cluster, here], by_all[here], weights[cluster]
        for _ in range(_MAX_STEPS):
            better = float(np.mean(weight * own / (weight * own + (1.0 - weight) * rest)))
            is_close, weight = abs(better - weight) < _CONVERGED / 10, better
            if is_close:
                break
        tuned[cluster] = weight
    return tuned
