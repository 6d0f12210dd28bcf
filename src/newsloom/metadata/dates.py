"""When a story was published: as declared, else as printed beside it, else as its address says.

A ``Document`` goes in; the moment, the day and where they were read come out. The day is the page's
own. It does not read dates within the story.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from itertools import islice
from typing import Any, Final

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.wording import short_text
from newsloom.text.dates import parse_date

__all__ = ["find_published"]

_MAX_ELEMENTS: Final = 40
_MAX_CHARACTERS: Final = 80
_IN_ADDRESS: Final = re.compile(r"[/_-]((?:19|20)\d\d)[/_-]?([01]\d)[/_-]?([0-3]\d)(?=[/_.-]|$)")
_MARKED: Final = etree.XPath(
    "(//*[@itemprop='datePublished' or @pubdate or @class and (contains(@class, 'date') or contains(@class, 'Date')"
    " or contains(@class, 'publish') or contains(@class, 'time') or contains(@class, 'tarih')"
    " or contains(@class, 'datum'))])[position() <= $most]"
)


def find_published(document: Document) -> tuple[datetime | None, str | None, str]:
    """The moment, the day (``YYYY-MM-DD``) and their source; the source is empty where nothing names a day."""
    declared = document.declared
    if declared.date:
        return declared.published, declared.date, declared.sources["date"]
    for source, found in _candidates(document):
        if isinstance(found, datetime):
            return found, found.date().isoformat(), source
        return None, found.isoformat(), source
    return None, None, ""


def _candidates(document: Document) -> Iterator[tuple[str, datetime | date]]:
    """Lazily, the surest first: each costs more than the one before."""
    if document.root is None:
        return
    for element in islice(document.root.iter("time"), _MAX_ELEMENTS):
        found = parse_date(element.get("datetime") or "") or parse_date(short_text(element, _MAX_CHARACTERS))
        if found:
            yield "time", found
    address = _IN_ADDRESS.search(document.url or document.declared.canonical_url or "")
    if address:
        found = parse_date("-".join(address.groups()))
        if found:
            yield "url", found
    for element in _marked(document.root):
        found = parse_date(element.get("content") or element.get("datetime") or short_text(element, _MAX_CHARACTERS))
        if found:
            yield "byline", found


def _marked(root: etree._Element) -> list[etree._Element]:
    marked: Any = _MARKED(root, most=_MAX_ELEMENTS)
    return list(marked)
