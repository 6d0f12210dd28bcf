"""Articles compared: stories, similarity, first stories, tracking, a summary.

Articles and items of front pages are welcome alike; what is neither is a ``TypeError``. No article makes these raise:
one without words is a story of its own, like nothing, new, and adds nothing to a summary.
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
    """The stories the articles tell, in the order of their first members; ``story.members`` are indexes.

    Articles come in order of arrival; ``known`` are stories an earlier call found in a beginning of the same
    articles, and lend their ids. Raises ``UnknownName`` for a clusterer that does not exist.
    """
    method: Clusterer = build("clusterer", arguments.name_of_method(clusterer, "clusterer"))
    return method.assign(arguments.articles(articles, "articles"), arguments.stories(known, "known"))


def perplexities(articles: Iterable[ArticleOrItem], *, clusterer: str) -> tuple[tuple[int, float], ...]:
    """How well each number of clusters predicts articles that were held out, by a clusterer that chooses one so.

    Raises ``ParameterError`` for one that does not.
    """
    method: Clusterer = build("clusterer", arguments.name_of_method(clusterer, "clusterer"))
    if not isinstance(method, PredictiveClusterer):
        raise ParameterError(f"the clusterer {method.name}", "", "does not choose its number of clusters by perplexity")
    return method.perplexities(arguments.articles(articles, "articles"))


def related(
    articles: Iterable[ArticleOrItem], number: int, *, clusterer: str, count: int = 10
) -> tuple[tuple[int, float], ...]:
    """The articles of one article's cluster that are nearest to it, each with how near, by their numbers.

    Raises ``ParameterError`` for a clusterer that only groups, and for a number that no article has.
    """
    method: Clusterer = build("clusterer", arguments.name_of_method(clusterer, "clusterer"))
    if not isinstance(method, RankingClusterer):
        raise ParameterError(
            f"the clusterer {method.name}", "", "groups articles, and does not compare them one by one"
        )
    told = arguments.articles(articles, "articles")
    if not 0 <= number < len(told):
        raise ParameterError("the articles", "", f"have numbers from 0 to {len(told) - 1}; there is no {number}")
    return method.related(told, number, count=count)


def similarity(a: ArticleOrItem, b: ArticleOrItem) -> float:
    """How much two articles tell the same story, from 0 to 1, in one language or two."""
    return article_similarity(arguments.article(a, "a"), arguments.article(b, "b"))


def first_stories(articles: Iterable[ArticleOrItem]) -> tuple[float, ...]:
    """How new the event of each article is, in order of arrival: 1 is like nothing before, 0 was told."""
    return newness(arguments.articles(articles, "articles"))


def track(examples: Iterable[ArticleOrItem], articles: Iterable[ArticleOrItem]) -> tuple[float, ...]:
    """How much each article, in order of arrival, belongs to the examples' topic, from 0 to 1."""
    return topic_scores(arguments.articles(examples, "examples"), arguments.articles(articles, "articles"))


def summarize(articles: Iterable[ArticleOrItem], *, words: int = 60) -> str:
    """What the articles say together, in sentences of theirs, ``words`` words or fewer."""
    return centroid_summary(arguments.articles(articles, "articles"), words=arguments.whole(words, "words")).text
