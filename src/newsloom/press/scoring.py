"""Scores a newsroom that gathered the press against the truth.

It compares what a reader of the newsroom gets: the articles, the items of the front pages, the stories and their
copies. Nothing else in Newsloom reads the truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from newsloom.evaluation.measures import (
    Share,
    authors_score,
    date_score,
    item_shares,
    judge_links,
    pooled,
    title_score,
    word_scores,
    words_of,
)
from newsloom.evaluation.measures.detection import Trials, are_first, minimum_cost
from newsloom.evaluation.measures.stories import bcubed
from newsloom.evaluation.measures.words import Scores
from newsloom.newsroom import Newsroom
from newsloom.pipeline.group import first_stories
from newsloom.press.papers import HALVORIAN_TIME
from newsloom.press.truth import PressTruth, TrueArticle
from newsloom.records import Article, Coverage, StoryQuery

__all__ = ["ArticleFigures", "FrontFigures", "StoryFigures", "score_articles", "score_fronts", "score_stories"]

_PAGE: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleFigures:
    """The share of articles found, and how much of those is right; shares are from 0 to 1."""

    published: int
    found: float
    word_f: float
    titles: float
    dates: float
    authors: float
    languages: float
    sections: float
    """The share of the sections found that are right; articles without one are not counted."""
    lowest_word_f: Mapping[str, float]
    """The mean word F1 of each paper, the lowest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontFigures:
    """How much is right of the links on all front pages, and of the items found."""

    precision: float
    recall: float
    headlines: float
    teasers: float
    pictures: float
    recall_by_paper: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryFigures:
    """BCubed of the stories, the cost of first stories (0 is best, 1 is none found), and the agency copies found."""

    stories: Scores
    true_stories: int
    found_stories: int
    first_cost: float
    copies_found: float
    copies_right: float


def score_articles(room: Newsroom, truth: PressTruth) -> ArticleFigures:
    """How well the articles were read."""
    kept = {article.url: article for article in room.articles()}
    pairs = [(kept[true.url], true) for true in truth.articles if true.url in kept]
    words = [_word_f(article, true) for article, true in pairs]
    by_paper: dict[str, list[float]] = {}
    for (_, true), score in zip(pairs, words, strict=True):
        by_paper.setdefault(true.paper, []).append(score)
    means = sorted((_mean(scores), name) for name, scores in by_paper.items())
    return ArticleFigures(
        published=len(truth.articles),
        found=len(pairs) / max(1, len(truth.articles)),
        word_f=_mean(words),
        titles=_mean(title_score(article.title, true.title, true.language) for article, true in pairs),
        dates=_mean(date_score(article.date, _day(true)) for article, true in pairs),
        authors=_mean(authors_score(article.authors, true.authors, true.language) for article, true in pairs),
        languages=_mean(float(article.language == true.language) for article, true in pairs),
        sections=_mean(float(article.section == true.section) for article, true in pairs if article.section),
        lowest_word_f={name: mean for mean, name in means},
    )


def score_fronts(room: Newsroom, truth: PressTruth) -> FrontFigures:
    """How well the front pages were read, as they stand at the time of the truth."""
    verdicts, shares = {}, []
    for front in truth.fronts:
        items = room.pages.items(front.url, truth.at) or ()
        verdicts[front.paper] = judge_links(items, front.labels)
        shares.append(item_shares(items, front.labels, front.language))
    return FrontFigures(
        precision=_rate(verdict.precision for verdict in verdicts.values()),
        recall=_rate(verdict.recall for verdict in verdicts.values()),
        headlines=_rate(share["headline"] for share in shares),
        teasers=_rate(share["teaser_f1"] for share in shares),
        pictures=_rate(share["picture"] for share in shares),
        recall_by_paper={name: verdict.recall.rate or 0.0 for name, verdict in verdicts.items()},
    )


def score_stories(room: Newsroom, truth: PressTruth) -> StoryFigures:
    """How well the kept articles were grouped. Articles that were not found do not count."""
    kept = {article.url: article for article in room.articles()}
    trues = [true for true in truth.articles if true.url in kept]
    stories = {report.url: story for story in _all_stories(room) for report in story.reports}
    found = [stories[true.url].id if true.url in stories else true.url for true in trues]
    labels = [true.story for true in trues]
    copied = {report.url for story in stories.values() for report in story.reports if report.copy_of is not None}
    # Either of two identical reports may be called the copy: the page does not show which came first.
    wires = [{true.url, true.copy_of} for true in trues if true.copy_of in kept]
    either = set().union(*wires)
    return StoryFigures(
        stories=bcubed(labels, found),
        true_stories=len(set(labels)),
        found_stories=len(set(found)),
        first_cost=_first_cost([kept[true.url] for true in trues], labels),
        copies_found=_mean(float(bool(wire & copied)) for wire in wires),
        copies_right=_mean(float(url in either) for url in copied),
    )


def _word_f(article: Article, true: TrueArticle) -> float:
    return word_scores(words_of(article.text, true.language), words_of(true.text, true.language)).f


def _day(true: TrueArticle) -> str:
    return true.published.astimezone(HALVORIAN_TIME).date().isoformat()


def _all_stories(room: Newsroom) -> Iterator[Coverage]:
    query = StoryQuery(order="began", limit=_PAGE)
    while page := room.stories(query):
        yield from page
        query = replace(query, after=page[-1].id)


def _first_cost(articles: Sequence[Article], labels: Sequence[str]) -> float:
    trials = Trials(scores=first_stories(articles), are_targets=are_first(labels))
    # Rounding errors may make it negative.
    return max(0.0, minimum_cost([trials]).cost)


def _mean(values: Iterable[float | None]) -> float:
    kept = [value for value in values if value is not None]
    return sum(kept) / len(kept) if kept else 1.0


def _rate(shares: Iterable[Share]) -> float:
    rate = pooled(shares).rate
    return 1.0 if rate is None else rate
