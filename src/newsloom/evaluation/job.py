"""Runs an evaluation of any kind of method: an ``EvaluationJob`` on corpora, giving an ``EvaluationReport``.

Pages stream from the sets through an engine; truths and scores are in memory. If a page fails, its methods are run one
by one, so that the failure counts against the method that caused it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from newsloom.engines import Engine
from newsloom.errors import InputError
from newsloom.evaluation.corpora import Corpus, Truth
from newsloom.evaluation.scores import EvaluationReport, PageScore, PageToScore, SetFacts, Task
from newsloom.records import Failure

__all__ = ["EvaluationJob", "Progress", "run_job"]

# Called with the number of pages done and the total.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationJob:
    """What to measure of the methods named by ``labels``.

    ``is_eligible`` says which pages can be scored, ``is_scored`` which of a set are (None means all); ``step`` scores a
    page in any process, ``score_failure`` returns the score of a method that failed on a page.
    """

    task: Task
    labels: tuple[str, ...]
    is_eligible: Callable[[Truth], bool]
    step: Callable[[PageToScore], tuple[PageScore, ...]]
    score_failure: Callable[[str, Truth, str, Failure], PageScore]
    is_scored: Callable[[str, Truth], bool] | None = None
    feed_title: bool = False


def run_job(
    job: EvaluationJob,
    corpora: Sequence[Corpus],
    *,
    engine: Engine,
    limit: int | None = None,
    progress: Progress | None = None,
) -> EvaluationReport:
    """Scores every method on the eligible pages of every set, or on ``limit`` of each, spread evenly.

    Raises ``CorpusError`` for a set that cannot be read.
    """
    labels = job.labels
    _check_names(corpora, labels)
    plans = [_Plan.of(corpus, job, limit) for corpus in corpora]
    collected = _Collected(total=sum(len(plan.chosen) for plan in plans), progress=progress)
    collected.collect(engine.map(job.step, _pages_to_score(plans, [labels])))
    if len(labels) > 1:
        retries = _pages_to_score(_unfinished(plans, collected.scores), [(label,) for label in labels])
        collected.collect(engine.map(job.step, retries))
    scores = [*collected.scores, *_failed(plans, job, collected)]
    return EvaluationReport(
        methods=labels,
        feed_title=job.feed_title,
        sets=tuple(plan.facts() for plan in plans),
        scores=tuple(_sorted(scores, corpora, labels)),
        task=job.task,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """The pages of one set that are scored."""

    corpus: Corpus
    pages: int
    chosen: Mapping[str, Truth]

    @classmethod
    def of(cls, corpus: Corpus, job: EvaluationJob, limit: int | None) -> _Plan:
        truths = corpus.truths()
        eligible = sorted(
            page_id
            for page_id, truth in truths.items()
            if job.is_eligible(truth) and (job.is_scored is None or job.is_scored(corpus.name, truth))
        )
        chosen = eligible if limit is None else _spread(eligible, limit)
        return cls(corpus=corpus, pages=len(eligible), chosen={i: truths[i] for i in chosen})

    def facts(self) -> SetFacts:
        corpus = self.corpus
        return SetFacts(name=corpus.name, digest=corpus.digest(), pages=self.pages, scored=len(self.chosen))


class _Collected:
    """Scores and failures as they arrive."""

    def __init__(self, *, total: int, progress: Progress | None) -> None:
        self.scores: list[PageScore] = []
        self.failures: dict[str, Failure] = {}
        self._done = 0
        self._total = total
        self._progress = progress

    def collect(self, outcomes: Iterable[tuple[PageScore, ...] | Failure]) -> None:
        for outcome in outcomes:
            if isinstance(outcome, Failure):
                self.failures[outcome.url] = outcome
            else:
                self.scores.extend(outcome)
            # Retries come after the last page, and are not counted as pages.
            self._done = min(self._done + 1, self._total)
            if self._progress:
                self._progress(self._done, self._total)


def _check_names(corpora: Sequence[Corpus], methods: Sequence[str]) -> None:
    names = [corpus.name for corpus in corpora]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError("evaluation", f"two sets are named {', '.join(twice)}; a set's name is its file's stem")
    if not names or not methods:
        raise InputError("evaluation", "wanted at least one set and one method, found none")


def _spread(ids: Sequence[str], limit: int) -> list[str]:
    if limit < 1:
        raise InputError("limit", f"wanted at least 1 page of each set, found {limit}")
    # The first pages by name would all be from one site or year.
    count = min(limit, len(ids))
    return [ids[position * len(ids) // count] for position in range(count)]


def _pages_to_score(plans: Iterable[_Plan], runs: Sequence[tuple[str, ...]]) -> Iterator[PageToScore]:
    for plan in plans:
        for labelled in plan.corpus.pages(plan.chosen):
            for methods in runs:
                yield PageToScore(corpus=plan.corpus.name, truth=labelled.truth, page=labelled.page, methods=methods)


def _unfinished(plans: Iterable[_Plan], scores: Iterable[PageScore]) -> list[_Plan]:
    done = {(score.corpus, score.id) for score in scores}
    return [
        dataclasses.replace(
            plan, chosen={i: truth for i, truth in plan.chosen.items() if (plan.corpus.name, i) not in done}
        )
        for plan in plans
    ]


def _failed(plans: Iterable[_Plan], job: EvaluationJob, collected: _Collected) -> Iterator[PageScore]:
    done = {(score.corpus, score.id, score.method) for score in collected.scores}
    for plan in plans:
        name = plan.corpus.name
        for page_id, truth in plan.chosen.items():
            for label in job.labels:
                if (name, page_id, label) not in done:
                    failure = _failure(PageToScore(corpus=name, truth=truth, methods=(label,), page=b""), collected)
                    yield job.score_failure(name, truth, label, failure)


def _failure(target: PageToScore, collected: _Collected) -> Failure:
    unknown = Failure(url=str(target), stage="score_page", kind="Unknown", reason="the engine gave no reason")
    return collected.failures.get(str(target), unknown)


def _sorted(scores: Iterable[PageScore], corpora: Sequence[Corpus], labels: Sequence[str]) -> list[PageScore]:
    order = {corpus.name: position for position, corpus in enumerate(corpora)}
    return sorted(scores, key=lambda score: (order[score.corpus], score.id, labels.index(score.method)))
