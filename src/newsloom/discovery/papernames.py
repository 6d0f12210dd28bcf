"""Finds the name of a newspaper from the ``Document`` of its home page.

The name is the one declared to other sites, or else the part of the page's title that is also the text of the link to
the front page, or the title's only informative part ("Home | The Daily Loom"). A title with several such parts, without
that link, gives no certain name.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

from lxml import etree

from newsloom.discovery.names import is_generic
from newsloom.dom import Document
from newsloom.dom.shorttext import one_line, short_text
from newsloom.text.casing import fold
from newsloom.text.patterns import pattern
from newsloom.text.urls import normalise_url, same_site

__all__ = ["name_parts", "paper_name"]

_MAX_CHARACTERS: Final = 40
# A title with more words is a motto.
_MAX_WORDS: Final = 5
_MAX_ANCHORS: Final = 300
_PARTS: Final = pattern(r"\s[-–—:»«·•]{1,3}\s|\s?[|｜]\s?|:\s|_|\s?[—–]\s")
_FRONT_PAGES: Final = frozenset({"", "/", "/index.html", "/index.htm", "/index.php", "/default.aspx"})


def paper_name(document: Document) -> str | None:
    """Returns the name of the paper whose home page this is; None if it is not certain."""
    declared = document.declared
    if declared.site and not is_generic(declared.site):
        return declared.site
    root = document.root
    if root is None:
        return None
    parts = name_parts(root)
    if not parts:
        return None
    shown = {fold(text) for text in _front_page_links(root, document.base or document.url or "")}
    named = next((part for part in parts if fold(part) in shown), None)
    return named or (parts[0] if len(parts) == 1 and len(parts[0].split()) <= _MAX_WORDS else None)


def name_parts(root: etree._Element) -> list[str]:
    """Returns the parts of a page's title that may be a name: "Lantern – news from the coast" has two."""
    title = one_line(next((element.text or "" for element in root.iter("title")), ""))
    return [part for part in _PARTS.split(title) if part and len(part) <= _MAX_CHARACTERS and not is_generic(part)]


def _front_page_links(root: etree._Element, base: str) -> Iterator[str]:
    """Yields the texts of links to the front page, and of pictures in them."""
    for anchor in islice(root.iter("a"), _MAX_ANCHORS):
        url = normalise_url(anchor.get("href") or "", base) if anchor.get("href") else None
        if url is not None and same_site(url, base) and urlsplit(url).path in _FRONT_PAGES and not urlsplit(url).query:
            yield short_text(anchor, _MAX_CHARACTERS)
            yield from (one_line(image.get("alt") or "") for image in anchor.iter("img"))
