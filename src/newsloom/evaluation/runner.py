"""Evaluates methods of one kind on corpora and returns an ``EvaluationReport``."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from newsloom.catalogue import build
from newsloom.engines import Engine
from newsloom.engines.local import LocalEngine
from newsloom.evaluation.corpora import Corpus, Truth, open_corpus
from newsloom.evaluation.extraction import score_failure, score_page
from newsloom.evaluation.job import EvaluationJob, Progress, run_job
from newsloom.evaluation.reading import score_front, score_front_failure
from newsloom.evaluation.scores import EXTRACTION, READING, EvaluationReport, PageScore
from newsloom.evaluation.sitetemplates import learn_site_templates
from newsloom.extractors.protocol import Extractor
from newsloom.readers.protocol import Reader

__all__ = ["ARTICLES", "Progress", "evaluate", "evaluate_reader_sets", "evaluate_readers", "evaluate_sets"]

ARTICLES: Final = frozenset({"article"})


def evaluate_sets(  # noqa: PLR0913 - each is a choice of its own, and most have a default
    paths: Sequence[str | Path],
    extractors: Sequence[str],
    *,
    feed_title: bool,
    limit: int | None = None,
    types: Collection[str] | None = ARTICLES,
    is_drawn: bool = False,
    learner: str | None = None,
    training_pages: int = 5,
    processes: int | None = None,
    progress: Progress | None = None,
) -> EvaluationReport:
    """Runs ``evaluate`` for sets by path and extractors by name, in ``processes`` processes (None: all cores)."""
    methods = {name: build("extractor", name) for name in extractors}
    corpora = [open_corpus(path) for path in paths]
    with LocalEngine(processes=processes) as engine:
        return evaluate(
            corpora,
            methods,
            feed_title=feed_title,
            limit=limit,
            types=types,
            is_drawn=is_drawn,
            learner=learner,
            training_pages=training_pages,
            engine=engine,
            progress=progress,
        )


def evaluate(  # noqa: PLR0913 - each is a choice of its own, and most have a default
    corpora: Sequence[Corpus],
    methods: Mapping[str, Extractor],
    *,
    feed_title: bool,
    engine: Engine,
    limit: int | None = None,
    types: Collection[str] | None = ARTICLES,
    is_drawn: bool = False,
    learner: str | None = None,
    training_pages: int = 5,
    progress: Progress | None = None,
) -> EvaluationReport:
    """Scores every extractor on the pages of every set.

    ``feed_title`` gives the extractors the true title, as a feed would. ``limit`` takes that many pages of each set,
    spread evenly. ``types`` are the page types that are scored, None for all; a page without a type counts as an
    article, unless it has a front page's labels. Pages that are not articles count against the precision of pages.
    ``is_drawn`` draws pages in a browser before they are read. ``learner`` learns each site's templates from
    ``training_pages`` of its pages, which are not scored. Raises ``CorpusError`` for a set that cannot be read.
    """
    is_eligible = functools.partial(_is_of_type, types=types)
    site_templates = None
    if learner is not None:
        eligible = {one.name: {i: truth for i, truth in one.truths().items() if is_eligible(truth)} for one in corpora}
        site_templates = learn_site_templates(corpora, learner, pages=training_pages, is_eligible=eligible)
    job = EvaluationJob(
        task=EXTRACTION,
        labels=tuple(methods),
        is_eligible=is_eligible,
        is_scored=None if site_templates is None else site_templates.is_scored,
        step=functools.partial(
            score_page,
            extractors=dict(methods),
            feed_title=feed_title,
            is_drawn=is_drawn,
            site_templates=site_templates,
        ),
        score_failure=score_failure,
        feed_title=feed_title,
    )
    report = run_job(job, corpora, engine=engine, limit=limit, progress=progress)
    scores = report.scores if types is not None else tuple(map(_without_words_of_no_news, report.scores))
    return dataclasses.replace(report, scores=tuple(_without_idle_blocks(scores)))


def evaluate_reader_sets(
    paths: Sequence[str | Path],
    readers: Sequence[str],
    *,
    limit: int | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> EvaluationReport:
    """Runs ``evaluate_readers`` for sets by path and readers by name, in ``processes`` processes (None: all cores)."""
    methods = {name: build("reader", name) for name in readers}
    corpora = [open_corpus(path) for path in paths]
    with LocalEngine(processes=processes) as engine:
        return evaluate_readers(corpora, methods, engine=engine, limit=limit, progress=progress)


def evaluate_readers(
    corpora: Sequence[Corpus],
    methods: Mapping[str, Reader],
    *,
    engine: Engine,
    limit: int | None = None,
    progress: Progress | None = None,
) -> EvaluationReport:
    """Scores every reader on the labelled front pages of every set, or on ``limit`` of each, spread evenly.

    Raises ``CorpusError`` for a set that cannot be read.
    """
    job = EvaluationJob(
        task=READING,
        labels=tuple(methods),
        is_eligible=_is_front,
        step=functools.partial(score_front, readers=dict(methods)),
        score_failure=score_front_failure,
    )
    return run_job(job, corpora, engine=engine, limit=limit, progress=progress)


def _is_of_type(truth: Truth, *, types: Collection[str] | None) -> bool:
    assumed = "article" if truth.front is None else "front"
    return types is None or (truth.type or assumed) in types


def _is_front(truth: Truth) -> bool:
    return truth.front is not None


def _without_words_of_no_news(score: PageScore) -> PageScore:
    """Drops the measures of a page without news: it should be refused, so its text measures no reading of stories."""
    share = score.shares.get("page_recall")
    is_news = share is None or share.total > 0
    return score if is_news else dataclasses.replace(score, measures=dict.fromkeys(score.measures))


def _without_idle_blocks(scores: Sequence[PageScore]) -> Iterator[PageScore]:
    """Drops the block scores of methods that never choose a block: they do not answer that question."""
    choosers = {score.method for score in scores if score.chose_block}
    for score in scores:
        is_silent = score.method not in choosers
        yield (
            dataclasses.replace(score, measures={**score.measures, "block": None, "block_share": None})
            if is_silent
            else score
        )
