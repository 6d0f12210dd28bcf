"""Fetched pages to their contents: a source's page to its links, a story's page to its article.

Pure. Input and output are records, so the work can run in other processes. A page that is not of its kind raises
``InputError``; the engine turns it into a ``Failure``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from typing import Final

from newsloom.catalogue import build, reads_code
from newsloom.discovery.feeds import read_feed
from newsloom.discovery.pages import home_links
from newsloom.discovery.sitemaps import read_sitemap
from newsloom.dom import Document, parse
from newsloom.dom.decode import charset_of
from newsloom.dom.layoutbytes import unpack_layout
from newsloom.extractors.protocol import Extractor
from newsloom.pipeline.extract import article_of, with_method_name
from newsloom.pipeline.multipage import joined
from newsloom.pipeline.templates.lookup import fitting_template
from newsloom.readers.lbnest.teasers import TEASER, tells_of
from newsloom.readers.protocol import Reader
from newsloom.records import Article, Image, Item, Link, Page, Source, Template
from newsloom.text.categories import category_of
from newsloom.text.dates import day_elsewhere
from newsloom.text.language import detect_language
from newsloom.text.urls import normalise_url, same_site

__all__ = [
    "READER",
    "SourceContents",
    "SourcePage",
    "StoryPage",
    "document_of",
    "link_of_item",
    "read_front_page",
    "read_page",
    "read_source",
    "read_story",
]

# Who counts what a page lists, and how much a page that tells no story lists at least to be a list. None of the
# labelled stories of newspapers is one by this; front pages list dozens.
_LISTING_READER: Final = "loom"
_LISTING_ITEMS: Final = 8
# The limit of the news sitemap protocol.
_MAX_SITEMAP_LINKS: Final = 1_000
READER: Final = "reader"
"""In ``Article.provenance``: what whoever follows the source has said."""
_LONG_AGO: Final = datetime(1, 1, 1, tzinfo=UTC)
# Of these links the language is told, from texts of so many characters at least: a headline alone misleads.
_LANGUAGE_LINKS: Final = 20
_LANGUAGE_CHARACTERS: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceContents:
    """The links of a source in order, and what it says about itself; ``items`` are those of a front page."""

    links: tuple[Link, ...]
    items: tuple[Item, ...] = ()
    title: str | None = None
    category: str | None = None
    home: str | None = None
    wait_seconds: float | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePage:
    """A source and its page; ``earlier`` are older versions of a front page, the oldest first."""

    source: Source
    page: Page
    earlier: tuple[Page, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPage:
    """A story's page, and its ``further`` ones where it goes on.

    ``link`` and ``source`` are how it was announced; ``templates`` are those of its site.
    """

    link: Link
    page: Page
    source: Source | None = None
    templates: tuple[Template, ...] = ()
    further: tuple[Page, ...] = ()


def read_page(
    numbered: tuple[int, SourcePage | StoryPage], *, extractor: str, reader: str
) -> tuple[int, SourceContents | Article]:
    """Read one page. Results come in any order, so the page's number goes with it.

    A page that was linked like a story and lists others gives what it lists.
    """
    number, page = numbered
    if isinstance(page, SourcePage):
        return number, read_source(page.source, page.page, reader=reader, earlier=page.earlier)
    article = read_story(page, extractor=extractor)
    return number, article if article.is_article else _listing(page) or article


def read_source(source: Source, page: Page, *, reader: str, earlier: tuple[Page, ...] = ()) -> SourceContents:
    """The contents of a source. Raises ``InputError`` if the page is not of the source's kind."""
    match source.kind:
        case "feed":
            feed = read_feed(page.body, url=page.url, content_type=page.content_type)
            return SourceContents(
                links=_of_source(feed.links, source),
                title=feed.title,
                category=feed.category,
                home=feed.home,
                wait_seconds=feed.interval_seconds,
                language=feed.language or _language_of(feed.links),
            )
        case "sitemap":
            links = _of_source(_newest(read_sitemap(page.body, url=page.url).links), source)
            return SourceContents(links=links, language=_language_of(links))
        case _:
            document, found = read_front_page(page, earlier, reader=reader, language=source.language)
            items = _each_once(found)
            links = _of_source(_announced(document, items), source)
            language = document.language if document.declared.language else _language_of(links)
            return SourceContents(links=links, items=items, language=language)


def read_story(story: StoryPage, *, extractor: str) -> Article:
    """The article of a page and its further ones, under its canonical address, completed by what its source said."""
    article = joined([_article_on(page, story, extractor) for page in (story.page, *story.further)])
    article = _confirmed(article, story.link)
    article = replace(article, url=_identity(story.page.url, article.canonical_url))
    return _completed(article, story.link, story.source)


def _listing(story: StoryPage) -> SourceContents | None:
    """What the page lists, if it is a section, a series or a tag; None for a video, a paywall, an empty page."""
    language = story.source.language if story.source else None
    _, found = read_front_page(story.page, (), reader=_LISTING_READER, language=language)
    items = _each_once(found)
    links = tuple(link_of_item(item, position) for position, item in enumerate(items))
    return SourceContents(links=links, items=items) if len(items) >= _LISTING_ITEMS else None


def _confirmed(article: Article, link: Link) -> Article:
    """The article, which is none if a link was followed for its teaser and the page tells something else (LBNEST)."""
    if link.pattern != TEASER or not link.text or tells_of(link.text, article.text, language=article.language):
        return article
    return replace(article, is_article=False, reason="the page does not match the teaser that led to it")


