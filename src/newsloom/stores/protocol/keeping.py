"""What was fetched and read: every version of every page, every reading of every story."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from newsloom.records import Article, ArticleQuery, Fetch, Hit, Page, Revision, Version

__all__ = ["Articles", "Pages"]


class Pages(Protocol):
    """Every version of every page, with its time."""

    def keep(self, page: Page, /) -> Version:
        """The version this is: a new one, or the latest one, seen again."""
        ...

    def see_again(self, url: str, at: datetime, /) -> Version | None:
        """The server said that nothing changed: the latest version lasts until ``at``."""
        ...

    def at(self, url: str, time: datetime | None = None, /) -> Page | None:
        """The page byte for byte as it was known at that time, or as it is known now; ``fetched_at`` is when first."""
        ...

    def versions(self, url: str, /) -> tuple[Version, ...]:
        """In order of time."""
        ...

    def body(self, digest: str, /) -> bytes | None: ...

    def log(self, fetch: Fetch, /) -> None:
        """Keep the record of one request."""
        ...

    def last_fetch(self, url: str, /) -> Fetch | None:
        """The latest request to this address that brought or confirmed a version, with its validators."""
        ...


class Articles(Protocol):
    """Stories with their edit history; ``url`` is their identity."""

    def keep(self, revision: Revision, /) -> bool:
        """True if the article is new or reads otherwise than it did at the time."""
        ...

    def get(self, url: str, at: datetime | None = None, /) -> Article | None:
        """As it read at a time, or as it reads now."""
        ...

    def revisions(self, url: str, /) -> tuple[Revision, ...]:
        """In order of time."""
        ...

    def find(
        self,
        *,
        source_url: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> tuple[Article, ...]:
        """As they read now, in the order in which they were first seen; ``since`` (from) and ``until`` (before) are
        about that time. Those behind the article with the address ``after`` only; an unknown one raises.

        An article belongs to the sources on which its address was sighted, or one that led to its page.
        """
        ...

    def latest(self, query: ArticleQuery, /) -> tuple[Article, ...]:
        """As they read now, the latest first seen first; where the query asks for what changed, in the order of their
        last change, the oldest change first.

        A site is named by a host of it; an unknown ``after`` raises.
        """
        ...

    def named(self, article_id: str, /) -> Article | None:
        """By the public id of its address (``stores.digests.article_id``)."""
        ...

    def search(self, words: str, query: ArticleQuery, /) -> tuple[Hit, ...]:
        """The articles that hold all the words or phrases, in the articles' languages; the best answers first.

        A word with a minus before it must not be there. Words that mean nothing find nothing; nothing raises. Of very
        many answers only the newest are compared, and no more are given.
        """
        ...

    def sections(self) -> tuple[tuple[str, int], ...]:
        """The sections that articles have, with how many, the most frequent first; of very many the first hundreds."""
        ...

    def languages(self) -> tuple[tuple[str, int], ...]:
        """The languages that articles are in, with how many, the most frequent first."""
        ...

    def first_seen(self, url: str, /) -> datetime | None: ...

    def changed_at(self, url: str, /) -> datetime | None:
        """Since when it reads as it does now."""
        ...

    def count(self) -> int: ...
