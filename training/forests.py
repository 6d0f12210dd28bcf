"""Shared by both trainings: converts CatBoost's trees to a ``Forest``, and writes a forest with its digest."""

from __future__ import annotations

import hashlib
import json
import tempfile
from array import array
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from catboost import CatBoostClassifier

from newsloom.forest import DIGEST_NAME, FOREST_NAME, Forest

__all__ = ["forest_of", "mean_forest", "write_forest"]


def forest_of(model: CatBoostClassifier, names: tuple[str, ...], depth: int) -> Forest:
    """Returns the trees of a fitted model."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        content = json.loads(path.read_text(encoding="utf-8"))
    trees = content["oblivious_trees"]
    features = np.zeros((len(trees), depth), dtype=np.int16)
    # A level that a tree does not have asks a question that no row passes.
    borders = np.full((len(trees), depth), np.inf, dtype=np.float32)
    leaves = np.zeros((len(trees), 2**depth), dtype=np.float32)
    for number, tree in enumerate(trees):
        # A tree without a useful question has no splits.
        for level, split in enumerate(tree["splits"] or ()):
            features[number, level] = split["float_feature_index"]
            borders[number, level] = split["border"]
        leaves[number, : len(tree["leaf_values"])] = tree["leaf_values"]
    scale, (bias,) = content["scale_and_bias"]
    return Forest(
        names=names,
        levels=depth,
        features=array("h", features.tobytes()),
        borders=array("f", borders.tobytes()),
        leaves=array("f", (leaves * np.float32(scale)).tobytes()),
        bias=float(bias),
    )


def mean_forest(forests: Sequence[Forest]) -> Forest:
    """Returns one forest whose log odds are the mean of those of the given forests."""
    return Forest(
        names=forests[0].names,
        levels=forests[0].levels,
        features=array("h", np.concatenate([forest.features for forest in forests]).tobytes()),
        borders=array("f", np.concatenate([forest.borders for forest in forests]).tobytes()),
        leaves=array("f", (np.concatenate([forest.leaves for forest in forests]) / np.float32(len(forests))).tobytes()),
        bias=sum(forest.bias for forest in forests) / len(forests),
    )


def write_forest(forest: Forest, folder: Path) -> None:
    """Writes the model file and its digest."""
    content = forest.to_bytes()
    digest = hashlib.sha256(content).hexdigest()
    (folder / FOREST_NAME).write_bytes(content)
    (folder / DIGEST_NAME).write_text(f"{digest}  {FOREST_NAME}\n", encoding="ascii")
    print(f"wrote {len(content):,} bytes, sha256 {digest}")
