"""Trains forests on labelled lines, and predicts with forests that have not seen the page's site.

There are two forests: one over the lines, and a small one that looks at them again, with the first one's predictions
for all of them. The second learns from predictions for pages whose sites the first had not seen.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from newsloom.extractors.loom.review import LEAST_CHANCE, is_doubtful, review, review_rows
from newsloom.extractors.loom.review import NAMES as REVIEW_NAMES
from newsloom.forest import Forest
from training.labelled import FOLDS, LabelledLines, folds_by_site

__all__ = ["TREES", "out_of_site_chances", "out_of_site_reviews", "train_forest", "train_review"]

TREES = 300
DEPTH = 6
# The pages' weights sum to about one each; this factor makes them large compared with CatBoost's own shrinkage.
SCALE = 300
REVIEW_TREES = 240
REVIEW_DEPTH = 4

Array = npt.NDArray[np.float64]


def train_forest(
    pages: list[LabelledLines],
    names: tuple[str, ...],
    *,
    columns: Sequence[int] | None = None,
    trees: int = TREES,
    seed: int = 1,
) -> Forest:
    """Returns a forest for these pages, from all columns or some."""
    chosen = np.arange(len(names)) if columns is None else np.array(columns)
    examples = [example for page in pages for example in page.examples]
    forest = _fit(
        names,
        np.vstack([example.rows[:, chosen] for example in examples]),
        np.concatenate([example.labels for example in examples]),
        np.concatenate([example.weights for example in examples]),
        {"iterations": trees, "depth": DEPTH, "rsm": 0.3, "learning_rate": 0.1, "random_seed": seed},
    )
    # Renumber to the columns of the whole row, so that any forest reads any page.
    return replace(forest, features=array("h", chosen[forest.features].astype(np.int16).tobytes()))


def out_of_site_chances(
    pages: list[LabelledLines], names: tuple[str, ...], *, columns: Sequence[int] | None = None, trees: int = TREES
) -> list[npt.NDArray[np.float64]]:
    """Returns for every page the chances of its lines, by a forest that has not seen its site."""
    folds = folds_by_site(pages)
    chances: list[npt.NDArray[np.float64]] = [np.empty(0)] * len(pages)
    for fold in range(FOLDS):
        others = [page for page, own in zip(pages, folds, strict=True) if own != fold]
        forest = train_forest(others, names, columns=columns, trees=trees)
        for number in np.flatnonzero(folds == fold):
            chances[number] = np.frombuffer(forest.probabilities(np.ascontiguousarray(pages[number].rows.T)))
        print(f"fold {fold + 1} of {FOLDS} done", file=sys.stderr)
    return chances


def train_review(pages: list[LabelledLines], chances: list[Array]) -> Forest:
    """Returns the forest of the second look, which adds to the first one's predictions for sites it had not seen."""
    rows, labels, weights = [], [], []
    for page, page_chances in zip(pages, chances, strict=True):
        if page.truth is None or page.is_mislabelled:
            continue
        chosen = np.flatnonzero(page_chances >= LEAST_CHANCE)
        if not len(chosen):
            continue
        rows.append(np.asarray(review_rows(page.seen, page_chances, chosen)).T)
        labels.append(page.labels[chosen])
        weights.append(page.weights[chosen])
    stacked = np.vstack(rows)
    settings = {
        "iterations": REVIEW_TREES,
        "depth": REVIEW_DEPTH,
        "rsm": 0.4,
        "learning_rate": 0.05,
        "random_seed": 1,
    }
    return _fit(
        REVIEW_NAMES, stacked, np.concatenate(labels), np.concatenate(weights), settings, known_scores=stacked[:, 0]
    )


def out_of_site_reviews(pages: list[LabelledLines], chances: list[Array]) -> list[Array]:
    """Returns for every page the chances after the second look, by a forest that has not seen its site."""
    folds = folds_by_site(pages)
    reviewed = list(chances)
    for fold in range(FOLDS):
        others = [number for number, own in enumerate(folds) if own != fold]
        forest = train_review([pages[number] for number in others], [chances[number] for number in others])
        for number in np.flatnonzero(folds == fold):
            if is_doubtful(pages[number].words, chances[number]):
                reviewed[number] = np.asarray(review(pages[number].seen, chances[number], forest))
        print(f"review of fold {fold + 1} of {FOLDS} done", file=sys.stderr)
    return reviewed


def _fit(  # noqa: PLR0913 - what is learned from, and how
    names: tuple[str, ...],
    rows: npt.NDArray[np.float32],
    labels: npt.NDArray[np.bool_],
    weights: Array,
    settings: Mapping[str, float],
    *,
    known_scores: npt.NDArray[np.float32] | None = None,
) -> Forest:
    # Imported here: only the training environment has CatBoost, and the rest of the folder is tested without it.
    from catboost import CatBoostClassifier, Pool  # noqa: PLC0415

    from training.forests import forest_of  # noqa: PLC0415

    model = CatBoostClassifier(
        **settings,
        l2_leaf_reg=6,
        bootstrap_type="Bernoulli",
        subsample=0.7,
        border_count=63,
        thread_count=2,
        verbose=0,
        allow_writing_files=False,
    )
    model.fit(Pool(rows, labels, weight=weights * SCALE, baseline=known_scores))
    return forest_of(model, names, int(settings["depth"]))
