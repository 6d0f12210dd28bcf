"""Reads texts that a trained room predicted for sites it was not trained on, and puts them into a report.

Each line of the file is a JSON object with ``set``, ``id`` and ``text``. The texts replace the results of the shipped
model, which was trained on these very sites; time and fields stay those of the run.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from benchmarks.contest import Plan, text_measures
from newsloom.errors import InputError
from newsloom.evaluation import MEASURES, EvaluationReport, PageScore
from newsloom.evaluation.corpora import Truth

__all__ = ["Predictions", "read_predictions", "with_predictions"]

# (set, id) → text
Predictions = Mapping[tuple[str, str], str]

TEXT_MEASURES: Final = ("word_f1", "word_precision", "word_recall", "shingle_f1", "with_rate", "without_rate")


def read_predictions(path: Path) -> Predictions:
    """Reads the texts. Raises ``InputError`` that names the first invalid line."""
    texts: dict[tuple[str, str], str] = {}
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                entry = json.loads(line)
                texts[str(entry["set"]), str(entry["id"])] = str(entry["text"])
            except (ValueError, KeyError, TypeError) as error:
                reason = f'wanted {{"set": ..., "id": ..., "text": ...}}, found something else ({error!r})'
                raise InputError(f"{path}, line {number}", reason) from error
    return texts


def with_predictions(
    report: EvaluationReport, name: str, texts: Predictions, plans: Sequence[Plan]
) -> EvaluationReport:
    """Returns the report with the texts scored under the name.

    If the run has a method of that name, its text measures are replaced. A page without a prediction keeps the run's
    measures if no page of its site has one, since such a site was not trained on; otherwise it has no text measures. If
    the run has no such method, the name becomes a new method, without time and fields.
    """
    truths = {(plan.corpus.name, i): truth for plan in plans for i, truth in plan.chosen.items()}
    if name not in report.methods:
        fresh = tuple(_scores(name, texts, truths))
        return dataclasses.replace(report, methods=(name, *report.methods), scores=(*fresh, *report.scores))
    seen = {site for plan in plans for i, site in plan.sites.items() if (plan.corpus.name, i) in texts}
    scores = tuple(
        score if score.method != name or _is_of_unseen_site(score, texts, seen) else _replaced(score, texts, truths)
        for score in report.scores
    )
    return dataclasses.replace(report, scores=scores)


def _is_of_unseen_site(score: PageScore, texts: Predictions, seen: Collection[str | None]) -> bool:
    return (score.corpus, score.id) not in texts and score.site not in seen


def _replaced(score: PageScore, texts: Predictions, truths: Mapping[tuple[str, str], Truth]) -> PageScore:
    key = score.corpus, score.id
    measures = dict.fromkeys(TEXT_MEASURES) | (text_measures(texts[key], truths[key]) if key in texts else {})
    return dataclasses.replace(score, measures={**score.measures, **measures})


def _scores(name: str, texts: Predictions, truths: Mapping[tuple[str, str], Truth]) -> Iterator[PageScore]:
    for (corpus, page_id), truth in _predicted(texts, truths):
        yield PageScore(
            corpus=corpus,
            id=page_id,
            site=truth.site,
            language=truth.language,
            year=truth.year,
            method=name,
            measures={**dict.fromkeys(MEASURES), **text_measures(texts[corpus, page_id], truth)},
        )


def _predicted(texts: Predictions, truths: Mapping[tuple[str, str], Truth]) -> Iterable[tuple[tuple[str, str], Truth]]:
    return ((key, truth) for key, truth in truths.items() if key in texts)
