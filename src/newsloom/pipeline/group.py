"""Compares articles: stories, similarity, first stories, tracking and summaries.

Accepts articles and items of front pages; anything else raises ``TypeError``. No article makes these functions raise:
an article without words is a story of its own, similar to nothing, new, and adds nothing to a summary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from newsloom.catalogue import build
from newsloom.clusterers.protocol import ArticleOrItem, Clusterer, PredictiveClusterer, RankingClusterer
from newsloom.desk.firststories import newness
from newsloom.desk.similarity import article_similarity
from newsloom.desk.summary import centroid_summary
from newsloom.desk.tracking import topic_scores
from newsloom.errors import ParameterError
from newsloom.pipeline import arguments
from newsloom.records import Story

__all__ = [
    "DEFAULT_CLUSTERER",
    "ArticleOrItem",
    "cluster",
    "first_stories",
    "perplexities",
    "related",
    "similarity",
    "summarize",
    "track",
]

DEFAULT_CLUSTERER: Final = "stream"


def cluster(
    articles: Iterable[ArticleOrItem], *, clusterer: str = DEFAULT_CLUSTERER, known: Sequence[Story] = ()
) -> tuple[Story, ...]:
    """Groups articles into stories, in the order of their first members. ``story.members`` are indexes.

    Articles are given in order of arrival. ``known`` are the stories that an earlier call found in the first of the
    same articles; their ids are reused. Raises ``UnknownName`` for a clusterer that does not exist.
    """
    method: Clusterer = build("clusterer", arguments.name_of_method(clusterer, "clusterer"))
    return method.assign(arguments.articles(articles, "articles"), arguments.stories(known, "known"))


def perplexities(articles: Iterable[ArticleOrItem], *, clusterer: str) -> tuple[tuple[int, float], ...]:
    """How well each number of clusters predicts held-out articles, for a clusterer that chooses its number this way.

    Raises ``ParameterError`` for other clusterers.
    """
    method: Clusterer = build("clusterer", arguments.name_of_method(clusterer, "clusterer"))
    if not isinstance(method, PredictiveClusterer):
        raise ParameterError(f"the clusterer {method.name}", "", "does not choose its number of clusters by perplexity")
    return method.perplexities(arguments.articles(articles, "articles"))


def related(
    articles: Iterable[ArticleOrItem], number: int, *, clusterer: str, count: int = 10
) -> tuple[tuple[int, float], ...]:
    """The articles nearest to one article in its cluster, as pairs of an article's number and its similarity.

    Raises ``ParameterError`` for a clusterer that only groups, and for a number that no article has.
    """
    method: Clusterer = build("clusterer", arguments.name_of_method(clusterer, "clusterer"))
    if not isinstance(method, RankingClusterer):
        raise ParameterError(
            f"the clusterer {method.name}", "", "groups articles, but does not compare them one by one"
        )
    told = arguments.articles(articles, "articles")
    if not 0 <= number < len(told):
        raise ParameterError("the articles", "", f"are numbered from 0 to {len(told) - 1}; there is no {number}")
    return method.related(told, number, count=count)


def similarity(a: ArticleOrItem, b: ArticleOrItem) -> float:
    """How much two articles are about the same story, from 0 to 1. Their languages may differ."""
    return article_similarity(arguments.article(a, "a"), arguments.article(b, "b"))


def first_stories(articles: Iterable[ArticleOrItem]) -> tuple[float, ...]:
    """How new the event of each article is, in order of arrival: 1 is unlike anything before, 0 already reported."""
    return newness(arguments.articles(articles, "articles"))


def track(examples: Iterable[ArticleOrItem], articles: Iterable[ArticleOrItem]) -> tuple[float, ...]:
    """How much each article belongs to the topic of the examples, from 0 to 1. Articles are in order of arrival."""
    return topic_scores(arguments.articles(examples, "examples"), arguments.articles(articles, "articles"))


def summarize(articles: Iterable[ArticleOrItem], *, words: int = 60) -> str:
    """A summary of the articles made of their own sentences, of at most ``words`` words."""
    return centroid_summary(arguments.articles(articles, "articles"), words=arguments.whole(words, "words")).text
