"""The weights that ``correlation`` learned, and what its clusters are worth: ``python -m training.correlation SET…``.

Neighbours of which both are story belong together, those of which one is do not; others say nothing. A logistic
regression over what two neighbours have in common is written into the room. ``--measure`` learns nothing and counts
pairs of blocks put together or apart rightly, for each form of weights, as section V.B of the paper defines accuracy.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from newsloom.extractors.correlation import CorrelationExtractor
from newsloom.extractors.correlation.graph import neighbourhood
from newsloom.extractors.correlation.weights import FEATURES, edge_features
from training.drawn import DrawnExample, drawn_examples

__all__ = ["fit", "pair_accuracy"]

MODEL = Path(__file__).parents[1] / "src/newsloom/extractors/correlation/data/weights.json"
FORMS = ("printed", "learned", "unsupervised")
STEPS = 3_000
RATE = 1.0
RIDGE = 1e-3


def main() -> None:
    """Learn from the sets, or measure on them."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("sets", nargs="+")
    reader.add_argument("--limit", type=int, default=100, help="pages of each set")
    reader.add_argument("--measure", action="store_true")
    reader.add_argument("--layouts", type=Path, help="a folder to keep drawings in, and to take them from")
    asked = reader.parse_args()
    examples = drawn_examples(asked.sets, limit=asked.limit, layouts=asked.layouts)
    if asked.measure:
        for form, accuracy in pair_accuracy(examples).items():
            print(f"{form:14} {accuracy:.3f}")
        return
    rows, labels = _pairs(examples)
    factors, bias = fit(rows, labels)
    weights = {name: round(float(factor), 4) for name, factor in zip(FEATURES, factors, strict=True)}
    MODEL.write_text(json.dumps({"weights": weights, "bias": round(bias, 4)}, indent=1) + "\n", encoding="utf-8")
    print(f"{len(labels)} pairs, {labels.mean():.2f} of them together")


def _pairs(examples: Iterable[DrawnExample]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    room = CorrelationExtractor()
    rows: list[list[float]] = []
    labels: list[float] = []
    for page in examples:
        leaves = [page.blocks[leaf] for leaf in page.leaves]
        edges = neighbourhood(
            page.blocks, page.leaves, tree_distance=room.tree_distance, drawn_distance=room.drawn_distance
        )
        for edge in edges:
            one, other = page.in_story[edge.first], page.in_story[edge.second]
            if one or other:
                rows.append(edge_features(edge, leaves, page.layout))
                labels.append(float(one and other))
    return np.array(rows), np.array(labels)


def fit(rows: npt.NDArray[np.float64], labels: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], float]:
    """The factors and the bias of a logistic regression, both kinds of pairs counted alike."""
    balance = np.where(labels > 0, 0.5 / max(labels.mean(), 1e-9), 0.5 / max(1 - labels.mean(), 1e-9))
    factors, bias = np.zeros(rows.shape[1]), 0.0
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-(rows @ factors + bias)))
        errors = (chances - labels) * balance / len(labels)
        factors -= RATE * (rows.T @ errors + RIDGE * factors)
        bias -= RATE * float(errors.sum())
    return factors, bias


def pair_accuracy(examples: Iterable[DrawnExample]) -> dict[str, float]:
    """The share of pairs of leaf blocks that are rightly together or apart, the story being one cluster.

    Two leaves that are no story belong nowhere in particular: their pairs are not counted.
    """
    right, counted = dict.fromkeys(FORMS, 0), 0
    for page in examples:
        truth = {id(page.blocks[leaf]): is_in for leaf, is_in in zip(page.leaves, page.in_story, strict=True)}
        together, leaves = sum(truth.values()), len(truth)
        counted += together * (together - 1) // 2 + together * (leaves - together)
        for form in FORMS:
            clusters = CorrelationExtractor(weights=form).clusters(page.blocks, page.layout)  # type: ignore[arg-type]
            sizes = [(sum(truth[id(leaf)] for leaf in one if id(leaf) in truth), len(one)) for one in clusters]
            kept = sum(inside * (inside - 1) // 2 for inside, _ in sizes)
            mixed = sum(inside * (size - inside) for inside, size in sizes)
            right[form] += kept + together * (leaves - together) - mixed
    return {form: count / counted if counted else 0.0 for form, count in right.items()}


if __name__ == "__main__":
    main()
