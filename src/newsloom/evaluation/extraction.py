"""Scores the extractors on one page: returns a ``PageScore`` for each method.

The page is parsed once and every method reads the same document. This runs in worker processes, so everything here is a
top-level function over records.
"""

from __future__ import annotations

import dataclasses
import functools
import time
from collections.abc import Mapping
from dataclasses import dataclass

from newsloom.dom import Document, parse
from newsloom.dom.blocks import LeafBlock, find_blocks
from newsloom.dom.layout import Layout
from newsloom.evaluation.corpora import Truth
from newsloom.evaluation.drawing import drawn_page, styling_of
from newsloom.evaluation.measures import (
    Share,
    authors_score,
    block_score,
    block_share,
    count_true_words,
    date_score,
    is_right_page,
    page_shares,
    shingle_f,
    title_score,
    with_rate,
    without_rate,
    word_scores,
    word_set_scores,
    words_of,
)
from newsloom.evaluation.scores import MEASURES, PageScore, PageToScore, blank_score
from newsloom.evaluation.sitetemplates import SiteTemplates
from newsloom.extractors.protocol import BlockChooser, Extractor
from newsloom.pipeline.extract import article_of
from newsloom.records import Article, Extraction, Failure
from newsloom.text.language import detect_language

__all__ = ["has_news", "score_failure", "score_page"]


def score_page(
    target: PageToScore,
    *,
    extractors: Mapping[str, Extractor],
    feed_title: bool,
    is_drawn: bool = False,
    site_templates: SiteTemplates | None = None,
) -> tuple[PageScore, ...]:
    """Returns the scores of the methods on the target page; ``feed_title`` gives them the true title, as a feed would.

    ``is_drawn`` draws the page first, which is not counted in the time; without it, methods that use the layout
    estimate it. ``site_templates`` gives the methods what was learned about the page's site.
    """
    _warm_up()
    content, layout = drawn_page(target.page, target.truth.url) if is_drawn else (target.page, None)
    started = time.process_time()
    document = _read(content, target.truth, feed_title=feed_title, layout=layout)
    parse_seconds = time.process_time() - started
    if site_templates is not None:
        document.template = site_templates.of(target.corpus, target.truth, document)
    answers = {}
    for method in target.methods:
        started = time.process_time()
        extraction = extractors[method].extract(document)
        article = article_of(document, extraction)
        answers[method] = article, extraction, parse_seconds + time.process_time() - started
    facts = {method: _PageFacts.of(document, target.truth, extractors[method]) for method in answers}
    styling = styling_of(document)
    return tuple(
        dataclasses.replace(
            blank_score(target.corpus, target.truth, method),
            measures=(measures := _measures(article, extraction, facts[method])),
            shares=_page_shares(article, extraction, measures, target.truth),
            styling=styling,
            chose_block=extraction.main is not None,
            seconds=seconds,
        )
        for method, (article, extraction, seconds) in answers.items()
    )


def score_failure(corpus: str, truth: Truth, method: str, failure: Failure) -> PageScore:
    """Returns the score of a method that failed on the page: the same as if it had found nothing."""
    nothing = Extraction(method=method, version=0)
    # The right block is not known without the page; if there is a story, it was not found.
    facts = _PageFacts(truth=truth, words=_true_words(truth), held={"": 1} if truth.text else {})
    measures = _measures(Article(), nothing, facts)
    shares = _page_shares(Article(), nothing, measures, truth)
    return dataclasses.replace(blank_score(corpus, truth, method), measures=measures, shares=shares, failure=failure)


def has_news(truth: Truth) -> bool:
    """Returns whether the page is an article: without a labelled type it is, unless it is labelled as a front page."""
    return (truth.type or ("article" if truth.front is None else "front")) == "article"


@functools.cache
def _warm_up() -> None:
    """Loads the language model, which takes longer than many pages, before the clock runs."""
    detect_language("The first page of a run shall not pay for what all of them use.")


