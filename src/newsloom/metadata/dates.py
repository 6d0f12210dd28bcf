"""When a story was published: as declared, else as printed beside it, else as its address says.

A ``Document`` goes in; the moment, the day and where they were read come out. The day is the page's
own: where machines are told a time in UTC, the day that readers are told counts. It does not read
dates within the story.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.wording import short_text
from newsloom.text.dates import parse_date

__all__ = ["find_published"]

# Real pages have up to 21,646 elements, date lines among the first thousands.
_MAX_ELEMENTS: Final = 6_000
_MAX_TIMES: Final = 40
_MAX_MARKED: Final = 40
_MAX_CHARACTERS: Final = 80
# How many elements behind the headline a date without any mark is looked for in: a byline, a share bar, a picture.
_MAX_BEHIND_HEADLINE: Final = 60
_MAX_OVER_HEADLINE: Final = 12
# The same moment, told twice: pages print no seconds.
_SAME_MOMENT: Final = timedelta(minutes=1)
_ONE_DAY: Final = timedelta(days=1)

_TAGS: Final = tuple("a abbr b div em font h2 h3 h4 h5 h6 i li p section small span strong td".split())
_IN_ADDRESS: Final = re.compile(r"[/_-]((?:19|20)\d\d)[/_-]?([01]\d)[/_-]?([0-3]\d)(?=[/_.+-]|$)")
_MARK: Final = re.compile(r"date|publish|time|tarih|datum", re.IGNORECASE)
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# Neither is the day a story was published on.
_ANOTHER_DAY: Final = re.compile(r"updat|modif|review|aktualisiert|güncelle|oppdatert|©|copyright", re.IGNORECASE)


def find_published(document: Document) -> tuple[datetime | None, str | None, str]:
    """The moment, the day (``YYYY-MM-DD``) and their source; the source is empty where nothing names a day."""
    declared = document.declared
    if declared.date:
        return declared.published, _own_day(document) or declared.date, declared.sources["date"]
    for source, found in _candidates(document):
        if isinstance(found, datetime):
            return found, found.date().isoformat(), source
        return None, found.isoformat(), source
    return None, None, ""


def _own_day(document: Document) -> str | None:
    """The day in the page's own zone, where the moment is declared in UTC and the page tells its readers the day."""
    moment = document.declared.published
    if moment is None or moment.utcoffset() or document.root is None:
        return None
    for element in islice(document.root.iter("time"), _MAX_TIMES):
        told = parse_date(element.get("datetime") or "")
        if not isinstance(told, datetime) or abs(told - moment) > _SAME_MOMENT:
            continue
        if told.utcoffset():
            return told.date().isoformat()
        printed = parse_date(short_text(element, _MAX_CHARACTERS))
        if printed and abs(_day_of(printed) - moment.date()) <= _ONE_DAY:
            return _day_of(printed).isoformat()
    in_address = _from_address(document)
    return in_address.isoformat() if in_address and abs(in_address - moment.date()) <= _ONE_DAY else None


def _candidates(document: Document) -> Iterator[tuple[str, datetime | date]]:
    """Lazily, the surest first: each costs more than the one before."""
    if document.root is None:
        return
    language = document.declared.language
    for element in _behind_headline_first(document.root):
        found = parse_date(element.get("datetime") or "") or _read(element, language)
        if found:
            yield "time", found
    in_address = _from_address(document)
    if in_address:
        yield "url", in_address
    marked = _marked(document.root)
    for element in marked:
        found = parse_date(element.get("content") or element.get("datetime") or "") or _read(element, language)
        if found:
            yield "byline", found
    # Better than nothing, and told apart by its source.
    for element in marked:
        found = parse_date(short_text(element, _MAX_CHARACTERS), language)
        if found:
            yield "update", found


def _behind_headline_first(root: etree._Element) -> list[etree._Element]:
    """The time elements, those over the headline last: they are other stories' or the day of the visit."""
    before: list[etree._Element] = []
    behind: list[etree._Element] = []
    is_behind = False
    for element in root.iter("time", "h1"):
        if element.tag == "h1":
            is_behind = True
        else:
            (behind if is_behind else before).append(element)
        if len(before) + len(behind) == _MAX_TIMES:
            break
    return behind + before


def _from_address(document: Document) -> date | None:
    address = _IN_ADDRESS.search(document.url or document.declared.canonical_url or "")
    found = parse_date("-".join(address.groups())) if address else None
    return None if found is None else _day_of(found)


def _read(element: etree._Element, language: str | None) -> datetime | date | None:
    text = short_text(element, _MAX_CHARACTERS)
    return None if _ANOTHER_DAY.search(text) else parse_date(text, language)


def _marked(root: etree._Element) -> list[etree._Element]:
    """Elements that say or look as if they hold a date, the surest first: microdata, beside the headline, elsewhere."""
    sure: list[etree._Element] = []
    near: list[etree._Element] = []
    far: list[etree._Element] = []
    over: deque[etree._Element] = deque(maxlen=_MAX_OVER_HEADLINE)
    heading = next(root.iter("h1"), None)
    behind = -1
    for element in islice(root.iter("h1", *_TAGS), _MAX_ELEMENTS):
        classes = element.get("class")
        if element.get("itemprop") == "datePublished" or element.get("pubdate") is not None:
            sure.append(element)
        elif 0 <= behind < _MAX_BEHIND_HEADLINE and _holds_year(element):
            near.append(element)
        elif classes and _MARK.search(classes):
            far.append(element)
        if element is heading:
            near.extend(filter(_holds_year, over))
        behind += behind >= 0 or element is heading
        over.append(element)
        if len(near) + len(far) >= _MAX_MARKED:
            break
    return sure + near + far


def _holds_year(element: etree._Element) -> bool:
    """Whether the element's own text is short and names a year, also behind its first child."""
    texts = (element.text, element[0].tail) if len(element) else (element.text,)
    return any(text and len(text) <= _MAX_CHARACTERS and _YEAR.search(text) is not None for text in texts)


def _day_of(found: datetime | date) -> date:
    return found.date() if isinstance(found, datetime) else found
