"""Trains the two regressions that judge a page as a whole, from the folds' predictions for unseen pages.

One predicts whether the page is one story at all, the other how likely its text is right. Both are validated by site
before they are fitted to all pages.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from newsloom.extractors.loom.verdict import line_facts
from training.labelled import FOLDS, LabelledLines, folds_by_site

__all__ = [
    "calibration_error",
    "fit_logistic",
    "out_of_site_verdicts",
    "reliability",
    "report_verdicts",
    "write_verdict",
]

# From this word F1 on a text counts as right: a caption too much or a line too few.
RIGHT_F1 = 0.9
SHRINKAGE = 1.0
STEPS = 50
# The bins are fine where most pages are, not around 0.5, where the regressions change their decision but few pages are.
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0)

Marks = npt.NDArray[np.bool_]
Array = npt.NDArray[np.float64]


def report_verdicts(pages: list[LabelledLines], chances: list[Array]) -> None:
    """Prints how often the regressions are right on pages of sites they have not seen."""
    is_article, confidence = out_of_site_verdicts(pages, chances)
    truths = np.array([page.truth is not None for page in pages])
    corpora = np.array([page.corpus for page in pages])
    for corpus in dict.fromkeys(corpora.tolist()):
        here = corpora == corpus
        right = ((is_article >= 0.5) == truths)[here]
        missed = np.mean(is_article[here & truths] < 0.5)
        print(f"is_article on {corpus}: {here.sum()} pages, right {right.mean():.3f}, articles missed {missed:.3f}")
    right_texts = _right_texts(pages, chances)[truths]
    print(f"confidence: expected calibration error {calibration_error(confidence[truths], right_texts):.3f}")
    for low, high, count, said, found in reliability(confidence[truths], right_texts):
        print(f"confidence {low:.2f} to {high:.2f}: {count} pages, said {said:.3f}, right {found:.3f}")


def write_verdict(pages: list[LabelledLines], chances: list[Array], folder: Path) -> None:
    """Writes the weights that judge a page as a whole, from all pages."""
    everything = np.ones(len(pages), dtype=np.bool_)
    names, rows = _evidence(pages, chances)
    article, confidence = _fit(pages, chances, rows, everything)
    weights = {
        "is_article": dict(zip([*names, "bias"], np.round(article, 4).tolist(), strict=True)),
        "confidence": dict(zip([*names, "bias"], np.round(confidence, 4).tolist(), strict=True)),
    }
    (folder / "verdict.json").write_text(json.dumps(weights, indent=2) + "\n", encoding="utf-8")


def out_of_site_verdicts(pages: list[LabelledLines], chances: list[Array]) -> tuple[Array, Array]:
    """Returns every page's chances to be a story and to have the right text, by weights that did not see its site."""
    folds = folds_by_site(pages, seed=1)
    _, rows = _evidence(pages, chances)
    is_article, confidence = np.zeros(len(pages)), np.zeros(len(pages))
    for fold in range(FOLDS):
        here = folds == fold
        article_weights, confidence_weights = _fit(pages, chances, rows, ~here)
        is_article[here] = _logistic(rows[here] @ article_weights)
        confidence[here] = _logistic(rows[here] @ confidence_weights)
    return is_article, confidence


def fit_logistic(rows: Array, truths: Marks) -> Array:
    """Returns the weights of a logistic regression, by Newton's method with a little shrinkage."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        predicted = _logistic(rows @ weights)
        slope = rows.T @ (predicted - truths) + SHRINKAGE * weights
        curve = (rows.T * (predicted * (1 - predicted))) @ rows + SHRINKAGE * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    return weights


def calibration_error(said: Array, truths: Marks) -> float:
    """Returns the mean difference between predicted and true shares over the bins, weighted by their pages."""
    return sum(count * abs(mean - found) for _, _, count, mean, found in reliability(said, truths)) / max(len(said), 1)


def reliability(said: Array, truths: Marks) -> list[tuple[float, float, int, float, float]]:
    """Returns for each non-empty bin its borders, its size, the mean prediction, and the share that was true."""
    table = []
    for low, high in itertools.pairwise(BINS):
        inside = (said >= low) & ((said < high) | (high == BINS[-1]))
        if inside.any():
            table.append((low, high, int(inside.sum()), float(said[inside].mean()), float(truths[inside].mean())))
    return table


def _fit(pages: list[LabelledLines], chances: list[Array], rows: Array, chosen: Marks) -> tuple[Array, Array]:
    is_article = np.array([page.truth is not None for page in pages])
    story = chosen & is_article
    return (
        # Only one set has pages that are not articles; the articles of all sets are used, since rejecting a story is
        # worse than accepting a list.
        fit_logistic(rows[chosen], is_article[chosen]),
        fit_logistic(rows[story], _right_texts(pages, chances)[story]),
    )


def _evidence(pages: list[LabelledLines], chances: list[Array]) -> tuple[list[str], Array]:
    facts = [
        page.facts | line_facts(page.words, page.link_share, page_chances)
        for page, page_chances in zip(pages, chances, strict=True)
    ]
    return list(facts[0]), np.array([[*fact.values(), 1.0] for fact in facts])


def _right_texts(pages: list[LabelledLines], chances: list[Array]) -> Marks:
    return np.array(
        [
            page.truth is not None and page.word_f1(page_chances) >= RIGHT_F1
            for page, page_chances in zip(pages, chances, strict=True)
        ]
    )


def _logistic(scores: Array) -> Array:
    chances: Array = 1 / (1 + np.exp(-scores))
    return chances
