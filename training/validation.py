"""Labelled lines to a forest, and to what forests say of pages whose sites they have not seen."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from newsloom.forest import Forest
from training.labelled import FOLDS, LabelledLines, folds_by_site

__all__ = ["TREES", "out_of_site_chances", "train_forest"]

TREES = 300
DEPTH = 6
# The pages' weights sum to about one each; so much more makes them weigh against CatBoost's own shrinkage.
SCALE = 300


def train_forest(
    pages: list[LabelledLines], names: tuple[str, ...], *, columns: Sequence[int] | None = None, trees: int = TREES
) -> Forest:
    """A forest for these pages, those that are no articles left out, from all columns or some."""
    # Here, for only the environment that trains has CatBoost: the rest of the folder is tested without.
    from catboost import CatBoostClassifier  # noqa: PLC0415

    from training.forests import forest_of  # noqa: PLC0415

    chosen = np.arange(len(names)) if columns is None else np.array(columns)
    examples = [example for page in pages if page.truth is not None for example in page.examples]
    model = CatBoostClassifier(
        iterations=trees,
        depth=DEPTH,
        learning_rate=0.1,
        l2_leaf_reg=6,
        rsm=0.3,
        bootstrap_type="Bernoulli",
        subsample=0.7,
        border_count=63,
        random_seed=1,
        thread_count=2,
        verbose=0,
        allow_writing_files=False,
    )
    model.fit(
        np.vstack([example.rows[:, chosen] for example in examples]),
        np.concatenate([example.labels for example in examples]),
        sample_weight=np.concatenate([example.weights for example in examples]) * SCALE,
    )
    forest = forest_of(model, names, DEPTH)
    # Back to the columns of the whole row, so that any forest reads any page.
    forest.features[:] = chosen[forest.features]
    return forest


def out_of_site_chances(
    pages: list[LabelledLines], names: tuple[str, ...], *, columns: Sequence[int] | None = None, trees: int = TREES
) -> list[npt.NDArray[np.float64]]:
    """For every page the chances of its lines, by a forest that has not seen its site."""
    folds = folds_by_site(pages)
    chances: list[npt.NDArray[np.float64]] = [np.empty(0)] * len(pages)
    for fold in range(FOLDS):
        others = [page for page, own in zip(pages, folds, strict=True) if own != fold]
        forest = train_forest(others, names, columns=columns, trees=trees)
        for number in np.flatnonzero(folds == fold):
            chances[number] = forest.probabilities(pages[number].rows)
        print(f"fold {fold + 1} of {FOLDS} done", file=sys.stderr)
    return chances
