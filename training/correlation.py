"""Trains the weights of ``correlation``, and measures its clusters: ``python -m training.correlation SET…``.

Two neighbouring blocks that are both story belong together, those of which only one is do not; other pairs are not
used. A logistic regression over the features of two neighbours is written into the room: each page has the same weight,
and no similarity may separate neighbours. ``--measure`` trains nothing and counts the pairs of blocks correctly put
together or apart, for each form of weights, as section V.B of the paper defines accuracy.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
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
STEPS = 1_500
RATE = 1.0
RIDGE = 1e-3

Floats = npt.NDArray[np.float64]
Pairs = tuple[Floats, Floats]
"""The features of a page's neighbours, a row for each pair, and 1 for pairs that belong together."""


def main() -> None:
    """Trains on the sets, or measures on them."""
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
    pages = [_pairs(page) for page in examples]
    factors, bias = fit([page for page in pages if len(page[1])])
    weights = {name: round(float(factor), 4) for name, factor in zip(FEATURES, factors, strict=True)}
    MODEL.write_text(json.dumps({"weights": weights, "bias": round(bias, 4)}, indent=1) + "\n", encoding="utf-8")
    labels = np.concatenate([of_page for _, of_page in pages])
    print(f"{len(labels)} pairs of {len(pages)} pages, {labels.mean():.2f} of them together")


def _pairs(page: DrawnExample) -> Pairs:
    room = CorrelationExtractor()
    leaves = [page.blocks[leaf] for leaf in page.leaves]
    edges = neighbourhood(
        page.blocks, page.leaves, tree_distance=room.tree_distance, drawn_distance=room.drawn_distance
    )
    rows: list[list[float]] = []
    labels: list[float] = []
    for edge in edges:
        one, other = page.in_story[edge.first], page.in_story[edge.second]
        if one or other:
            rows.append(edge_features(edge, leaves, page.layout))
            labels.append(float(one and other))
    return np.array(rows).reshape(-1, len(FEATURES)), np.array(labels)


def fit(pages: Sequence[Pairs]) -> tuple[Floats, float]:
    """Returns the factors and the bias of a logistic regression without negative factors.

    All pages have the same weight, however many pairs they have, and so do both kinds of pairs on each: otherwise long
    pages that lost their style sheets, on which everything looks alike, teach that blocks that look alike are apart.
    """
    rows, labels = (np.concatenate(part) for part in zip(*pages, strict=True))
    shares = np.concatenate([_shares(of_page) for _, of_page in pages]) / len(pages)
    factors, bias = np.zeros(rows.shape[1]), 0.0
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-(rows @ factors + bias)))
        errors = (chances - labels) * shares
        factors = np.maximum(factors - RATE * (rows.T @ errors + RIDGE * factors), 0.0)
        bias -= RATE * float(errors.sum())
    return factors, bias


def _shares(labels: Floats) -> Floats:
    together = labels.sum()
    return np.where(labels > 0, 0.5 / max(together, 1.0), 0.5 / max(len(labels) - together, 1.0))


def pair_accuracy(examples: Iterable[DrawnExample]) -> dict[str, float]:
    """Returns the share of pairs of leaf blocks that are rightly together or apart, the story being one cluster.

    Leaves outside the story belong to no particular cluster: a pair of two such leaves is not counted.
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
