"""Fetched pages to what they say: a source's page to the links on it, a story's page to its article.

Pure, and made to run in other processes: what goes in and what comes out are records. A page that is not what it
should be raises ``InputError``; the engine makes it a ``Failure``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from newsloom.catalogue import build
from newsloom.discovery.feeds import read_feed
from newsloom.discovery.pages import home_links
from newsloom.discovery.sitemaps import read_sitemap
from newsloom.dom import Document, parse
from newsloom.extractors.protocol import Extractor
from newsloom.pipeline.extract import article_of
from newsloom.pipeline.gathering.charset import charset_of
from newsloom.pipeline.templates.lookup import fitting_template
from newsloom.readers.protocol import Reader
from newsloom.records import Article, Image, Item, Link, Page, Source, Template
from newsloom.text.addresses import normalised, same_site

__all__ = [
    "Sighting",
    "SourceReading",
    "StoryReading",
    "document_of",
    "link_of_item",
    "read_page",
    "read_source",
    "read_story",
]

# As many as a news sitemap may have by its protocol.
_MOST_OF_A_SITEMAP: Final = 1_000
_LONG_AGO: Final = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """What stands on a source: its links in order, and what it says of itself."""

    links: tuple[Link, ...]
    title: str | None = None
    category: str | None = None
    home: str | None = None
    wait_seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReading:
    """A source's page, to be read."""

    source: Source
    page: Page


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryReading:
    """A story's page, to be read; ``link`` is how it was announced, ``source`` where, ``templates`` its site's."""

    link: Link
    page: Page
    source: Source | None = None
    templates: tuple[Template, ...] = ()


def read_page(
    numbered: tuple[int, SourceReading | StoryReading], *, extractor: str, reader: str
) -> tuple[int, Sighting | Article]:
    """One page read, with its number, for results come in any order."""
    number, reading = numbered
    if isinstance(reading, SourceReading):
        return number, read_source(reading.source, reading.page, reader=reader)
    return number, read_story(reading, extractor=extractor)


def read_source(source: Source, page: Page, *, reader: str) -> Sighting:
    """What stands on a source now. Raises ``InputError`` if it is not of its kind."""
    match source.kind:
        case "feed":
            feed = read_feed(page.body, url=page.url, content_type=page.content_type)
            return Sighting(
                links=_of_source(feed.links, source),
                title=feed.title,
                category=feed.category,
                home=feed.home,
                wait_seconds=feed.interval_seconds,
            )
        case "sitemap":
            return Sighting(links=_of_source(_newest(read_sitemap(page.body, url=page.url).links), source))
        case _:
            return Sighting(links=_of_source(_announced(document_of(page), reader), source))


def read_story(reading: StoryReading, *, extractor: str) -> Article:
    """The article of a page, under the address that is its identity, completed by its announcement."""
    # What a front page writes into a link is a teaser's headline; only a feed's title is the story's own.
    is_announced = reading.source is not None and reading.source.kind != "page"
    document = document_of(reading.page, title=reading.link.title if is_announced else None)
    document.template = fitting_template(document, reading.templates)
    method: Extractor = build("extractor", extractor)
    article = article_of(document, method.extract(document))
    article = replace(article, url=_identity(reading.page.url, article.canonical_url))
    return _completed(article, reading.link, reading.source)


def document_of(page: Page, title: str | None = None, earlier: tuple[Document, ...] = ()) -> Document:
    """A stored or fetched page as a tree."""
    return parse(page.body, url=page.url, title=title, charset=charset_of(page.content_type), earlier=earlier)


def _announced(document: Document, reader: str) -> tuple[Link, ...]:
    """The stories that a front page announces; where its reader finds no items, the links that may be stories."""
    method: Reader = build("reader", reader)
    items = [item for item in method.read(document) if item.url and not item.duplicate_of]
    return tuple(link_of_item(item, position) for position, item in enumerate(items)) or home_links(document)


def link_of_item(item: Item, position: int) -> Link:
    """An item as the link it is to those who fetch."""
    return Link(
        url=item.url or "",
        title=item.headline,
        text=item.text or None,
        published=item.time,
        image=Image(url=item.image) if item.image else None,
        position=position,
    )


def _newest(links: tuple[Link, ...]) -> tuple[Link, ...]:
    # A whole site may stand in a sitemap; those without a time come last, in their order.
    dated = sorted(links, key=lambda link: link.published or link.updated or _LONG_AGO, reverse=True)
    return tuple(dated[:_MOST_OF_A_SITEMAP])


def _of_source(links: tuple[Link, ...], source: Source) -> tuple[Link, ...]:
    return tuple(replace(link, source_url=source.url) for link in links)


def _identity(page_url: str, canonical_url: str | None) -> str:
    # A page may name any address as its own; another site's story must not be written over by it.
    own = normalised(page_url) or page_url
    canonical = normalised(canonical_url, own) if canonical_url else None
    return canonical if canonical and same_site(canonical, own) and _is_deep(canonical, own) else own


def _is_deep(canonical: str, own: str) -> bool:
    # Broken templates name the front page as the canonical address of every story.
    return len(canonical.split("/", 3)[-1]) > 0 or len(own.split("/", 3)[-1]) == 0


def _completed(article: Article, link: Link, source: Source | None) -> Article:
    """The article with what only its announcement said; the page's own word comes first."""
    silent: dict[str, object] = {}
    if article.title is None and link.title:
        silent["title"] = link.title
    if article.date is None and link.published:
        silent |= {"published": link.published, "date": link.published.date().isoformat()}
    if not article.authors and link.authors:
        silent["authors"] = link.authors
    section = next(iter(link.categories), None) or (source.category if source else None)
    if article.section is None and section:
        silent["section"] = section
    if not silent:
        return article
    origin = dict.fromkeys(silent, source.kind if source else "link")
    return replace(article, **silent, provenance={**article.provenance, **origin})  # type: ignore[arg-type]
