"""Articles: stored, found and read, one by one and many at once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from newsloom.records import Article, ArticleQuery, Coverage, Hit, Revision, StoredArticle

__all__ = ["Articles", "Facets", "Lookups"]


class Articles(Protocol):
    """Articles with their edit history; ``url`` is their identity."""

    def keep(self, revision: Revision, /) -> bool:
        """True if the article is new or reads otherwise than it did at the time."""
        ...

    def get(self, url: str, at: datetime | None = None, /) -> Article | None:
        """As it read at a time, or as it reads now."""
        ...

    def by_id(self, article_id: str, /) -> Article | None:
        """By the public id of its address (``stores.digests.article_id``)."""
        ...

    def revisions(self, url: str, /) -> tuple[Revision, ...]:
        """In order of time."""
        ...

    def find(self, query: ArticleQuery, /) -> tuple[Article, ...]:
        """As they read now, in the order that the query asks for. An unknown ``after`` or order raises.

        An article belongs to the sources on which its address was sighted, or one that led to its page.
        """
        ...

    def search(self, words: str, query: ArticleQuery, /) -> tuple[Hit, ...]:
        """The articles that hold all the words or phrases, in the articles' languages; the best answers first.

        A word with a minus before it must not be there. Words that mean nothing find nothing; nothing raises. Of very
        many answers only the newest are compared, and no more are given.
        """
        ...

    def count(self) -> int: ...


class Facets(Protocol):
    """What articles can be chosen by, each value with how many articles have it."""

    def sections(self) -> tuple[tuple[str, int], ...]:
        """The most frequent first; of very many the first hundreds."""
        ...

    def languages(self) -> tuple[tuple[str, int], ...]:
        """The most frequent first."""
        ...


class Lookups(Protocol):
    """Many articles by their addresses in one question; an address without an article is left out."""

    def articles(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        """Whole, as they read now, in any order."""
        ...

    def summaries(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        """Without their blocks, which take as long to read as all the rest."""
        ...

    def times(self, urls: Iterable[str], /) -> dict[str, tuple[datetime, datetime]]:
        """When each was first seen, and since when it reads as it does now; nothing of the articles is read."""
        ...

    def stories(self, urls: Iterable[str], /) -> dict[str, str]:
        """The id of the story that each is a report of; addresses that are no report are left out."""
        ...

    def story(self, story_id: str, most: int, /) -> tuple[Coverage, dict[str, StoredArticle]] | None:
        """The story, or the one that it became a part of, and summaries of its first reports, at most that many."""
        ...
