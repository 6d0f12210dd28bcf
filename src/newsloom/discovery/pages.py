"""Finds the feeds, sections and stories that a newspaper's page links to.

Returns sources and links from a ``Document``, in page order. It reads the feeds declared in the head, the navigation,
and the headlines that are links. Items with teasers and pictures are found by ``readers``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import unquote, urlsplit

from lxml import etree

from newsloom.discovery.feeds.categories import category_of_address, category_of_title
from newsloom.discovery.names import is_generic
from newsloom.dom import Document
from newsloom.dom.shorttext import one_line, short_text
from newsloom.records import Link, Source
from newsloom.text.servicenames import is_service
from newsloom.text.size import count_words
from newsloom.text.urls import normalise_url, origin_of, same_site, site_of

__all__ = ["feed_guesses", "find_feeds", "find_sections", "home_links"]

_MAX_FEEDS: Final = 200
_MAX_SECTIONS: Final = 60
_MAX_STORIES: Final = 500
_MAX_ANCHORS: Final = 5_000
_MAX_NAVIGATIONS: Final = 40
_MAX_ANCESTORS: Final = 12

_FEED_TYPES: Final = re.compile(
    r"^(?:application|text)/(?:(?:rss|atom|rdf)\+xml|feed\+json|json|xml|rss)\s*(?:;|$)", re.IGNORECASE
)
# Feeds of readers' comments and of a search, and what a page offers to programs as JSON.
_NO_NEWS_FEED: Final = re.compile(
    r"/comments?/|comments?[-_/.]?(?:feed|rss)|kommentar|yorum|[?&]s=|/search/|/wp-json/|[/?&=]oembed|/api/",
    re.IGNORECASE,
)
_FEED_PATH: Final = re.compile(
    r"\.(?:rss|rdf|atom)$|/(?:rss|feed|atom)(?:/[^/]+)?/?$|/feeds?/[^/]+/?$|[/_-](?:rss|feed|atom)[\w.-]*\.(?:xml|json|php)$"
    r"|/(?:rss|feed|feeds)/.*\.xml$|/feeds/posts/(?:default|summary)(?:/-/[^/]+)?/?$",
    re.IGNORECASE,
)
_FEED_QUERY: Final = re.compile(r"(?:^|&)(?:feed|format|output|type|alt)=(?:rss2?|atom|rdf|feed)(?:&|$)", re.IGNORECASE)
_FEED_HOST: Final = re.compile(r"^(?:feeds|rss|feed)\.|feedburner\.", re.IGNORECASE)
# Where common publishing systems have their feed, the most common first.
_GUESSES: Final = (
    "feed",
    "rss",
    "rss.xml",
    "feed.xml",
    "atom.xml",
    "feeds/posts/default",
    "index.xml",
    "feeds/all.rss",
    "rss/all",
    "feed.json",
)

_NAVIGATION: Final = re.compile(
    r"\b(?:nav|navi|navigation|navbar|menu|mainmenu|main-menu|topmenu|sections?)(?![a-z])", re.IGNORECASE
)
_MAX_SECTION_CHARACTERS: Final = 30
_MAX_SECTION_WORDS: Final = 4
_MAX_SECTION_DEPTH: Final = 2
_MIN_LETTERS: Final = 2
_FILE: Final = re.compile(
    r"\.(?:pdf|jpe?g|png|gif|webp|svg|mp[34]|m4a|avi|mov|zip|gz|exe|apk|docx?|xlsx?|pptx?|css|js|xml|rss|rdf|atom|json|ics)$",
    re.IGNORECASE,
)
# "middle-east", "kultur-og-underholdning"; a headline has more words.
_MAX_SLUG_WORDS: Final = 4
_BETWEEN_WORDS: Final = re.compile(r"[-_+\s]+")
_LIVE: Final = re.compile(
    r"live|liveblog|liveticker|livestream|livecenter|ticker|newsblog|canli|canlı|direct|directo|endirecto|direto|diretta"
    r"|liveblogg|direkterapport"
)
_DIGITS: Final = re.compile(r"\d{3}")

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_APART: Final = frozenset({"nav", "footer", "form"})
_MAX_TITLE: Final = 300
# LBNEST, the successor of N-EXT, takes anchors of four words and more for headlines.
_MIN_WORDS: Final = 4


def find_feeds(document: Document) -> tuple[Source, ...]:
    """Returns the feeds that the page declares, then those it links to, each once; no feeds of comments."""
    found: dict[str, Source] = {}
    for address, title in (*_declared_feeds(document), *_linked_feeds(document)):
        if _NO_NEWS_FEED.search(address) or _NO_NEWS_FEED.search(title):
            continue
        category = category_of_title(title, url=address, home=document.url) if title else None
        source = Source(
            url=address,
            kind="feed",
            title=title or None,
            category=category or category_of_address(address, document.declared.language),
            home=_home(document),
        )
        found.setdefault(address, source)
        if len(found) == _MAX_FEEDS:
            break
    return tuple(found.values())


def feed_guesses(url: str) -> tuple[str, ...]:
    """Returns where a feed may be, for a page without one: in the page's folder, then at the site's root."""
    origin = origin_of(url)
    if origin is None:
        return ()
    path = urlsplit(url).path.rpartition("/")[0] if _is_file(url) else urlsplit(url).path.rstrip("/")
    places = [f"{origin}{path}", origin] if path else [origin]
    guesses = (normalise_url(f"{place}/{guess}") for place in places for guess in _GUESSES)
    return tuple(dict.fromkeys(guess for guess in guesses if guess))


def find_sections(document: Document) -> tuple[Source, ...]:
    """Returns the section pages in the page's navigation, with their names as title and category."""
    if document.url is None:
        return ()
    found: dict[str, Source] = {}
    base = _base(document)
    for anchor in _navigation_anchors(document):
        name = short_text(anchor, _MAX_SECTION_CHARACTERS)
        url = _target(anchor, base) if name else None
        if url and url not in found and _is_section(name, url, document.url):
            found[url] = Source(url=url, kind="page", title=name, category=name, home=_home(document))
        if len(found) == _MAX_SECTIONS:
            break
    return tuple(found.values())


