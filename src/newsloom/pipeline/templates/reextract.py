"""Extracts stored pages again, reports what is different, and stores it if wanted. Fetches nothing.

A newer extractor, or a template learned meanwhile, may read a page differently, or read one that could not be read
before. Earlier results stay among the story's revisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from newsloom.pipeline.gathering.pool import PageReader
from newsloom.pipeline.gathering.reading import READER, StoryPage
from newsloom.pipeline.multipage import page_after
from newsloom.pipeline.templates.lookup import SiteTemplateCache
from newsloom.records import Article, ArticleQuery, Failure, Link, Page, Revision, Source
from newsloom.stores.protocol import Store, Transaction
from newsloom.stores.sites import site_named, site_of_article
from newsloom.text.similarity import word_f1
from newsloom.text.tokens import words

__all__ = ["Difference", "Rereading", "StorySelection", "read_again"]

_BATCH: Final = 64
_NO_STORY: Final = "the page is not a story"
_COMPARED: Final = ("title", "text", "published", "modified", "authors", "section", "language", "images")
# What an article may have from its announcement, with the fields that are then taken from it.
_ANNOUNCED: Final = {
    "title": ("title",),
    "published": ("published", "date"),
    "authors": ("authors",),
    "section": ("section",),
}
_ANNOUNCERS: Final = frozenset({"feed", "sitemap", "page", "link"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StorySelection:
    """The stories to read again: of a site, or first seen from a time on. All by default."""

    site: str | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How a story differs: in which fields, how similar the texts are, and the methods that read it before and now.

    ``reason`` says why the page is no longer a story, or could not be read; the story is then left as it was. With
    ``is_recovered``, it could not be read before.
    """

    url: str
    fields: tuple[str, ...] = ()
    word_f1: float = 1.0
    before: str = ""
    after: str = ""
    reason: str | None = None
    is_recovered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rereading:
    """How many stories were read again, and how many are the same, changed, or no longer stories (``refused``).

    ``recovered`` pages could not be read before, ``unread`` ones still cannot; neither are counted in ``stories``.
    ``word_f1`` is the mean over all stories.
    """

    stories: int
    same: int
    changed: int
    refused: int
    word_f1: float
    fields: dict[str, int]
    recovered: int = 0
    unread: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    """A story as it was read, with its announcement if still known."""

    article: Article
    page: Page
    digest: str | None
    link: Link | None = None
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unread:
    """A page that could not be read, with its announcement."""

    link: Link
    source: Source | None
    page: Page
    digest: str | None


def read_again(  # noqa: PLR0913 - the parts that work together
    store: Store,
    reader: PageReader,
    which: StorySelection,
    *,
    now: Callable[[], datetime],
    is_dry: bool = False,
    report: Callable[[Difference], None] | None = None,
) -> Rereading:
    """Extract stored pages with the current extractor and templates, including those that could not be read before.

    ``report`` is called with each story that differs. With ``is_dry``, nothing is written. Each batch is one
    transaction.
    """
    again = _ReadingAgain(store=store, reader=reader, now=now, is_dry=is_dry, report=report)
    for batch in _batches(store, which):
        again.read_stories(batch)
    for pages in _unread_batches(store, which):
        again.read_unread(pages)
    return again.result()