def _article_on(page: Page, story: StoryPage, extractor: str) -> Article:
    # The text of a link on a front page is a teaser's headline; a feed's title is the story's own.
    is_announced = story.source is not None and story.source.kind != "page"
    method: Extractor = build("extractor", extractor)
    document = document_of(
        page,
        title=story.link.title if is_announced else None,
        language=story.source.language if story.source else None,
        keep_code=reads_code(method),
    )
    document.anchor_text = None if is_announced else story.link.title
    document.teaser = story.link.text
    document.template = fitting_template(document, story.templates)
    return article_of(document, with_method_name(method.extract(document), extractor))


def document_of(
    page: Page,
    *,
    title: str | None = None,
    earlier: tuple[Document, ...] = (),
    language: str | None = None,
    keep_code: bool = True,
) -> Document:
    """A stored or fetched page, parsed; as drawn where it was drawn. ``language`` is that of its source."""
    drawing = page.drawing
    if drawing is not None:
        layout = unpack_layout(drawing.layout)
        document = parse(drawing.html, url=page.url, title=title, layout=layout, earlier=earlier, keep_code=keep_code)
    else:
        charset = charset_of(page.content_type)
        document = parse(page.body, url=page.url, title=title, charset=charset, earlier=earlier, keep_code=keep_code)
    document.source_language = language
    return document


def read_front_page(
    page: Page, earlier: Sequence[Page], *, reader: str, language: str | None
) -> tuple[Document, tuple[Item, ...]]:
    """A front page, parsed, and its items; ``earlier`` are its older versions."""
    method: Reader = build("reader", reader)
    keep_code = reads_code(method)
    older = tuple(document_of(version, keep_code=keep_code) for version in earlier)
    document = document_of(page, earlier=older, language=language, keep_code=keep_code)
    return document, method.read(document)


def _each_once(items: Iterable[Item]) -> tuple[Item, ...]:
    # An item that stood on an earlier version is called its own duplicate: it stands here all the same.
    return tuple(item for item in items if item.duplicate_of in (None, item.id))


def _announced(document: Document, items: tuple[Item, ...]) -> tuple[Link, ...]:
    """The stories of a front page; if its reader finds no items, the links that look like stories."""
    leading = [item for item in items if item.url]
    return tuple(link_of_item(item, position) for position, item in enumerate(leading)) or home_links(document)


def link_of_item(item: Item, position: int) -> Link:
    """A front-page item as a link to fetch."""
    return Link(
        url=item.url or "",
        title=item.headline,
        text=item.text or None,
        published=item.time,
        image=Image(url=item.image) if item.image else None,
        position=position,
        pattern=item.pattern or None,
    )


def _language_of(links: tuple[Link, ...]) -> str | None:
    """What a source reads like that declares no language; None where that is too little to tell."""
    said = "\n".join(filter(None, (part for link in links[:_LANGUAGE_LINKS] for part in (link.title, link.text))))
    return detect_language(said) if len(said) >= _LANGUAGE_CHARACTERS else None


def _newest(links: tuple[Link, ...]) -> tuple[Link, ...]:
    # A sitemap may list a whole site. Links without a time come last.
    dated = sorted(links, key=lambda link: link.published or link.updated or _LONG_AGO, reverse=True)
    return tuple(dated[:_MAX_SITEMAP_LINKS])


def _of_source(links: tuple[Link, ...], source: Source) -> tuple[Link, ...]:
    return tuple(replace(link, source_url=source.url) for link in links)


def _identity(page_url: str, canonical_url: str | None) -> str:
    # A page may name any address as canonical; it must not overwrite another site's story.
    own = normalise_url(page_url) or page_url
    canonical = normalise_url(canonical_url, own) if canonical_url else None
    return canonical if canonical and same_site(canonical, own) and _is_deep(canonical, own) else own


def _is_deep(canonical: str, own: str) -> bool:
    # Broken templates name the front page as the canonical address of every story.
    return len(canonical.split("/", 3)[-1]) > 0 or len(own.split("/", 3)[-1]) == 0


def _category(link: Link, source: Source | None) -> tuple[str | None, str]:
    """What the article is filed under by its announcement, and who says so: the reader, or else the source."""
    if source and source.category and "category" in source.chosen:
        return category_of(source.category) or source.category, READER
    named = (*link.categories, source.category if source else None)
    return next(filter(None, map(category_of, named)), None), source.kind if source else "link"


def _tells_time_of(moment: datetime, day: str) -> bool:
    """Whether an announced moment is one of the day that the page prints, and more than that day."""
    if moment.time() == time():
        return False
    # In UTC the page's readers may have another day.
    elsewhere = None if moment.utcoffset() else day_elsewhere(moment)
    return day in {one.isoformat() for one in (moment.date(), elsewhere) if one}


def _completed(article: Article, link: Link, source: Source | None) -> Article:
    """The article with what only its source said. The page itself takes precedence."""
    silent: dict[str, object] = {}
    if article.title is None and link.title:
        silent["title"] = link.title
    if article.published is None and link.published:
        if article.date is None:
            silent |= {"published": link.published, "date": link.published.date().isoformat()}
        elif _tells_time_of(link.published, article.date):
            silent["published"] = link.published
    if not article.authors and link.authors:
        silent["authors"] = link.authors
    section = next(iter(link.categories), None) or (source.category if source else None)
    if article.section is None and section:
        silent["section"] = section
    origin = dict.fromkeys(silent, source.kind if source else "link")
    category, said_by = _category(link, source)
    # A section page also shows what is read most elsewhere: what the story's own page says goes first.
    if category and not (article.category and said_by == "page"):
        silent["category"], origin["category"] = category, said_by
    if not silent:
        return article
    return replace(article, **silent, provenance={**article.provenance, **origin})  # type: ignore[arg-type]
