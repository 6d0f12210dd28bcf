"""Who wrote a story: as declared, else as its byline says.

A ``Document`` goes in; clean names and where they were read come out. It does not tell agencies from
persons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.names import clean_names
from newsloom.dom.wording import short_text

__all__ = ["find_authors"]

_MAX_ELEMENTS: Final = 60
# A byline holds a picture, a few names and a date; an unclosed tag holds the page.
_MAX_DESCENDANTS: Final = 30
# Longer texts beside a name are its bearer's life, not a byline.
_MAX_CHARACTERS: Final = 120

# One linear pass; which marks are surer is told afterwards. No letter case: "byline", "articleByline".
_MARKED: Final = etree.XPath(
    "(//*[@itemprop='author' or contains(@rel, 'author') or @class and (contains(@class, 'yline')"
    " or contains(@class, 'uthor') or @class='yazar' or @class='muhabir' or @class='forfatter'"
    " or @class='autor')])[position() <= $most]"
)
_BYLINE: Final = re.compile(r"byline", re.IGNORECASE)
_AUTHOR: Final = re.compile(r"author[-_]{0,2}(?:name|link)s?\b", re.IGNORECASE)


def find_authors(document: Document) -> tuple[tuple[str, ...], str]:
    """The authors' names and their source, "byline" where they were only printed; empty where none is named."""
    declared = document.declared
    if declared.authors:
        return declared.authors, declared.sources["authors"]
    if document.root is None:
        return (), ""
    # The first mark that yields a name is taken alone: bylines are often printed twice.
    for element in sorted(_marked(document.root), key=_rank):
        for text in _texts(element):
            names = clean_names(text, declared.site)
            if names:
                return names, "byline"
    return (), ""


def _marked(root: etree._Element) -> list[etree._Element]:
    marked: Any = _MARKED(root, most=_MAX_ELEMENTS)
    return list(marked)


def _rank(element: etree._Element) -> int:
    """How sure the mark is, the surest first."""
    classes = element.get("class") or ""
    if element.get("itemprop") == "author":
        return 0
    if "author" in (element.get("rel") or ""):
        return 1
    return 2 if _BYLINE.search(classes) or _AUTHOR.search(classes) else 3


def _texts(element: etree._Element) -> Iterator[str]:
    """What may be the name: the part marked as one, a link's text, then all of it."""
    for inner in islice(element.iter(), _MAX_DESCENDANTS):
        if inner.get("itemprop") == "name" or (inner.tag == "a" and inner is not element):
            yield inner.get("content") or short_text(inner, _MAX_CHARACTERS)
    yield element.get("content") or short_text(element, _MAX_CHARACTERS)
