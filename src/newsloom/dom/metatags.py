"""Reads what meta tags declare: OpenGraph, and all the others.

Each of the two families has a class that takes the contents of the tags by name. Fields are read when they are asked
for, because most are not: a more trusted source often has them. If a family has several names for a field, the most
specific is read first.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Final

from newsloom.dom.declaredfields import first_moment, moment_and_day
from newsloom.dom.links import absolute_url
from newsloom.dom.shorttext import plain_text
from newsloom.records import Image
from newsloom.text.language import normalise_language
from newsloom.text.patterns import pattern

__all__ = ["MetaTags", "OpenGraph"]

_MAX_VALUES: Final = 50
# A description is a paragraph; longer text is something else.
_MAX_CHARACTERS: Final = 5_000
_PUBLISHED: Final = (
    "datepublished",
    "article.published",
    "parsely-pub-date",
    "sailthru.date",
    "cxenseparse:recs:publishtime",
    "publication_date",
    "publish_date",
    "publish-date",
    "publishdate",
    "pubdate",
    "article_date_original",
    "dc.date.issued",
    "dcterms.issued",
    "dcterms.created",
    "dc.date.created",
    "dcterms.date",
    "dc.date",
    "ptime",
    "displaydate",
    "originalpublicationdate",
    "date",
)
# Names in custom systems: "cxenseparse:publishtime", "pub_date", "citation_date", "datecreated".
_PUBLISHED_NAME: Final = pattern(
    r"publi(?:sh|cation)\w{0,3}[-_.: ]?(?:date|time|at|day)?$|pub[-_.]?(?:date|time|day)|citation\w{0,20}date"
    r"|(?:date|time)[-_.:]?(?:publi|creat|issu|releas)|upload_?date|first_?(?:create|publi)"
)
_NOT_PUBLISHED: Final = pattern(r"modif|updat|expir|publisher|image|video|thumb")
_MAX_NAME_CHARACTERS: Final = 100
_MAX_TAGS: Final = 500
_MODIFIED: Final = (
    "datemodified",
    "article.updated",
    "dcterms.modified",
    "dc.date.modified",
    "last-modified",
    "lastmod",
)
_TITLES: Final = ("twitter:title", "parsely-title", "sailthru.title", "headline", "dc.title", "dcterms.title", "title")
_AUTHORS: Final = (
    "author",
    "articleauthor",
    "article_author",
    "parsely-author",
    "sailthru.author",
    "byl",
    "dc.creator",
    "dcterms.creator",
    "article:author",
)


class OpenGraph:
    """What the ``og:`` and ``article:`` tags declare, with the field names of ``Declared``. Fields are read lazily."""

    def __init__(self, contents: Mapping[str, Sequence[str]], url: str | None = None) -> None:
        names = " ".join(contents)
        self._contents = contents if "og:" in names or "article:" in names else {}
        self._url = url

    @property
    def titles(self) -> tuple[str, ...]:
        title = _first(self._contents, ("og:title",))
        return (title,) if title else ()

    @property
    def description(self) -> str | None:
        return _first(self._contents, ("og:description",))

    @property
    def published(self) -> datetime | None:
        return self._published_and_day[0]

    @property
    def date(self) -> str | None:
        return self._published_and_day[1]

    @functools.cached_property
    def _published_and_day(self) -> tuple[datetime | None, str | None]:
        names = ("article:published_time", "og:article:published_time", "article:published")
        return moment_and_day(_values(self._contents, names))

    @property
    def modified(self) -> datetime | None:
        names = ("article:modified_time", "og:updated_time", "article:modified")
        return first_moment(_values(self._contents, names))

    @property
    def bylines(self) -> Iterator[tuple[str, ...]]:
        return _bylines(self._contents, ("article:author", "og:article:author"))

    @property
    def section(self) -> str | None:
        return _first(self._contents, ("article:section", "og:article:section"))

    @property
    def keywords(self) -> tuple[str, ...]:
        return _keywords(_values(self._contents, ("article:tag", "og:article:tag")))

    @property
    def language(self) -> str | None:
        return normalise_language(_first(self._contents, ("og:locale",)))

    @property
    def canonical_url(self) -> str | None:
        return absolute_url(_first(self._contents, ("og:url",)), self._url)

    @property
    def site(self) -> str | None:
        return _first(self._contents, ("og:site_name",))

    @property
    def images(self) -> tuple[Image, ...]:
        return _images(_values(self._contents, ("og:image:secure_url", "og:image", "og:image:url")), self._url)

    @property
    def type(self) -> str | None:
        return _first(self._contents, ("og:type",))

    @property
    def tier(self) -> str | None:
        return _first(self._contents, ("article:content_tier", "og:article:content_tier"))


class MetaTags:
    """What all other tags declare, also read lazily: Twitter's, Parse.ly's, Dublin Core's, and plain ones."""

    def __init__(self, contents: Mapping[str, Sequence[str]], url: str | None = None) -> None:
        self._contents = contents
        self._url = url

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_values(self._contents, _TITLES)))[:_MAX_VALUES]

    @property
    def description(self) -> str | None:
        return _first(self._contents, ("description", "twitter:description", "dc.description", "dcterms.description"))

    @property
    def published(self) -> datetime | None:
        return self._published_and_day[0]

    @property
    def date(self) -> str | None:
        return self._published_and_day[1]

    @functools.cached_property
    def _published_and_day(self) -> tuple[datetime | None, str | None]:
        found = moment_and_day(_values(self._contents, _PUBLISHED))
        if found[1]:
            return found
        return moment_and_day(_values(self._contents, filter(_is_published, islice(self._contents, _MAX_TAGS))))

    @property
    def modified(self) -> datetime | None:
        return first_moment(_values(self._contents, _MODIFIED))

    @property
    def bylines(self) -> Iterator[tuple[str, ...]]:
        return _bylines(self._contents, _AUTHORS)

    @property
    def section(self) -> str | None:
        return _first(self._contents, ("articlesection", "parsely-section", "section"))

    @property
    def keywords(self) -> tuple[str, ...]:
        texts = _values(self._contents, ("news_keywords",)) or _values(self._contents, ("keywords", "parsely-tags"))
        return _keywords(texts)

    @property
    def language(self) -> str | None:
        return normalise_language(_first(self._contents, ("content-language", "language", "dc.language")))

    @property
    def site(self) -> str | None:
        return _first(self._contents, ("application-name", "apple-mobile-web-app-title", "dc.publisher"))

    @property
    def images(self) -> tuple[Image, ...]:
        return _images(_values(self._contents, ("twitter:image", "twitter:image:src")), self._url)