def _read(content: bytes, truth: Truth, *, feed_title: bool, layout: Layout | None) -> Document:
    document = parse(content, url=truth.url, title=truth.title if feed_title else None, layout=layout)
    # Computed once and cached by the document: otherwise the time would count for the first method.
    _ = document.declared, document.headline, document.language
    return document


@dataclass(frozen=True, slots=True, kw_only=True)
class _PageFacts:
    """The truth that a method's answer on a page is compared with."""

    truth: Truth
    words: list[str] | None
    held: Mapping[str, int]
    whole_page: str | None = None

    @classmethod
    def of(cls, document: Document, truth: Truth, extractor: Extractor) -> _PageFacts:
        words = _true_words(truth)
        blocks = _partition(document, extractor) if words else []
        texts = {block.path: words_of(block.text, truth.language) for block in blocks}
        boxes = document.outline.boxes
        whole_page = LeafBlock(boxes[0]).path if blocks and boxes else None
        return cls(truth=truth, words=words, held=count_true_words(texts, words or ()), whole_page=whole_page)


def _partition(document: Document, extractor: Extractor) -> list[LeafBlock]:
    """Returns the blocks from which a method chooses its main block; if it does not say, those of N-EXT."""
    return extractor.partition(document) if isinstance(extractor, BlockChooser) else find_blocks(document)


def _true_words(truth: Truth) -> list[str] | None:
    return None if truth.text is None else words_of(truth.text, truth.language)


def _measures(article: Article, extraction: Extraction, facts: _PageFacts) -> dict[str, float | None]:
    truth = facts.truth
    measures: dict[str, float | None] = dict.fromkeys(MEASURES)
    if facts.words is not None:
        measures |= _text_measures(words_of(article.text, truth.language), facts.words)
        if extraction.main is not None or not extraction.blocks:
            # Blocks without a main block: this method does not choose one, so it gets no score.
            measures["block"] = block_score(extraction.main, facts.held, facts.whole_page)
            measures["block_share"] = block_share(extraction.main, facts.held, facts.words)
        measures |= _thesis_measures(extraction.text, facts)
    measures["with_rate"] = with_rate(article.text, truth.with_snippets)
    measures["without_rate"] = without_rate(article.text, truth.without_snippets)
    measures["title"] = title_score(article.title, truth.title, truth.language)
    measures["date"] = date_score(article.date, truth.date)
    measures["authors"] = authors_score(article.authors, truth.authors, truth.language)
    return measures


def _page_shares(
    article: Article, extraction: Extraction, measures: Mapping[str, float | None], truth: Truth
) -> dict[str, Share]:
    if truth.text is None and has_news(truth):
        return {}
    headline = article.title if extraction.headline is None else extraction.headline
    title = title_score(headline, truth.title, truth.language)
    return page_shares(
        is_right=is_right_page(measures["word_f1"], title),
        is_extracted=article.is_article,
        has_news=has_news(truth),
    )


def _thesis_measures(text: str, facts: _PageFacts) -> dict[str, float | None]:
    """Returns the thesis' measures of the method's own text, against the story alone and with its title."""
    found, language = words_of(text, facts.truth.language), facts.truth.language
    title = words_of(facts.truth.title, language) if facts.truth.title else None
    story = facts.words or []
    measures: dict[str, float | None] = {}
    for name, truth in (("raw", story), ("titled", None if title is None else title + story)):
        if truth is not None:
            scores = word_set_scores(found, truth)
            measures |= {f"{name}_f1": scores.f, f"{name}_precision": scores.precision, f"{name}_recall": scores.recall}
    return measures


def _text_measures(found: list[str], truth: list[str]) -> dict[str, float | None]:
    counted, once = word_scores(found, truth), word_set_scores(found, truth)
    return {
        "word_f1": counted.f,
        "word_precision": counted.precision,
        "word_recall": counted.recall,
        "set_f1": once.f,
        "set_precision": once.precision,
        "set_recall": once.recall,
        "shingle_f1": shingle_f(found, truth),
    }
