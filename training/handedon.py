"""Turns the folds' predictions into articles' texts as users get them, with all rules that follow the forests."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import numpy as np
import numpy.typing as npt

from newsloom.dom import parse
from newsloom.evaluation.corpora import open_corpus
from newsloom.evaluation.measures import word_scores
from newsloom.extractors.loom import LoomExtractor
from newsloom.extractors.loom.page import PageArrays
from newsloom.pipeline.extract import article_of
from training.alignment import words_of
from training.labelled import LabelledLines

__all__ = ["FAILED_F1", "report_texts", "texts_handed_on", "write_predictions"]

FAILED_F1 = 0.5


def texts_handed_on(
    pages: Sequence[LabelledLines], paths: Sequence[Path], chances: Sequence[npt.NDArray[np.float64]]
) -> dict[tuple[str, str], str]:
    """Returns the text of each article by set and id; reads the sets again, since the trees do not fit in memory."""
    wanted = {(page.corpus, page.id): own for page, own in zip(pages, chances, strict=True) if page.truth is not None}
    texts = {}
    for path in paths:
        corpus = open_corpus(path)
        for labelled in corpus:
            key = corpus.name, labelled.truth.id
            if key in wanted:
                page = PageArrays.of(parse(labelled.page, url=labelled.truth.url))
                extraction = LoomExtractor().told(page, array("d", wanted[key]))
                texts[key] = article_of(page.document, extraction).text
    return texts


def report_texts(pages: Sequence[LabelledLines], texts: dict[tuple[str, str], str]) -> None:
    """Prints word F1 by set, with and without the pages whose truth is known to be wrong."""
    scores: dict[str, list[tuple[float, bool]]] = {}
    for page in pages:
        if page.truth is not None:
            score = word_scores(words_of(texts[page.corpus, page.id]), page.truth).f
            scores.setdefault(page.corpus, []).append((score, page.is_mislabelled))
    for name, values in scores.items():
        failed = sum(score < FAILED_F1 for score, _ in values)
        right = [score for score, is_mislabelled in values if not is_mislabelled]
        print(
            f"{name}: {len(values)} pages, word F1 {fmean(score for score, _ in values):.4f}, "
            f"below {FAILED_F1}: {failed}; {fmean(right):.4f} without {len(values) - len(right)} wrong truths, "
            f"below {FAILED_F1}: {sum(score < FAILED_F1 for score in right)}"
        )
    print(f"mean of the sets: {fmean(fmean(score for score, _ in values) for values in scores.values()):.4f}")


def write_predictions(texts: dict[tuple[str, str], str], path: Path) -> None:
    """Writes the texts, one page per line."""
    rows = ({"set": corpus, "id": name, "text": text} for (corpus, name), text in texts.items())
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