@dataclass(kw_only=True)
class _ReadingAgain:
    store: Store
    reader: PageReader
    now: Callable[[], datetime]
    is_dry: bool
    report: Callable[[Difference], None] | None
    counts: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)
    alike: float = 0.0

    def __post_init__(self) -> None:
        self._templates = SiteTemplateCache(self.store, self.now)

    def read_stories(self, batch: tuple[_Stored, ...]) -> None:
        results = self._read(tuple(_reading(stored, self._templates) for stored in batch))
        kept: list[Revision] = []
        readable: list[str] = []
        for stored, result in zip(batch, results, strict=True):
            article = _completed(result, stored.article) if isinstance(result, Article) else None
            difference = _difference(stored.article, article, result)
            self.alike += difference.word_f1
            self.counts[_verdict(difference)] += 1
            self.fields.update(difference.fields)
            if article is not None:
                readable.append(difference.url)
                if difference.fields:
                    kept.append(Revision(article=article, seen_at=self.now(), digest=stored.digest))
            self._report(difference)
        self._write(kept, readable)

    def read_unread(self, batch: tuple[_Unread, ...]) -> None:
        """Read pages that could not be read before."""
        reading = (
            StoryPage(link=one.link, page=one.page, source=one.source, templates=self._templates.of(one.link.url))
            for one in batch
        )
        results = self._read(tuple(reading))
        kept: list[Revision] = []
        readable: list[str] = []
        pages: list[Page] = []
        for one, result in zip(batch, results, strict=True):
            url = one.link.url
            if not isinstance(result, Article):
                self.counts["unread"] += 1
                reason = result.reason if isinstance(result, Failure) else "the page was not read"
                self._report(Difference(url=url, word_f1=0.0, reason=reason))
                continue
            readable.append(url)
            if not result.is_article:
                self._report(Difference(url=url, word_f1=0.0, reason=result.reason or _NO_STORY))
                continue
            self.counts["recovered"] += 1
            kept.append(Revision(article=result, seen_at=self.now(), digest=one.digest))
            if result.url is not None and result.url != one.page.url:
                pages.append(replace(one.page, url=result.url, requested_url=url))
            self._report(Difference(url=url, after=result.provenance.get("text", ""), is_recovered=True))
        self._write(kept, readable, pages)

    def _read(self, pages: tuple[StoryPage, ...]) -> tuple[object, ...]:
        """Reads the pages, each with the stored further pages of its story."""
        results: list[object] = list(self.reader.read(pages))
        waiting = dict(enumerate(pages))
        while waiting:
            with self.store.read() as transaction:
                continued = {index: _with_next(transaction, page, results[index]) for index, page in waiting.items()}
            waiting = {index: page for index, page in continued.items() if page is not None}
            for index, result in zip(waiting, self.reader.read(tuple(waiting.values())), strict=True):
                if isinstance(result, Article):
                    results[index] = result
        return tuple(results)

    def _report(self, difference: Difference) -> None:
        if self.report and (difference.fields or difference.reason or difference.is_recovered):
            self.report(difference)

    def _write(self, kept: Sequence[Revision], readable: Sequence[str], pages: Sequence[Page] = ()) -> None:
        if self.is_dry:
            return
        with self.store.transaction() as transaction:
            for page in pages:
                # The canonical address, unless it was fetched itself: its page may differ.
                if transaction.pages.last_fetch(page.url) is None:
                    transaction.pages.keep(page)
            for revision in kept:
                transaction.articles.keep(revision)
            for url in readable:
                transaction.run_log.resolve(url, "extract")

    def result(self) -> Rereading:
        stories = self.counts["same"] + self.counts["changed"] + self.counts["refused"]
        return Rereading(
            stories=stories,
            same=self.counts["same"],
            changed=self.counts["changed"],
            refused=self.counts["refused"],
            word_f1=self.alike / stories if stories else 1.0,
            fields=dict(self.fields.most_common()),
            recovered=self.counts["recovered"],
            unread=self.counts["unread"],
        )


def _batches(store: Store, which: StorySelection) -> Iterator[tuple[_Stored, ...]]:
    after: str | None = None
    while True:
        with store.read() as transaction:
            query = ArticleQuery(site=which.site, since=which.since, after=after, limit=_BATCH)
            articles = [article for article in transaction.articles.find(query) if article.url]
            stored = []
            for article in articles:
                page = transaction.pages.at(article.url or "")
                if page is not None:
                    stored.append(_stored(transaction, article, page))
        if not articles:
            return
        after = articles[-1].url
        if stored:
            yield tuple(stored)


