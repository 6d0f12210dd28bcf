"""The protocols of clusterers: what every room must offer, and what some of them can also do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol, runtime_checkable

from newsloom.records import Article, Item, Story

__all__ = ["ArticleOrItem", "Clusterer", "PredictiveClusterer", "RankingClusterer", "StorySession"]

# What can be grouped: articles, and news items of front pages.
ArticleOrItem = Article | Item


class StorySession(Protocol):
    """Groups one stream of articles, call after call.

    The first call is the clusterer's ``assign``. Later calls pass the current articles: new ones have arrived, and the
    oldest may be gone. Articles that are in no known story are the arrivals. A session may remember what it read, keep
    known stories as they are and only place the arrivals.
    """

    def assign(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> tuple[Story, ...]: ...


class Clusterer(Protocol):
    """Groups articles that report the same event. Clusterers are pure, deterministic and bounded.

    ``articles`` are all articles, in order of arrival; ``known`` are the stories that an earlier call made of the first
    of them, and ``known=()`` means a batch. Every index is returned in exactly one story; stories come in the order of
    their first members, members in order of arrival. A story that keeps most of a known one's members keeps its id.
    ``version`` is raised whenever any output may change.

    ``session`` starts a new session without memory of articles. A clusterer without a memory is its own session.
    """

    name: ClassVar[str]
    version: ClassVar[int]

    def assign(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> tuple[Story, ...]: ...

    def session(self) -> StorySession: ...


@runtime_checkable
class PredictiveClusterer(Clusterer, Protocol):
    """A clusterer that also measures how well each number of clusters predicts articles that were held out."""

    def perplexities(self, articles: Sequence[ArticleOrItem], /) -> tuple[tuple[int, float], ...]: ...


@runtime_checkable
class RankingClusterer(Clusterer, Protocol):
    """A clusterer that also ranks the other members of an article's cluster by similarity, the most similar first."""

    def related(
        self, articles: Sequence[ArticleOrItem], item: int, /, *, count: int = 10
    ) -> tuple[tuple[int, float], ...]: ...
