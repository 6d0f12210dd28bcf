"""Evaluates learners on sets of pages: returns one score for each set and learner.

A learner is judged on a whole set at once, not page by page: the truth is which pages share a template.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from newsloom.catalogue import build
from newsloom.dom import parse
from newsloom.errors import CorpusError, InputError
from newsloom.evaluation.corpora import pages_by_template
from newsloom.evaluation.measures.partitions import PartitionScores, score_partition
from newsloom.learners.protocol import Learner

__all__ = ["LearnerScore", "evaluate_learner_sets", "learner_cells", "learner_json", "spread"]

_HEADER: Final = (
    "set",
    "learner",
    "pages",
    "true",
    "found",
    "precision",
    "recall",
    "page precision",
    "page recall",
    "pair precision",
    "pair recall",
    "adjusted Rand",
    "ms/page",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerScore:
    """How one learner did on one set; ``seconds`` is CPU time for all pages, including parsing."""

    corpus: str
    method: str
    pages: int
    seconds: float
    scores: PartitionScores


def evaluate_learner_sets(
    paths: Sequence[str | Path], learners: Sequence[str], *, limit: int | None = None
) -> tuple[LearnerScore, ...]:
    """Scores every learner on every set, or on ``limit`` pages of each, spread evenly.

    Raises ``CorpusError`` for a set that cannot be read, or in which no page has a template.
    """
    methods = {name: build("learner", name) for name in learners}
    if not paths or not methods:
        raise InputError("evaluation", "wanted at least one set and one learner, found none")
    scores: list[LearnerScore] = []
    for path in paths:
        pages = spread(pages_by_template(path), limit)
        if not pages:
            raise CorpusError(str(path), "no page of the set is labelled with its template")
        name = Path(path).resolve().name.split(".tar")[0]
        scores.extend(_score(name, label, method, pages) for label, method in methods.items())
    return tuple(scores)


def learner_cells(scores: Sequence[LearnerScore]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Returns the header and the rows as text."""
    return _HEADER, tuple(_cells(score) for score in scores)


def learner_json(scores: Sequence[LearnerScore]) -> str:
    """Returns the scores as JSON; keys are stable."""
    rows = [
        {"set": score.corpus, "learner": score.method, "pages": score.pages, "seconds": round(score.seconds, 3)}
        | {name: round(value, 6) for name, value in dataclasses.asdict(score.scores).items()}
        for score in scores
    ]
    return json.dumps({"format": 1, "kind": "learner", "rows": rows}, ensure_ascii=False, indent=2) + "\n"


def _score(corpus: str, name: str, learner: Learner, pages: Sequence[tuple[str, bytes]]) -> LearnerScore:
    began = time.process_time()
    templates = learner.learn(parse(page, keep_comments=learner.reads_comments) for _, page in pages)
    seconds = time.process_time() - began
    scores = score_partition([template.members for template in templates], [label for label, _ in pages])
    return LearnerScore(corpus=corpus, method=name, pages=len(pages), seconds=seconds, scores=scores)


def spread(pages: list[tuple[str, bytes]], limit: int | None) -> list[tuple[str, bytes]]:
    """Returns ``limit`` of the pages, spread evenly; all if ``limit`` is None."""
    if limit is None or limit >= len(pages):
        return pages
    return [pages[position * len(pages) // limit] for position in range(limit)]


def _cells(score: LearnerScore) -> tuple[str, ...]:
    found = score.scores
    rates = (
        found.precision,
        found.recall,
        found.page_precision,
        found.page_recall,
        found.pair_precision,
        found.pair_recall,
        found.adjusted_rand,
    )
    return (
        score.corpus,
        score.method,
        str(score.pages),
        str(found.true_clusters),
        str(found.clusters),
        *(f"{rate:.3f}" for rate in rates),
        f"{1000 * score.seconds / score.pages:.1f}",
    )