def _stored(transaction: Transaction, article: Article, page: Page) -> _Stored:
    versions = transaction.pages.versions(article.url or "")
    link, source = _announcement(transaction, (article.url, page.requested_url))
    return _Stored(
        article=article, page=page, digest=versions[-1].digest if versions else None, link=link, source=source
    )


def _announcement(transaction: Transaction, urls: Iterable[str | None]) -> tuple[Link | None, Source | None]:
    """The link to the first of these addresses that has one, and its source if that is still followed."""
    found = next((one for url in urls if url and (one := transaction.links.get(url))), None)
    link = found[0] if found else None
    return link, transaction.sources.get(link.source_url) if link and link.source_url else None


def _unread_batches(store: Store, which: StorySelection) -> Iterator[tuple[_Unread, ...]]:
    site = site_named(which.site) if which.site else None
    after: str | None = None
    while True:
        with store.read() as transaction:
            failures = transaction.run_log.unresolved(_BATCH, stage="extract", after=after)
            chosen = [
                failure
                for failure in failures
                if (site is None or site_of_article(failure.url) == site)
                and (which.since is None or (failure.at is not None and failure.at >= which.since))
            ]
            unread = [one for failure in chosen if (one := _unread(transaction, failure)) is not None]
        if not failures:
            return
        after = failures[-1].url
        if unread:
            yield tuple(unread)


def _unread(transaction: Transaction, failure: Failure) -> _Unread | None:
    page = transaction.pages.at(failure.url)
    if page is None:
        return None
    link, source = _announcement(transaction, (failure.url,))
    return _Unread(link=link or Link(url=failure.url), source=source, page=page, digest=failure.digest)


def _reading(stored: _Stored, site_templates: SiteTemplateCache) -> StoryPage:
    url = stored.article.url or ""
    # The link is needed because the extractor uses what the announcement said.
    link = stored.link or Link(url=url)
    return StoryPage(link=link, page=stored.page, source=stored.source, templates=site_templates.of(url))


def _with_next(transaction: Transaction, story: StoryPage, result: object) -> StoryPage | None:
    """The story with its next page. None if there is none, or it is not stored."""
    pages = [page.url for page in (story.page, *story.further)]
    following = page_after(result, pages) if isinstance(result, Article) else None
    page = transaction.pages.at(following) if following else None
    return None if page is None or page.url in pages else replace(story, further=(*story.further, page))


def _completed(article: Article, before: Article) -> Article:
    """The article with the fields that it had only from its announcement."""
    silent: dict[str, object] = {"url": before.url}
    origin: dict[str, str] = {}
    for name, settles in _ANNOUNCED.items():
        said_by = before.provenance.get(name, "")
        if said_by in _ANNOUNCERS and not getattr(article, name):
            silent |= {settled: getattr(before, settled) for settled in settles}
            origin |= dict.fromkeys(settles, said_by)
    # For the category, the announcement counts for more than the page.
    if (said_by := before.provenance.get("category", "")) in {*_ANNOUNCERS, READER}:
        silent["category"], origin["category"] = before.category, said_by
    return replace(article, **silent, provenance={**article.provenance, **origin})  # type: ignore[arg-type]


def _difference(before: Article, after: Article | None, result: object) -> Difference:
    url, method = before.url or "", before.provenance.get("text", "")
    if after is None or not after.is_article:
        reason = result.reason if isinstance(result, (Failure, Article)) else None
        return Difference(url=url, word_f1=0.0, before=method, reason=reason or _NO_STORY)
    changed = tuple(field for field in _COMPARED if getattr(before, field) != getattr(after, field))
    return Difference(
        url=url,
        fields=changed,
        word_f1=word_f1(words(before.text), words(after.text)) if "text" in changed else 1.0,
        before=method,
        after=after.provenance.get("text", ""),
    )


def _verdict(difference: Difference) -> str:
    if difference.reason:
        return "refused"
    return "changed" if difference.fields else "same"
