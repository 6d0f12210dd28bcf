"""Reads what the JSON-LD of a page declares about its article.

Takes the texts of the ``application/ld+json`` scripts and returns a ``Declared``. Common mistakes are repaired:
comments, CDATA marks, trailing commas, control characters. Only nodes of an article type are read; if there is none,
the dates of a WebPage. Size, depth and number of nodes are bounded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from newsloom.dom.declaredfields import Declared, first_moment, moment_and_day
from newsloom.dom.links import absolute_url
from newsloom.dom.shorttext import plain_text
from newsloom.records import Image
from newsloom.text.language import normalise_language
from newsloom.text.patterns import pattern

__all__ = ["read_jsonld"]

# Of all scripts together; the maximum on real pages is 841,049.
_MAX_CHARACTERS: Final = 1_000_000
_MAX_DEPTH: Final = 8
_MAX_NODES: Final = 2_000
_MAX_VALUES: Final = 50
# A description is a paragraph; longer text is something else.
_MAX_TEXT_CHARACTERS: Final = 5_000
_MAX_BODY_CHARACTERS: Final = 500_000

# Not strict: a raw line break within a string is the most common of all mistakes.
_DECODER: Final = json.JSONDecoder(strict=False)
# Nothing after the first value is read, so only what precedes it must be removed.
_OPENING: Final = pattern(r"(?://|/\*)?\s{0,20}(?:<!--|<!\[CDATA\[)\s{0,20}(?:\*/|//-->)?")
_TRAILING_COMMA: Final = pattern(r",(?=\s{0,100}[}\]])")
_LINE_COMMENT: Final = pattern(r"(?m)(?<=[\s,{\[])//[^\n\"]{0,120}+$")

# schema.org's subtypes of Article, and other types that news sites use instead.
_ARTICLE_ENDINGS: Final = ("article", "blogposting", "posting", "report", "review")
_NOT_ARTICLES: Final = frozenset({"jobposting"})
_SITES: Final = frozenset({"WebSite", "NewsMediaOrganization", "Newspaper"})
# Keys that may hold the article; related stories are under others (itemListElement, hasPart).
_CONTAINERS: Final = ("@graph", "mainEntity", "mainEntityOfPage")
_MAIN_FIELDS: Final = ("headline", "datePublished", "author", "articleBody", "image", "description")


def read_jsonld(scripts: Iterable[str], url: str | None = None) -> Declared:
    """What the scripts declare; an empty ``Declared`` if they name neither article nor page."""
    nodes = list(islice(_nodes(scripts), _MAX_NODES))
    if not nodes:
        return Declared()
    kinds = list(map(_type, nodes))
    articles = [node for node, kind in zip(nodes, kinds, strict=True) if _is_article_type(kind.lower())]
    by_id = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str)}
    sites = (node for node, kind in zip(nodes, kinds, strict=True) if kind in _SITES)
    site = next((name for node in sites for name in _texts(node)), None)
    if articles:
        # The page's own story has more fields than those it links to.
        return _from_article(max(articles, key=_main_field_count), by_id, url=url, site=site)
    pages = (node for node, kind in zip(nodes, kinds, strict=True) if kind.endswith("WebPage"))
    page: Mapping[str, Any] = next(pages, {})
    published, day = moment_and_day(_texts(page.get("datePublished")))
    return Declared(
        published=published,
        date=day,
        modified=first_moment(_texts(page.get("dateModified"))),
        site=site,
    )


def _nodes(scripts: Iterable[str]) -> Iterator[dict[str, Any]]:
    left = _MAX_CHARACTERS
    for script in scripts:
        waiting = [(_parsed(script[:left]), 0)]
        left -= min(left, len(script))
        while waiting:
            value, depth = waiting.pop()
            if depth > _MAX_DEPTH:
                continue
            if isinstance(value, list):
                waiting.extend((one, depth + 1) for one in reversed(value[:_MAX_NODES]))
            elif isinstance(value, dict):
                yield value
                waiting.extend((value[name], depth + 1) for name in _CONTAINERS if name in value)


def _parsed(script: str) -> Any:
    for text in _repairs(script):
        try:
            return _DECODER.raw_decode(text)[0]
        # The parser recurses, and fails for ten thousand open brackets.
        except (ValueError, RecursionError):
            continue
    return None


def _repairs(script: str) -> Iterator[str]:
    bare = script.strip()
    yield bare
    bare = _OPENING.sub("", bare, count=1).lstrip() if bare.startswith(("/", "<")) else bare
    yield bare
    yield _TRAILING_COMMA.sub("", _LINE_COMMENT.sub("", bare))


def _is_article_type(kind: str) -> bool:
    return kind.endswith(_ARTICLE_ENDINGS) and kind not in _NOT_ARTICLES


def _type(node: Mapping[str, Any]) -> str:
    kinds = _texts(node.get("@type"))
    return kinds[0].rpartition("/")[2] if kinds else ""


def _main_field_count(node: Mapping[str, Any]) -> int:
    return sum(1 for name in _MAIN_FIELDS if node.get(name))


def _from_article(node: Mapping[str, Any], by_id: Mapping[str, Any], *, url: str | None, site: str | None) -> Declared:
    published, day = moment_and_day(_texts(node.get("datePublished")) or _texts(node.get("dateCreated")))
    title = _first(_texts(node.get("headline")) or _texts(node.get("name")))
    return Declared(
        title=title,
        titles=(title,) if title else (),
        description=_first(_texts(node.get("description"))),
        published=published,
        modified=first_moment(_texts(node.get("dateModified"))),
        date=day,
        bylines=(tuple(_author_names(node.get("author") or node.get("creator"), by_id)),),
        section=_first(_texts(node.get("articleSection"))),
        keywords=_keywords(node.get("keywords")),
        language=normalise_language(_first(_texts(node.get("inLanguage")))),
        canonical_url=absolute_url(_first(_texts(node.get("url"))), url),
        site=_first(_texts(_resolved(node.get("publisher"), by_id))) or site,
        images=_images(node.get("image"), by_id, url),
        type=_type(node),
        body=_body(node.get("articleBody")),
        is_free=_as_bool(node.get("isAccessibleForFree")),
        has_closed_part=any(
            _as_bool(part.get("isAccessibleForFree")) is False
            for part in _as_list(node.get("hasPart"))
            if isinstance(part, dict)
        ),
    )


def _body(value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    # JSON can escape lone surrogates, which cannot be encoded.
    return value[:_MAX_BODY_CHARACTERS].encode("utf-8", "ignore").decode().strip() or None


def _texts(value: Any) -> list[str]:
    """The strings of a value, which may be a string, a list, or nodes with a name."""
    # Most fields are a string or missing.
    if value is None:
        return []
    if isinstance(value, str):
        plain = plain_text(value[:_MAX_TEXT_CHARACTERS])
        return [plain] if plain else []
    found = []
    for one in _as_list(value):
        text = one.get("name") or one.get("@value") if isinstance(one, dict) else one
        plain = plain_text(text[:_MAX_TEXT_CHARACTERS]) if isinstance(text, str) else ""
        if plain:
            found.append(plain)
    return found


def _as_list(value: Any) -> list[Any]:
    return value[:_MAX_VALUES] if isinstance(value, list) else [value]


def _first(texts: list[str]) -> str | None:
    return texts[0] if texts else None


def _resolved(value: Any, by_id: Mapping[str, Any]) -> list[Any]:
    """The nodes of the value, with references by ``@id`` replaced by the nodes they refer to."""
    return [
        by_id.get(str(one.get("@id")), one) if isinstance(one, dict) and "name" not in one and "url" not in one else one
        for one in _as_list(value)
    ]


def _author_names(value: Any, by_id: Mapping[str, Any]) -> list[str]:
    """The names of the value's nodes. Nodes without a name, which have only an address, are skipped."""
    nodes = _resolved(value, by_id)
    return [text for one in nodes for text in _texts(one.get("name") if isinstance(one, dict) else one)]


def _keywords(value: Any) -> tuple[str, ...]:
    words = [word.strip() for text in _texts(value) for word in text.split(",")]
    return tuple(dict.fromkeys(filter(None, words)))[:_MAX_VALUES]


def _images(value: Any, by_id: Mapping[str, Any], url: str | None) -> tuple[Image, ...]:
    images: dict[str, Image] = {}
    for one in _resolved(value, by_id):
        node = one if isinstance(one, dict) else {"url": one}
        link = node.get("url") or node.get("contentUrl")
        address = absolute_url(plain_text(link[:_MAX_TEXT_CHARACTERS]) if isinstance(link, str) else None, url)
        if address:
            credit = _first(_texts(node.get("creditText")))
            images.setdefault(address, Image(url=address, caption=_first(_texts(node.get("caption"))), credit=credit))
    return tuple(images.values())


def _as_bool(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    plain = value.strip().lower().rpartition("/")[2] if isinstance(value, str) else None
    return None if plain is None else {"true": True, "yes": True, "false": False, "no": False}.get(plain)
