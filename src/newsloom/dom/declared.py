"""Reads the metadata that a page declares: JSON-LD, OpenGraph, other meta tags and elements of the head.

Each field of the resulting ``Declared`` comes from the most trusted source that has it. One pass over the tree. What
the page shows to its readers is read by ``metadata``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import Any, Final, NamedTuple, TypeAlias

from lxml import etree

from newsloom.dom.authornames import clean_names, is_account, organisation_names
from newsloom.dom.declaredfields import Declared
from newsloom.dom.jsonld import read_jsonld
from newsloom.dom.links import absolute_url, base_url
from newsloom.dom.metatags import MetaTags, OpenGraph
from newsloom.dom.prefilter import tagged
from newsloom.dom.shorttext import one_line
from newsloom.dom.tree import Tree
from newsloom.text.language import normalise_language
from newsloom.text.urls import host_of

__all__ = ["Declared", "read_declared"]

_TRUST: Final = ("json-ld", "opengraph", "meta", "html")
_Source: TypeAlias = Declared | OpenGraph | MetaTags
# The sources of each field, the most trusted first. JSON-LD's publisher is the company, and its url may be that of the
# front page. The language of the root element is the one that browsers use.
_TRUST_OF_FIELD: Final = {
    "description": ("json-ld", "opengraph", "meta"),
    "published": ("json-ld", "opengraph", "meta"),
    "modified": ("json-ld", "opengraph", "meta"),
    "date": ("json-ld", "opengraph", "meta"),
    "section": ("json-ld", "opengraph", "meta"),
    "keywords": ("json-ld", "opengraph", "meta"),
    "language": ("html", "opengraph", "json-ld", "meta"),
    "canonical_url": ("html", "opengraph", "json-ld"),
    "images": ("json-ld", "opengraph", "meta"),
    "type": ("json-ld", "opengraph"),
    "body": ("json-ld",),
    "is_free": ("json-ld",),
    "has_closed_part": ("json-ld",),
    "tier": ("opengraph",),
}
_TRUST_OF_SITE: Final = ("opengraph", "json-ld", "meta", "html")
_MAX_TITLE_CHARACTERS: Final = 1_000
# The value of a meta tag, and the attributes that may hold its name.
_OF_META: Final = ("content", "property", "name", "itemprop", "http-equiv")
# More JSON-LD scripts than any page has; each may be a megabyte.
_MAX_SCRIPTS: Final = 50


def read_declared(tree: Tree | None, url: str | None = None, *, base: str | None = None) -> Declared:
    """What the page declares. Links are joined to its base or to ``url``, and dropped if they cannot be made absolute.

    ``base`` is the base of the page's links, if the caller knows it.
    """
    if tree is None:
        return Declared()
    root = tree.element(0)
    head = _collect(tree)
    base = base or base_url(root, url)
    by_source: dict[str, _Source] = {
        "json-ld": read_jsonld(head.scripts, base),
        "opengraph": OpenGraph(head.contents, base),
        "meta": MetaTags(head.contents, base),
        "html": _from_elements(root, head, base),
    }
    # The host counts as a name of the site: papers that sign as "loom.example" rarely declare that name.
    return _merged(by_source, host_of(url))


class _Head(NamedTuple):
    """The declarations as written in the page."""

    contents: Mapping[str, Sequence[str]]
    scripts: Sequence[str]
    canonical: str | None


def _collect(tree: Tree) -> _Head:
    return _Head(_contents(tree), _scripts(tree), _canonical(tree))


def _contents(tree: Tree) -> Mapping[str, Sequence[str]]:
    """The values of the meta tags by name."""
    contents: defaultdict[str, list[str]] = defaultdict(list)
    nodes = tagged(tree, "meta")
    columns = (tree.get_all(nodes, name) for name in _OF_META)
    for content, of_property, of_name, of_item, of_header in zip(*columns, strict=True):
        name = of_property or of_name or of_item or of_header
        if name and content:
            contents[name.strip().lower()].append(content)
    return contents


def _scripts(tree: Tree) -> Sequence[str]:
    # Checks the type first, because reading the text of every script would copy most of the page.
    nodes = tagged(tree, "script")
    kinds = zip(nodes, tree.get_all(nodes, "type"), strict=True)
    declaring = (node for node, kind in kinds if kind and "ld+json" in kind.lower())
    return [tree.element(node).text or "" for node in islice(declaring, _MAX_SCRIPTS)]


def _canonical(tree: Tree) -> str | None:
    nodes = tagged(tree, "link")
    kinds = zip(nodes, tree.get_all(nodes, "rel"), strict=True)
    links = (tree.get(node, "href") for node, kind in kinds if kind and kind.strip().lower() == "canonical")
    return next((link for link in links if link is not None), None)


def _from_elements(root: etree._Element, head: _Head, url: str | None) -> Declared:
    title = next((title for head in root.iterchildren("head") for title in head.iterchildren("title")), None)
    if title is None:
        title = next(root.iter("title"), None)
    text = one_line((title.text or "")[:_MAX_TITLE_CHARACTERS]) if title is not None else ""
    return Declared(
        title=text or None,
        titles=(text,) if text else (),
        language=normalise_language(root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang")),
        canonical_url=absolute_url(head.canonical, url),
    )


def _merged(by_source: Mapping[str, _Source], host: str | None) -> Declared:
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for name, trusted in _TRUST_OF_FIELD.items():
        # If the time of publication is known, the day is taken from it, even if another source declares a day.
        if name == "date" and "published" in values:
            values["date"], sources["date"] = values["published"].date().isoformat(), sources["published"]
            continue
        for source in trusted:
            value = getattr(by_source[source], name)
            # False is a statement for ``is_free``, but the default of ``has_closed_part``.
            if value or (value is False and name != "has_closed_part"):
                values[name], sources[name] = value, source
                break
    _merge_titles(by_source, values, sources)
    _merge_sites(by_source, values, sources)
    _merge_authors(by_source, values, sources, host)
    return Declared(**values, sources=sources)


def _merge_titles(by_source: Mapping[str, _Source], values: dict[str, Any], sources: dict[str, str]) -> None:
    titles_of = {source: titles for source in _TRUST if (titles := by_source[source].titles)}
    values["titles"] = tuple(dict.fromkeys(chain.from_iterable(titles_of.values())))
    values["title_of"] = {source: titles[0] for source, titles in titles_of.items()}
    if titles_of:
        sources["title"], values["title"] = next(iter(values["title_of"].items()))


def _merge_sites(by_source: Mapping[str, _Source], values: dict[str, Any], sources: dict[str, str]) -> None:
    site_of = {source: site for source, declared in by_source.items() if (site := declared.site)}
    values["sites"] = tuple(dict.fromkeys(site_of.values()))
    if site_of:
        sources["site"] = next(filter(site_of.__contains__, _TRUST_OF_SITE))
        values["site"] = site_of[sources["site"]]


def _merge_authors(
    by_source: Mapping[str, _Source], values: dict[str, Any], sources: dict[str, str], host: str | None
) -> None:
    """Takes the authors from the first place that names anyone but the paper, else the paper from the first naming it.

    Account names count only in forums, where they are the only names.
    """
    sites = (*values["sites"], *([host] if host else []))
    is_forum = "forum" in values.get("type", "").lower()
    names_of = clean_names if is_forum else _persons
    asked: list[tuple[str, tuple[str, ...]]] = []
    for source in _TRUST:
        for lines in by_source[source].bylines:
            found = tuple(dict.fromkeys(one for line in lines for one in names_of(line, sites)))
            if found:
                values["authors"], sources["authors"] = found, source
                return
            asked.append((source, lines))
    for source, lines in asked:
        found = tuple(dict.fromkeys(one for line in lines for one in organisation_names(line)))
        if found:
            values["organisation"], sources["organisation"] = found, source
            return


def _persons(line: str, sites: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in clean_names(line, sites) if not is_account(name))
