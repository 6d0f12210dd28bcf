"""Sets through methods: corpora and extractors in, a ``Report`` out.

Pages stream from the sets through an engine; only truths and scores are kept. Where a page fails,
its methods are tried one by one, so that a failure counts against the method that caused it.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from newsloom.catalogue import build
from newsloom.engines import Engine
from newsloom.engines.local import LocalEngine
from newsloom.errors import InputError
from newsloom.evaluation.corpora import Corpus, Truth, open_corpus
from newsloom.evaluation.scores import PageScore, Report, SetFacts
from newsloom.evaluation.scoring import Sheet, score_failure, score_page
from newsloom.extractors.protocol import Extractor
from newsloom.records import Failure

__all__ = ["ARTICLES", "Progress", "evaluate", "evaluate_sets"]

ARTICLES: Final = frozenset({"article"})

# Called with the pages done and the pages in all.
Progress = Callable[[int, int], None]


def evaluate_sets(  # noqa: PLR0913 - each is a choice of its own, and most have a default
    paths: Sequence[str | Path],
    extractors: Sequence[str],
    *,
    feed_title: bool,
    limit: int | None = None,
    types: Collection[str] | None = ARTICLES,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """``evaluate`` for sets by path and extractors by name, in ``processes`` processes (None: all cores)."""
    methods = {name: build("extractor", name) for name in extractors}
    corpora = [open_corpus(path) for path in paths]
    engine = LocalEngine(processes=processes)
    return evaluate(corpora, methods, feed_title=feed_title, limit=limit, types=types, engine=engine, progress=progress)


def evaluate(  # noqa: PLR0913 - each is a choice of its own, and most have a default
    corpora: Sequence[Corpus],
    methods: Mapping[str, Extractor],
    *,
    feed_title: bool,
    engine: Engine,
    limit: int | None = None,
    types: Collection[str] | None = ARTICLES,
    progress: Progress | None = None,
) -> Report:
    """Score every method on the pages of every set.

    ``feed_title`` hands the true title over as the feed's. ``limit`` takes that many pages of each
    set, spread evenly. ``types`` are the page types scored, None for all; a page without a type
    counts as an article. Raises ``CorpusError`` for a set that cannot be read.
    """
    _check_names(corpora, methods)
    plans = [_Plan.of(corpus, types, limit) for corpus in corpora]
    step = functools.partial(score_page, extractors=dict(methods), feed_title=feed_title)
    labels = tuple(methods)
    tally = _Tally(total=sum(len(plan.chosen) for plan in plans), progress=progress)
    tally.collect(engine.map(step, _sheets(plans, [labels])))
    if len(labels) > 1:
        retries = _sheets(_unfinished(plans, tally.scores), [(label,) for label in labels])
        tally.collect(engine.map(step, retries))
    scores = [*tally.scores, *_failed(plans, labels, tally)]
    return Report(
        methods=labels,
        feed_title=feed_title,
        sets=tuple(plan.facts() for plan in plans),
        scores=tuple(_sorted(_without_idle_blocks(scores), corpora, labels)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """What is scored of one set."""

    corpus: Corpus
    pages: int
    chosen: Mapping[str, Truth]

    @classmethod
    def of(cls, corpus: Corpus, types: Collection[str] | None, limit: int | None) -> _Plan:
        truths = corpus.truths()
        eligible = sorted(i for i, truth in truths.items() if types is None or (truth.type or "article") in types)
        chosen = eligible if limit is None else _spread(eligible, limit)
        return cls(corpus=corpus, pages=len(eligible), chosen={i: truths[i] for i in chosen})

    def facts(self) -> SetFacts:
        corpus = self.corpus
        return SetFacts(name=corpus.name, digest=corpus.digest(), pages=self.pages, scored=len(self.chosen))


class _Tally:
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


def _check_names(corpora: Sequence[Corpus], methods: Mapping[str, Extractor]) -> None:
    names = [corpus.name for corpus in corpora]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError("evaluation", f"two sets are named {', '.join(twice)}; a set's name is its file's stem")
    if not names or not methods:
        raise InputError("evaluation", "wanted at least one set and one method, found none")


def _spread(ids: Sequence[str], limit: int) -> list[str]:
    if limit < 1:
        raise InputError("limit", f"wanted at least 1 page of each set, found {limit}")
    # The first pages by name would be those of one site or year.
    count = min(limit, len(ids))
    return [ids[position * len(ids) // count] for position in range(count)]


def _sheets(plans: Iterable[_Plan], runs: Sequence[tuple[str, ...]]) -> Iterator[Sheet]:
    for plan in plans:
        for labelled in plan.corpus.pages(plan.chosen):
            for methods in runs:
                yield Sheet(corpus=plan.corpus.name, truth=labelled.truth, page=labelled.page, methods=methods)


def _unfinished(plans: Iterable[_Plan], scores: Iterable[PageScore]) -> list[_Plan]:
    done = {(score.corpus, score.id) for score in scores}
    return [
        dataclasses.replace(
            plan, chosen={i: truth for i, truth in plan.chosen.items() if (plan.corpus.name, i) not in done}
        )
        for plan in plans
    ]


def _failed(plans: Iterable[_Plan], labels: Sequence[str], tally: _Tally) -> Iterator[PageScore]:
    done = {(score.corpus, score.id, score.method) for score in tally.scores}
    for plan in plans:
        name = plan.corpus.name
        for page_id, truth in plan.chosen.items():
            for label in labels:
                if (name, page_id, label) not in done:
                    failure = _failure(Sheet(corpus=name, truth=truth, methods=(label,), page=b""), tally)
                    yield score_failure(name, truth, label, failure)


def _failure(sheet: Sheet, tally: _Tally) -> Failure:
    unknown = Failure(url=str(sheet), stage="score_page", kind="Unknown", reason="the engine did not say why")
    return tally.failures.get(str(sheet), unknown)


def _without_idle_blocks(scores: Sequence[PageScore]) -> Iterator[PageScore]:
    """Drop the block score of methods that never choose a block: they do not answer that question."""
    choosers = {score.method for score in scores if score.chose_block}
    for score in scores:
        is_silent = score.method not in choosers
        yield dataclasses.replace(score, measures={**score.measures, "block": None}) if is_silent else score


def _sorted(scores: Iterable[PageScore], corpora: Sequence[Corpus], labels: Sequence[str]) -> list[PageScore]:
    order = {corpus.name: position for position, corpus in enumerate(corpora)}
    return sorted(scores, key=lambda score: (order[score.corpus], score.id, labels.index(score.method)))
