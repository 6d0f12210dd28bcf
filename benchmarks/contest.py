"""Asks one contestant about one page: returns a ``PageScore`` for a page with its truth and an extractor's name.

``hold`` asks every contestant about every page of the sets. A contestant that raises, or takes too long, is scored as
if it had found nothing.
"""

from __future__ import annotations

import dataclasses
import functools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks.peers import ALL_FIELDS, PEERS, Answer, Peer, hush
from benchmarks.rooms import rooms
from newsloom.engines.local import LocalEngine
from newsloom.evaluation import MEASURES, EvaluationReport, PageScore, SetFacts
from newsloom.evaluation.corpora import Corpus, Truth
from newsloom.evaluation.extraction import score_failure
from newsloom.evaluation.measures import (
    authors_score,
    date_score,
    shingle_f,
    title_score,
    with_rate,
    without_rate,
    word_scores,
    words_of,
)
from newsloom.press import demo_pages
from newsloom.records import Failure

__all__ = ["Plan", "Question", "hold", "score_question", "text_measures"]

# Some peers take seconds for the largest pages; no page of the sets takes any of them this long.
BUDGET_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A page, and the contestant that is asked about it."""

    corpus: str
    truth: Truth
    method: str
    page: bytes = field(repr=False)

    def __str__(self) -> str:
        """Returns the name used in failures."""
        return f"{self.corpus}/{self.truth.id} by {self.method}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The pages of one set that are asked about; ``sites`` has the sites of all its pages, by id."""

    corpus: Corpus
    pages: int
    chosen: Mapping[str, Truth]
    sites: Mapping[str, str | None]

    @classmethod
    def of(cls, corpus: Corpus, limit: int | None) -> Plan:
        """Chooses articles only, ``limit`` of them spread evenly: the first by name would all be from one site."""
        truths = corpus.truths()
        ids = sorted(i for i, truth in truths.items() if (truth.type or "article") == "article")
        count = min(limit or len(ids), len(ids))
        chosen = [ids[position * len(ids) // count] for position in range(count)]
        sites = {i: truth.site for i, truth in truths.items()}
        return cls(corpus=corpus, pages=len(ids), chosen={i: truths[i] for i in chosen}, sites=sites)

    @property
    def facts(self) -> SetFacts:
        """The facts of the set for an evaluation's report."""
        return SetFacts(name=self.corpus.name, digest=self.corpus.digest(), pages=self.pages, scored=len(self.chosen))


def hold(
    plans: Sequence[Plan], methods: Sequence[str], *, processes: int, progress: Callable[[int, int], None]
) -> EvaluationReport:
    """Asks every method about every page."""
    engine = LocalEngine(processes=processes, budget_seconds=BUDGET_SECONDS)
    total = sum(len(plan.chosen) for plan in plans) * len(methods)
    scores: list[PageScore] = []
    failures: dict[str, Failure] = {}
    for done, outcome in enumerate(engine.map(score_question, _questions(plans, methods)), start=1):
        if isinstance(outcome, Failure):
            failures[outcome.url] = outcome
        else:
            scores.append(outcome)
        progress(done, total)
    scores.extend(_failed(plans, methods, scores, failures))
    return EvaluationReport(
        methods=tuple(methods),
        feed_title=False,
        sets=tuple(plan.facts for plan in plans),
        scores=tuple(map(_with_silence, scores)),
    )


def score_question(question: Question) -> PageScore:
    """Returns the score of the contestant's answer, and the CPU time it took."""
    peer = _warmed(question.method)
    truth = question.truth
    started = time.process_time()
    answer = peer.answer(question.page, truth.url)
    seconds = time.process_time() - started
    return PageScore(
        corpus=question.corpus,
        id=truth.id,
        site=truth.site,
        language=truth.language,
        year=truth.year,
        method=question.method,
        measures=_measures(answer, truth),
        seconds=seconds,
    )


def text_measures(text: str, truth: Truth) -> dict[str, float | None]:
    """Returns the measures of a text; those of words are missing if the page has no true text."""
    measures = {
        "with_rate": with_rate(text, truth.with_snippets),
        "without_rate": without_rate(text, truth.without_snippets),
    }
    if truth.text is None:
        return measures
    found, true = words_of(text, truth.language), words_of(truth.text, truth.language)
    counted = word_scores(found, true)
    return measures | {
        "word_f1": counted.f,
        "word_precision": counted.precision,
        "word_recall": counted.recall,
        "shingle_f1": shingle_f(found, true),
    }


def _measures(answer: Answer, truth: Truth) -> dict[str, float | None]:
    return {
        **dict.fromkeys(MEASURES),
        **text_measures(answer.text or "", truth),
        "title": title_score(answer.title, truth.title, truth.language),
        "date": date_score(answer.date, truth.date),
        "authors": authors_score(answer.authors, truth.authors, truth.language),
    }


def _with_silence(score: PageScore) -> PageScore:
    """Drops the measures of fields that a library never looks for: it is not compared in them."""
    silent = ALL_FIELDS - _contestant(score.method).fields
    return dataclasses.replace(score, measures={**score.measures, **dict.fromkeys(silent)})


def _contestant(name: str) -> Peer:
    return next(peer for peer in (*rooms(), *PEERS) if peer.name == name)


@functools.cache
def _warmed(method: str) -> Peer:
    """Returns the contestant after some pages, so that imports, word lists and models are not counted for a page."""
    hush()
    peer = _contestant(method)
    for demo in demo_pages():
        peer.answer(demo.page, demo.url)
    return peer


def _questions(plans: Iterable[Plan], methods: Sequence[str]) -> Iterator[Question]:
    for plan in plans:
        for labelled in plan.corpus.pages(plan.chosen):
            for method in methods:
                yield Question(corpus=plan.corpus.name, truth=labelled.truth, page=labelled.page, method=method)


def _failed(
    plans: Iterable[Plan], methods: Sequence[str], scores: Sequence[PageScore], failures: Mapping[str, Failure]
) -> Iterator[PageScore]:
    done = {(score.corpus, score.id, score.method) for score in scores}
    for plan in plans:
        for truth in plan.chosen.values():
            for method in methods:
                if (plan.corpus.name, truth.id, method) not in done:
                    question = Question(corpus=plan.corpus.name, truth=truth, method=method, page=b"")
                    unknown = Failure(url=str(question), stage="answer", kind="Unknown", reason="no answer came")
                    yield score_failure(plan.corpus.name, truth, method, failures.get(str(question), unknown))
