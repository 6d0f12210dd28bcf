"""Stored pages read again: a store and a reading room in, what is different now out, and kept where that is wanted.

A newer extractor, or a template learned meanwhile, may read a page otherwise than it was read. What was read before
stays among the story's revisions. Nothing is fetched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from newsloom.pipeline.gathering.pool import PageReader
from newsloom.pipeline.gathering.reading import StoryPage
from newsloom.pipeline.templates.lookup import SiteTemplateCache
from newsloom.records import Article, ArticleQuery, Failure, Link, Page, Revision
from newsloom.stores.protocol import Store
from newsloom.text.tokens import words

__all__ = ["Difference", "Rereading", "Which", "read_again"]

_BATCH: Final = 64
_COMPARED: Final = ("title", "text", "published", "modified", "authors", "section", "language", "images")
# What an article may have from the place that announced it, with what settles it.
_ANNOUNCED: Final = {
    "title": ("title",),
    "published": ("published", "date"),
    "authors": ("authors",),
    "section": ("section",),
}
_ANNOUNCERS: Final = frozenset({"feed", "sitemap", "page", "link"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Which:
    """The stories to read again: of a site, first seen from a time on; all where nothing is said."""

    site: str | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A story that reads otherwise: in which fields, how alike the texts are, and who read it before and now.

    ``reason`` says why the page is no story any more, or could not be read; it is left as it was then.
    """

    url: str
    fields: tuple[str, ...] = ()
    word_f1: float = 1.0
    before: str = ""
    after: str = ""
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rereading:
    """How many stories were read again, how many read the same, otherwise, or as no story; and how far texts differ.

    ``word_f1`` is the mean over all that were read.
    """

    stories: int
    same: int
    changed: int
    refused: int
    word_f1: float
    fields: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    article: Article
    page: Page
    digest: str | None


def read_again(  # noqa: PLR0913 - the parts that work together
    store: Store,
    reader: PageReader,
    which: Which,
    *,
    now: Callable[[], datetime],
    is_dry: bool = False,
    report: Callable[[Difference], None] | None = None,
) -> Rereading:
    """Read stored pages with the present extractor and templates; ``report`` hears each story that reads otherwise.

    With ``is_dry`` nothing is written. What has begun is whole: each batch is one transaction.
    """
    site_templates = SiteTemplateCache(store, now)
    counts: Counter[str] = Counter()
    fields: Counter[str] = Counter()
    alike = 0.0
    for batch in _batches(store, which):
        results = reader.read(tuple(_reading(stored, site_templates) for stored in batch))
        kept: list[Revision] = []
        for stored, result in zip(batch, results, strict=True):
            article = _completed(result, stored.article) if isinstance(result, Article) else None
            difference = _difference(stored.article, article, result)
            alike += difference.word_f1
            counts[_verdict(difference)] += 1
            fields.update(difference.fields)
            if difference.fields and article is not None:
                kept.append(Revision(article=article, seen_at=now(), digest=stored.digest))
            if report and (difference.fields or difference.reason):
                report(difference)
        if kept and not is_dry:
            with store.transaction() as transaction:
                for revision in kept:
                    transaction.articles.keep(revision)
    stories = counts.total()
    return Rereading(
        stories=stories,
        same=counts["same"],
        changed=counts["changed"],
        refused=counts["refused"],
        word_f1=alike / stories if stories else 1.0,
        fields=dict(fields.most_common()),
    )


def _batches(store: Store, which: Which) -> Iterator[tuple[_Stored, ...]]:
    after: str | None = None
    while True:
        with store.read() as transaction:
            query = ArticleQuery(site=which.site, since=which.since, after=after, limit=_BATCH)
            articles = [article for article in transaction.articles.find(query) if article.url]
            stored = []
            for article in articles:
                page = transaction.pages.at(article.url or "")
                versions = transaction.pages.versions(article.url or "")
                if page is not None:
                    stored.append(_Stored(article=article, page=page, digest=versions[-1].digest if versions else None))
        if not articles:
            return
        after = articles[-1].url
        if stored:
            yield tuple(stored)


def _reading(stored: _Stored, site_templates: SiteTemplateCache) -> StoryPage:
    article = stored.article
    # What announced it then is not asked again; a feed's title is part of what the extractor knew.
    is_announced = article.provenance.get("title") == "feed"
    link = Link(url=article.url or "", title=article.title if is_announced else None)
    return StoryPage(link=link, page=stored.page, templates=site_templates.of(article.url or ""))


def _completed(article: Article, before: Article) -> Article:
    """With what only the announcement said, as it was known before."""
    silent: dict[str, object] = {"url": before.url}
    origin: dict[str, str] = {}
    for field, settles in _ANNOUNCED.items():
        said_by = before.provenance.get(field, "")
        if said_by in _ANNOUNCERS and not getattr(article, field):
            silent |= {name: getattr(before, name) for name in settles}
            origin |= dict.fromkeys(settles, said_by)
    return replace(article, **silent, provenance={**article.provenance, **origin})  # type: ignore[arg-type]


def _difference(before: Article, after: Article | None, result: object) -> Difference:
    url, method = before.url or "", before.provenance.get("text", "")
    if after is None or not after.is_article:
        reason = result.reason if isinstance(result, (Failure, Article)) else None
        return Difference(url=url, word_f1=0.0, before=method, reason=reason or "the page is no story")
    changed = tuple(field for field in _COMPARED if getattr(before, field) != getattr(after, field))
    return Difference(
        url=url,
        fields=changed,
        word_f1=_word_f1(words(before.text), words(after.text)) if "text" in changed else 1.0,
        before=method,
        after=after.provenance.get("text", ""),
    )


def _verdict(difference: Difference) -> str:
    if difference.reason:
        return "refused"
    return "changed" if difference.fields else "same"


def _word_f1(before: Sequence[str], after: Sequence[str]) -> float:
    shared = (Counter(before) & Counter(after)).total()
    return 2 * shared / (len(before) + len(after)) if before or after else 1.0
