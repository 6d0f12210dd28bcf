"""Stored articles: found by address, id, filters or words, in their current and earlier versions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any

from newsloom.newsroom.queries import query_from
from newsloom.newsroom.templates import site_from
from newsloom.pipeline.desk.queries import Counterparts, counterparts_of, related_articles
from newsloom.pipeline.export import stored_articles, write_articles
from newsloom.pipeline.history import article_at, edits_of
from newsloom.pipeline.pagination import Cursor, articles_from
from newsloom.pipeline.removal import take_down
from newsloom.pipeline.templates.reextract import Difference, Rereading, StorySelection, read_again
from newsloom.records import Article, ArticleQuery, Hit, Page, Revision, StoredArticle
from newsloom.settings import Settings
from newsloom.stores.protocol import Store
from newsloom.wiring import page_read_again, page_reader

__all__ = ["NewsroomArticles"]


class NewsroomArticles:
    """``room.articles``. Calling it iterates over all stored articles in the order in which they were first seen.

    Keywords are the filters of ``ArticleQuery``, as in ``room.articles(site="paper.example")``.
    """

    def __init__(self, store: Store, settings: Settings, now: Callable[[], datetime]) -> None:
        self._store = store
        self._settings = settings
        self._now = now

    def __call__(self, *, limit: int | None = None, **filters: Any) -> Iterator[Article]:
        query = query_from(None, filters, ArticleQuery, but=("order", "after", "skip", "limit"))
        return islice(stored_articles(self._store, query), limit)

    def get(self, url: str, at: datetime | None = None) -> Article | None:
        """The article as it was at a time, or as it is now. Extracted from the stored page if no article is stored."""
        return article_at(self._store, url, at, self._settings.extractor)

    def named(self, article_id: str) -> Article | None:
        """An article by the public id of its address."""
        with self._store.read() as transaction:
            return transaction.articles.by_id(article_id)

    def latest(self, query: ArticleQuery | None = None, **filters: Any) -> tuple[Article, ...]:
        """Articles, the latest first seen first. A query with ``changed_after`` gets them in order of change.

        The keywords are the fields of ``ArticleQuery``.
        """
        asked = query_from(query, filters, ArticleQuery)
        with self._store.read() as transaction:
            return transaction.articles.find(asked)

    def listed(self, query: ArticleQuery, cursor: Cursor | None = None) -> tuple[StoredArticle, ...] | None:
        """Like ``latest``, from a cursor on and with times. Returns None if the cursor's article is gone."""
        return articles_from(self._store, query, cursor)

    def search(self, words: str, query: ArticleQuery | None = None, **filters: Any) -> tuple[Hit, ...]:
        """The articles that contain all the words or phrases, the best matches first. Keywords as for ``latest``."""
        asked = query_from(query, filters, ArticleQuery)
        with self._store.read() as transaction:
            return transaction.articles.search(words, asked)

    def read(self, urls: Iterable[str]) -> dict[str, StoredArticle]:
        """The articles with these addresses, read in one query, in any order. Unknown addresses are left out."""
        with self._store.read() as transaction:
            return transaction.lookups.articles(urls)

    def summaries(self, urls: Iterable[str]) -> dict[str, StoredArticle]:
        """Like ``read``, without their blocks, in half the time."""
        with self._store.read() as transaction:
            return transaction.lookups.summaries(urls)

    def arrivals(self, urls: Iterable[str]) -> dict[str, datetime]:
        """When each article was first seen. Addresses without an article are left out."""
        with self._store.read() as transaction:
            return {url: first_seen for url, (first_seen, _) in transaction.lookups.times(urls).items()}

    def with_edits(self, urls: Iterable[str]) -> Mapping[str, tuple[StoredArticle, tuple[Revision, ...]]]:
        """Like ``read``, each article with its revisions; an article that was never edited has none."""
        with self._store.read() as transaction:
            kept = transaction.lookups.articles(urls)
            return {
                url: (one, () if one.changed_at == one.first_seen else transaction.articles.revisions(url))
                for url, one in kept.items()
            }

    def revisions(self, url: str) -> tuple[Revision, ...]:
        """Every version of an article's text, in order of time."""
        with self._store.read() as transaction:
            return edits_of(transaction.articles.revisions(url))

    def related(self, url: str, limit: int = 10) -> tuple[Article, ...]:
        """Other reports of the article's story, followed by the closest articles of its topic."""
        return related_articles(self._store, url, limit)

    def counterparts(self, url: str, limit: int = 10) -> Counterparts:
        """Reports of the article's story, the nearest in time first: one per other paper, and those of its own."""
        return counterparts_of(self._store, url, limit)

    def sections(self) -> tuple[tuple[str, int], ...]:
        """The sections and how many articles each has, the most frequent first."""
        with self._store.read() as transaction:
            return transaction.facets.sections()

    def languages(self) -> tuple[tuple[str, int], ...]:
        """The languages and how many articles each has, the most frequent first."""
        with self._store.read() as transaction:
            return transaction.facets.languages()

    def export(self, target: str | Path | IO[str], *, form: str = "jsonl", **filters: Any) -> int:
        """Write articles as "jsonl" or "parquet", or every version of their pages as "warc". Returns how many.

        Each article is written with its id, its paper, when it was first seen and last changed, and the id of its
        story. Keywords are filters, as for ``room.articles``.
        """
        file = Path(target) if isinstance(target, str) else target
        return write_articles(self._store, self(**filters), file, form)

    def read_page(self, page: Page) -> Article:
        """Extracts a stored page again, in a separate process with a time limit. Nothing is stored."""
        return page_read_again(page, self._settings)

    def keep(self, page: Page, article: Article) -> None:
        """Store an article extracted from a stored page as the latest revision of that article."""
        with self._store.transaction() as transaction:
            versions = transaction.pages.versions(page.url)
            digest = versions[-1].digest if versions else None
            kept = replace(article, url=page.url)
            transaction.articles.keep(Revision(article=kept, seen_at=self._now(), digest=digest))

    def take_down(self, url: str) -> bool:
        """Remove an article for good, with every version of its page. It will not be gathered again.

        Returns False if nothing of it was stored; it will not be gathered then either.
        """
        return take_down(self._store, url, self._now())

    def reextract(
        self,
        *,
        site: str | None = None,
        since: datetime | None = None,
        extractor: str | None = None,
        is_dry: bool = False,
        report: Callable[[Difference], None] | None = None,
    ) -> Rereading:
        """Extract stored pages again with the current extractor and templates. ``is_dry`` only reports differences."""
        chosen = replace(self._settings, extractor=extractor or self._settings.extractor)
        which = StorySelection(site=site_from(site), since=since)
        with closing(page_reader(chosen)) as reader:
            return read_again(self._store, reader, which, now=self._now, is_dry=is_dry, report=report)
