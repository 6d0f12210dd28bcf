"""Shared by the parsers of RSS and Atom: elements by their usual names, and their strings.

``NAMESPACES`` are the vocabularies in newspapers' feeds, with all addresses they ever had.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import urljoin

from lxml import etree

from newsloom.discovery.markup import own_text

__all__ = ["NAMESPACES", "Fields", "attribute", "base_of", "entries_below", "subjects_of", "text_of", "texts_of"]

Fields = dict[str, list[etree._Element]]  # noqa: SLF001  lxml has no other name for it

# Without scheme, "www." and trailing slash or hash: feeds differ in these.
NAMESPACES: Final = {
    "backend.userland.com/rss": "",
    "backend.userland.com/rss091": "",
    "backend.userland.com/rss092": "",
    "backend.userland.com/rss2": "",
    "blogs.law.harvard.edu/tech/rss": "",
    "channel.netscape.com/rdf/simple/0.9": "",
    "cyber.law.harvard.edu/rss": "",
    "itunes.com/dtds/podcast-1.0.dtd": "itunes",
    "my.netscape.com/publish/formats/rss-0.91.dtd": "",
    "my.netscape.com/rdf/simple/0.9": "",
    "pheedo.com/namespace/pheedo": "pheedo",
    "prismstandard.org/namespaces/1.2/basic": "prism",
    "prismstandard.org/namespaces/basic/2.0": "prism",
    "prismstandard.org/namespaces/basic/2.1": "prism",
    "purl.org/atom/ns": "atom",
    "purl.org/dc/elements/1.0": "dc",
    "purl.org/dc/elements/1.1": "dc",
    "purl.org/dc/terms": "dcterms",
    "purl.org/net/rss1.1": "",
    "purl.org/rss/1.0": "",
    "purl.org/rss/1.0/modules/content": "content",
    "purl.org/rss/1.0/modules/syndication": "sy",
    "rssboard.org/media-rss": "media",
    "rssnamespace.org/feedburner/ext/1.0": "feedburner",
    "search.yahoo.com/mrss": "media",
    "search.yahoo.com/rss": "media",
    "tools.search.yahoo.com/mrss": "media",
    "video.search.yahoo.com/mrss": "media",
    "w3.org/1999/02/22-rdf-syntax-ns": "rdf",
    "w3.org/1999/xhtml": "xhtml",
    "w3.org/2005/atom": "atom",
}


def text_of(fields: Fields, *names: str) -> str | None:
    """Returns the text of the first element with one of these names that has any."""
    return next(texts_of(fields, *names), None)


def texts_of(fields: Fields, *names: str) -> Iterator[str]:
    """Yields the texts of all elements with these names, name by name; empty texts are skipped."""
    for name in names:
        if name in fields:
            texts = map(own_text, fields[name])
            yield from (text for text in texts if text and not text.isspace())


def subjects_of(fields: Fields, limit: int) -> list[str]:
    """Returns Dublin Core subjects, one or several per element: at most ``limit`` elements and subjects of each."""
    texts = islice(texts_of(fields, "dc:subject"), limit)
    return [subject for text in texts for subject in text.replace(";", ",").split(",")[:limit]]


def attribute(element: etree._Element, name: str) -> str:
    """Returns the attribute's value, ignoring case and namespace of its name; empty if there is none."""
    value = element.get(name)
    if value is None:
        pairs = ((str(key), str(value)) for key, value in element.items())
        value = next((value for key, value in pairs if key.rpartition("}")[2].lower() == name), "")
    return value.strip()


def base_of(element: etree._Element, fallback: str) -> str:
    """Returns the base of relative addresses in the element: its own xml:base or that of its ancestors."""
    base = element.base
    try:
        return urljoin(fallback, base) if base else fallback
    except ValueError:
        return fallback


def entries_below(root: etree._Element, names: dict[str, str], name: str) -> Iterator[etree._Element]:
    """Yields the stories at any depth: in RDF they are siblings of the channel, in broken feeds they are nested."""
    return (node for node in root.iter(etree.Element) if names[node.tag] == name)
