"""Articles: storing, finding and reading them, one at a time or many at once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from newsloom.records import Article, ArticleQuery, Coverage, Hit, Revision, StoredArticle

__all__ = ["Articles", "Facets", "Lookups"]


class Articles(Protocol):
    """Articles with their edit history; ``url`` is their identity."""

    def keep(self, revision: Revision, /) -> bool:
        """Store a revision. True if the article is new or reads differently than at the revision's time."""
        ...

    def get(self, url: str, at: datetime | None = None, /) -> Article | None:
        """The article as it read at a time, or as it reads now."""
        ...

    def by_id(self, article_id: str, /) -> Article | None:
        """The article with the public id of its address (``stores.digests.article_id``)."""
        ...

    def revisions(self, url: str, /) -> tuple[Revision, ...]:
        """All revisions, in order of time."""
        ...

    def find(self, query: ArticleQuery, /) -> tuple[Article, ...]:
        """Articles as they read now, in the order that the query asks for. Raises for an unknown ``after`` or order.

        An article belongs to the sources on which its address, or one that led to its page, was sighted.
        """
        ...

    def search(self, words: str, query: ArticleQuery, /) -> tuple[Hit, ...]:
        """The articles that contain all the words or phrases, in the articles' languages, best matches first.

        A word with a minus before it must not occur. A query without meaningful words finds nothing; no query raises.
        If very many articles match, only the newest are ranked and returned.
        """
        ...

    def count(self) -> int: ...


class Facets(Protocol):
    """What articles can be filtered by: each value with the number of its articles."""

    def sections(self) -> tuple[tuple[str, int], ...]:
        """The most frequent first, limited to some hundreds."""
        ...

    def languages(self) -> tuple[tuple[str, int], ...]:
        """The most frequent first."""
        ...


class Lookups(Protocol):
    """Many articles by their addresses in one query. Addresses without an article are left out."""

    def articles(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        """Complete articles, as they read now, in any order."""
        ...

    def summaries(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        """Articles without their blocks, which take as long to read as everything else."""
        ...

    def times(self, urls: Iterable[str], /) -> dict[str, tuple[datetime, datetime]]:
        """When each was first seen, and since when it reads as it does now. Does not read the articles themselves."""
        ...

    def stories(self, urls: Iterable[str], /) -> dict[str, str]:
        """The id of the story that each article is a report of. Articles that are in no story are left out."""
        ...

    def story(self, story_id: str, most: int, /) -> tuple[Coverage, dict[str, StoredArticle]] | None:
        """The story, or the one it was merged into, with summaries of at most ``most`` of its first reports."""
        ...
