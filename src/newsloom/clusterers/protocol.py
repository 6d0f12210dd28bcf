"""The door to clusterers: what a room must offer, and what some of them can do besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol, runtime_checkable

from newsloom.records import Article, Item, Story

__all__ = ["ArticleOrItem", "Clusterer", "PredictiveClusterer", "RankingClusterer", "StorySession"]

# What can be grouped: an article, or a news item of a front page.
ArticleOrItem = Article | Item


class StorySession(Protocol):
    """Groups one stream of articles, call after call.

    The first call is the clusterer's ``assign``. Later calls give the articles as they are by then: new ones have
    arrived, the oldest may be gone. Articles that are in no known story are the arrivals. A session may remember what
    it read, keep known stories as they are and only place the arrivals.
    """

    def assign(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> tuple[Story, ...]: ...


class Clusterer(Protocol):
    """Groups articles that report the same event: pure, deterministic, bounded.

    ``articles`` are all there are, in order of arrival; ``known`` are the stories an earlier call made of a
    beginning of the same sequence, and ``known=()`` is a batch. Every index comes back in exactly one story; stories
    come in the order of their first members, members in order of arrival. A story that keeps most of a
    known one's members keeps its id. ``version`` is raised whenever any output may change.

    ``session`` starts a session that remembers nothing yet. A clusterer without a memory is its own session.
    """

    name: ClassVar[str]
    version: ClassVar[int]

    def assign(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> tuple[Story, ...]: ...

    def session(self) -> StorySession: ...


@runtime_checkable
class PredictiveClusterer(Clusterer, Protocol):
    """A clusterer that also tells how well each number of clusters predicts articles that were held out."""

    def perplexities(self, articles: Sequence[ArticleOrItem], /) -> tuple[tuple[int, float], ...]: ...


@runtime_checkable
class RankingClusterer(Clusterer, Protocol):
    """A clusterer that also ranks the other members of an article's cluster, the nearest first, each with how near."""

    def related(
        self, articles: Sequence[ArticleOrItem], item: int, /, *, count: int = 10
    ) -> tuple[tuple[int, float], ...]: ...