def home_links(document: Document) -> tuple[Link, ...]:
    """Returns the stories that the page links to, in its order, each once, with the longest of its headlines."""
    if document.url is None:
        return ()
    titles: dict[str, str] = {}
    base, site, origin = _base(document), site_of(document.url), f"{origin_of(document.url)}/"
    for anchor in _anchors(document.root):
        url = _target(anchor, base)
        if url is None or not (url.startswith(origin) or site_of(url) == site) or not _may_be_story(url):
            continue
        text = short_text(anchor, _MAX_TITLE) or one_line(anchor.get("title") or "")[:_MAX_TITLE]
        if _is_headline(anchor, text) and len(text) > len(titles.get(url, "")):
            titles[url] = text
        if len(titles) == _MAX_STORIES:
            break
    return tuple(
        Link(url=url, source_url=document.url, title=title, position=position)
        for position, (url, title) in enumerate(titles.items())
    )


def _declared_feeds(document: Document) -> Iterator[tuple[str, str]]:
    if document.root is None:
        return
    base = _base(document)
    for link in islice(document.root.iter("link"), _MAX_ANCHORS):
        relations = (link.get("rel") or "").lower().split()
        is_feed = "feed" in relations or ("alternate" in relations and _FEED_TYPES.match(link.get("type") or ""))
        url = _target(link, base) if is_feed else None
        if url:
            yield url, one_line(link.get("title") or "")


def _linked_feeds(document: Document) -> Iterator[tuple[str, str]]:
    base = _base(document)
    for anchor in _anchors(document.root):
        url = _target(anchor, base)
        if url is None:
            continue
        parts = urlsplit(url)
        is_feed = _FEED_HOST.search(parts.netloc) and len(parts.path) > 1
        is_like_one = _FEED_PATH.search(parts.path) or _FEED_QUERY.search(parts.query)
        if is_feed or (is_like_one and document.url and same_site(url, document.url)):
            text = short_text(anchor, _MAX_SECTION_CHARACTERS)
            yield url, "" if is_generic(text) else text


