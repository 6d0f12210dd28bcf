"""Meta tags to what they declare: OpenGraph, and all the others.

The tags' contents by name go in, one ``Declared`` for each of the two families comes out. Where a
family has several names for a thing, the more specific speaks first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from newsloom.dom.declaredfields import Declared, first_moment, moment_and_day
from newsloom.dom.links import absolute_url
from newsloom.dom.shorttext import plain_text
from newsloom.records import Image
from newsloom.text.language import normalise_language
from newsloom.text.patterns import pattern

__all__ = ["read_metatags", "read_opengraph"]

_MAX_VALUES: Final = 50
# A description is a paragraph; what is longer is something else.
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
# What systems of their own making call it: "cxenseparse:publishtime", "pub_date", "citation_date", "datecreated".
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


def read_opengraph(contents: Mapping[str, Sequence[str]], url: str | None = None) -> Declared:
    """What the ``og:`` and ``article:`` tags declare."""
    names = " ".join(contents)
    if "og:" not in names and "article:" not in names:
        return Declared()
    published, day = moment_and_day(
        _values(contents, ("article:published_time", "og:article:published_time", "article:published"))
    )
    modified = _values(contents, ("article:modified_time", "og:updated_time", "article:modified"))
    title = _first(contents, ("og:title",))
    return Declared(
        title=title,
        titles=(title,) if title else (),
        description=_first(contents, ("og:description",)),
        published=published,
        modified=first_moment(modified),
        date=day,
        bylines=_bylines(contents, ("article:author", "og:article:author")),
        section=_first(contents, ("article:section", "og:article:section")),
        keywords=_keywords(_values(contents, ("article:tag", "og:article:tag"))),
        language=normalise_language(_first(contents, ("og:locale",))),
        canonical_url=absolute_url(_first(contents, ("og:url",)), url),
        site=_first(contents, ("og:site_name",)),
        images=_images(_values(contents, ("og:image:secure_url", "og:image", "og:image:url")), url),
        type=_first(contents, ("og:type",)),
        tier=_first(contents, ("article:content_tier", "og:article:content_tier")),
    )


def read_metatags(contents: Mapping[str, Sequence[str]], url: str | None = None) -> Declared:
    """What all the other tags declare: Twitter's, Parse.ly's, Dublin Core's, and plain ones."""
    published, day = moment_and_day(_values(contents, _PUBLISHED))
    if not day:
        names = filter(_is_published, islice(contents, _MAX_TAGS))
        published, day = moment_and_day(_values(contents, names))
    titles = tuple(dict.fromkeys(_values(contents, _TITLES)))[:_MAX_VALUES]
    return Declared(
        title=titles[0] if titles else None,
        titles=titles,
        description=_first(contents, ("description", "twitter:description", "dc.description", "dcterms.description")),
        published=published,
        modified=first_moment(_values(contents, _MODIFIED)),
        date=day,
        bylines=_bylines(contents, _AUTHORS),
        section=_first(contents, ("articlesection", "parsely-section", "section")),
        keywords=_keywords(_values(contents, ("news_keywords",)) or _values(contents, ("keywords", "parsely-tags"))),
        language=normalise_language(_first(contents, ("content-language", "language", "dc.language"))),
        site=_first(contents, ("application-name", "apple-mobile-web-app-title", "dc.publisher")),
        images=_images(_values(contents, ("twitter:image", "twitter:image:src")), url),
    )


def _is_published(name: str) -> bool:
    return (
        len(name) <= _MAX_NAME_CHARACTERS
        # One of these is in every such name, and in few others.
        and ("pub" in name or "date" in name or "time" in name or "first" in name)
        and _PUBLISHED_NAME.search(name) is not None
        and not _NOT_PUBLISHED.search(name)
    )


def _values(contents: Mapping[str, Sequence[str]], names: Iterable[str]) -> list[str]:
    return list(_texts(contents, names))


def _first(contents: Mapping[str, Sequence[str]], names: Iterable[str]) -> str | None:
    return next(_texts(contents, names), None)


def _texts(contents: Mapping[str, Sequence[str]], names: Iterable[str]) -> Iterator[str]:
    # Most tags are on few pages.
    for name in filter(contents.__contains__, names):
        for content in contents[name][:_MAX_VALUES]:
            text = plain_text(content[:_MAX_CHARACTERS])
            if text:
                yield text


def _bylines(contents: Mapping[str, Sequence[str]], names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """What each of the tags says; a later tag speaks only where the earlier name nobody."""
    return tuple(tuple(_values(contents, (name,))) for name in names if name in contents)


def _keywords(texts: list[str]) -> tuple[str, ...]:
    words = [word.strip() for text in texts for word in text.split(",")]
    return tuple(dict.fromkeys(filter(None, words)))[:_MAX_VALUES]


def _images(links: list[str], url: str | None) -> tuple[Image, ...]:
    addresses = dict.fromkeys(absolute_url(link, url) for link in links)
    return tuple(Image(url=address) for address in addresses if address)