def _is_published(name: str) -> bool:
    return (
        len(name) <= _MAX_NAME_CHARACTERS
        # Every such name contains one of these, and few others do.
        and ("pub" in name or "date" in name or "time" in name or "first" in name)
        and _PUBLISHED_NAME.search(name) is not None
        and not _NOT_PUBLISHED.search(name)
    )


def _values(contents: Mapping[str, Sequence[str]], names: Iterable[str]) -> list[str]:
    return list(_texts(contents, names))


def _first(contents: Mapping[str, Sequence[str]], names: Iterable[str]) -> str | None:
    return next(_texts(contents, names), None)


def _texts(contents: Mapping[str, Sequence[str]], names: Iterable[str]) -> Iterator[str]:
    # A page has few of these tags.
    for name in filter(contents.__contains__, names):
        for content in contents[name][:_MAX_VALUES]:
            text = plain_text(content[:_MAX_CHARACTERS])
            if text:
                yield text


def _bylines(contents: Mapping[str, Sequence[str]], names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The values of each tag. A later tag is used only if the earlier ones name no author."""
    return (tuple(_values(contents, (name,))) for name in names if name in contents)


def _keywords(texts: list[str]) -> tuple[str, ...]:
    words = [word.strip() for text in texts for word in text.split(",")]
    return tuple(dict.fromkeys(filter(None, words)))[:_MAX_VALUES]


def _images(links: list[str], url: str | None) -> tuple[Image, ...]:
    addresses = dict.fromkeys(absolute_url(link, url) for link in links)
    return tuple(Image(url=address) for address in addresses if address)