def _navigation_anchors(document: Document) -> Iterator[etree._Element]:
    """Yields the links of all elements marked as navigation; if there are none, those of the page's lists."""
    if document.root is None:
        return
    places = [
        element for element in document.root.iter("nav", "header", "div", "ul", "section") if _is_navigation(element)
    ]
    if not places:
        places = list(document.root.iter("ul", "ol"))
    for place in places[:_MAX_NAVIGATIONS]:
        yield from islice(place.iter("a"), _MAX_ANCHORS)


def _is_navigation(element: etree._Element) -> bool:
    if element.tag in {"nav", "header"} or (element.get("role") or "").lower() == "navigation":
        return True
    named = f"{element.get('id') or ''} {element.get('class') or ''}"[:200]
    return bool(_NAVIGATION.search(named))


def _is_section(name: str, url: str, page_url: str) -> bool:
    parts = urlsplit(url)
    segments = [segment for segment in unquote(parts.path).split("/") if segment]
    if not same_site(url, page_url) or parts.query or _is_file(url) or url == normalise_url(page_url):
        return False
    # A part of the site with its own host has its section at the root.
    is_own_host = (
        not segments and parts.netloc != urlsplit(page_url).netloc.lower() and not parts.netloc.startswith("www.")
    )
    if not is_own_host and not 0 < len(segments) <= _MAX_SECTION_DEPTH:
        return False
    if len(name.split()) > _MAX_SECTION_WORDS or sum(map(str.isalpha, name)) < _MIN_LETTERS:
        return False
    if is_service(name) or is_generic(name) or _DIGITS.search(parts.path) or _is_passing(segments):
        return False
    return not any(is_service(segment.partition(".")[0]) for segment in segments)


def _is_passing(segments: list[str]) -> bool:
    """Returns whether a page in the menu is there only for some days: a live blog, or a story by its address."""
    words = [_BETWEEN_WORDS.split(segment.partition(".")[0].lower()) for segment in segments]
    is_live = any(
        _LIVE.fullmatch(word)
        and (len(parts) > 1 or place + 1 < len(words) or (word.startswith("live") and word != "live"))
        for place, parts in enumerate(words)
        for word in parts
    )
    return is_live or any(len(parts) > _MAX_SLUG_WORDS for parts in words)


def _may_be_story(url: str) -> bool:
    _, _, rest = url.partition("://")
    path, _, query = rest.partition("/")[2].partition("?")
    if (not path and not query) or _FILE.search(path):
        return False
    return not any(is_service(segment.partition(".")[0]) for segment in unquote(path).split("/") if segment)


def _is_headline(anchor: etree._Element, text: str) -> bool:
    if not text or sum(map(str.isalpha, text)) < _MIN_LETTERS:
        return False
    if next(anchor.iter(*_HEADINGS), None) is not None:
        return True
    above = [ancestor.tag for ancestor in islice(anchor.iterancestors(), _MAX_ANCESTORS)]
    if not _HEADINGS.isdisjoint(above[:3]):
        return True
    return count_words(text) >= _MIN_WORDS and _APART.isdisjoint(above)


def _anchors(root: etree._Element | None) -> Iterator[etree._Element]:
    return islice(root.iter("a"), _MAX_ANCHORS) if root is not None else iter(())


def _base(document: Document) -> str | None:
    if document.root is None:
        return document.url
    element = next(document.root.iter("base"), None)
    declared = _target(element, document.url) if element is not None else None
    return declared or document.url


def _target(element: etree._Element, base: str | None) -> str | None:
    href = element.get("href")
    return normalise_url(href, base) if href else None


def _home(document: Document) -> str | None:
    origin = origin_of(document.url) if document.url else None
    return f"{origin}/" if origin else None


def _is_file(url: str) -> bool:
    return bool(_FILE.search(urlsplit(url).path))
