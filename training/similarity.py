"""Fits the desk's similarity to graded pairs: ``python -m training.similarity ../shared/data/stories``.

Reads the pairs with their articles, computes the measures of ``newsloom.desk.similarity`` for each, and fits two ridge
regressions to the grades, one within a language and one across. First it validates, in five folds, and prints the
correlation by language; then it fits on all pairs and writes the models into the desk's ``data/``.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from newsloom.desk.representation import Representation, represent
from newsloom.desk.similarity import ACROSS, MODEL_NAME, WITHIN, measures
from newsloom.records import Article

DATA = Path(__file__).parent.parent / "src/newsloom/desk/data"
FOLDS = 5
# Pulls the weights towards 0, in units of pairs; from the folds, which hardly depend on it between 3 and 100.
SHRINKAGE = {WITHIN: 10.0, ACROSS: 10.0}
# Grades run from 1, the same story, to 4, unrelated.
SAME, UNRELATED = 1.0, 4.0

Floats = npt.NDArray[np.float64]


def main() -> None:
    """Validates, fits on everything, and writes the models."""
    names, rows, grades, languages = read_pairs(Path(sys.argv[1]))
    models = {}
    for kind in (WITHIN, ACROSS):
        chosen = np.array([(a == b) == (kind == WITHIN) for a, b in (pair.split("-") for pair in languages)])
        validate(rows[chosen], grades[chosen], languages[chosen], SHRINKAGE[kind])
        models[kind] = named_weights(names, *fit(rows[chosen], grades[chosen], SHRINKAGE[kind]))
    DATA.mkdir(exist_ok=True)
    (DATA / MODEL_NAME).write_text(json.dumps(models, indent=1) + "\n", encoding="utf-8")


def read_pairs(folder: Path) -> tuple[list[str], Floats, Floats, npt.NDArray[np.str_]]:
    """Returns the measures' names, a row of them for each pair, the grades from 0 to 1, and the pairs' languages."""
    representations: dict[str, Representation] = {
        row["id"]: represent(_article(row)) for row in _read(folder / "pairs-articles")
    }
    pairs = [pair for pair in _read(folder / "pairs") if pair["a"] in representations and pair["b"] in representations]
    found = [measures(representations[pair["a"]], representations[pair["b"]]) for pair in pairs]
    names = list(found[0])
    rows = np.array([[row[name] for name in names] for row in found])
    grades = np.array([(UNRELATED - pair["overall"]) / (UNRELATED - SAME) for pair in pairs])
    return names, rows, grades, np.array([pair["lang"] for pair in pairs])


def fit(rows: Floats, grades: Floats, shrinkage: float) -> tuple[Floats, float]:
    """Returns weights and bias for unscaled rows, fitted on rows scaled to mean 0 and deviation 1."""
    middle, spread = rows.mean(0), rows.std(0) + 1e-9
    scaled = (rows - middle) / spread
    square = scaled.T @ scaled + shrinkage * np.eye(rows.shape[1])
    weights = np.linalg.solve(square, scaled.T @ (grades - grades.mean())) / spread
    return weights, float(grades.mean() - weights @ middle)


def validate(rows: Floats, grades: Floats, languages: npt.NDArray[np.str_], shrinkage: float) -> None:
    """Prints the correlation on pairs that were left out, and on languages that were left out."""
    folds = np.random.default_rng(0).integers(0, FOLDS, len(grades))
    said = _left_out(rows, grades, folds, shrinkage)
    _, numbers = np.unique(languages, return_inverse=True)
    strange = _left_out(rows, grades, numbers, shrinkage) if len(set(languages)) > 1 else said
    correlation: Callable[[Floats, Floats], float] = lambda a, b: float(np.corrcoef(a, b)[0, 1])  # noqa: E731
    for language in np.unique(languages):
        of_it = languages == language
        print(
            f"{language} {of_it.sum()} pairs: {correlation(said[of_it], grades[of_it]):.3f},"
            f" language unseen {correlation(strange[of_it], grades[of_it]):.3f}"
        )


def _left_out(rows: Floats, grades: Floats, folds: npt.NDArray[np.int64], shrinkage: float) -> Floats:
    said = np.zeros(len(grades))
    for fold in np.unique(folds):
        weights, bias = fit(rows[folds != fold], grades[folds != fold], shrinkage)
        said[folds == fold] = np.clip(rows[folds == fold] @ weights + bias, 0, 1)
    return said


def named_weights(names: list[str], weights: Floats, bias: float) -> dict[str, float]:
    """Returns a model in the form in which it is written."""
    return {"bias": round(bias, 6)} | {name: round(float(w), 6) for name, w in zip(names, weights, strict=True)}


def _read(path: Path) -> list[dict[str, Any]]:
    with gzip.open(f"{path}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _article(row: dict[str, Any]) -> Article:
    return Article(title=row.get("title"), text=row.get("text") or "", language=row.get("lang"))


if __name__ == "__main__":
    main()
