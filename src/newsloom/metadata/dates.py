"""Finds when a story was published: as declared, else in a time element, in its address, or as printed beside it.

The day is in the page's own zone: if the declared time is in UTC, the day shown to readers counts. The day of an update
is used only if there is no other. Dates within the text of the story are not read.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Final, NamedTuple

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.prefilter import Prefilter, Rule, candidate_nodes, tagged
from newsloom.dom.shorttext import short_text
from newsloom.dom.tree import Tree
from newsloom.text.asiandates import era_day, with_plain_months
from newsloom.text.dates import day_elsewhere, day_of, parse_date
from newsloom.text.digits import western_digits
from newsloom.text.patterns import pattern

__all__ = ["find_published"]

# Real pages have up to 21,646 elements, with date lines among the first thousands.
_MAX_ELEMENTS: Final = 6_000
_MAX_TIMES: Final = 40
_MAX_MARKED: Final = 40
_MAX_CHARACTERS: Final = 80
# A date without any mark is looked for in at most this many elements after the headline: a byline, a share bar, a
# picture.
_MAX_BEHIND_HEADLINE: Final = 70
_MAX_OVER_HEADLINE: Final = 14
# A line with little more than a date: "Wednesday, 27 September 2023, 10:15".
_MAX_LINE_CHARACTERS: Final = 36
_MAX_LINES: Final = 10
_MAX_LINES_UNDER: Final = 3
# No real page has longer lists of classes.
_MAX_CLASS_CHARACTERS: Final = 500
# At most this many ancestors are checked for a picture or quotation that the date belongs to.
_MAX_ANCESTORS: Final = 4
# Times within a minute are the same, because pages do not print seconds.
_SAME_MOMENT: Final = timedelta(minutes=1)
_ONE_DAY: Final = timedelta(days=1)

# Tags without text of their own, such as br, are included for the text that follows them.
_TAGS: Final = tuple(
    "a abbr address b br center cite dd div em font h1 h2 h3 h4 h5 h6 i img li nobr p section small span strong svg "
    "td".split()
)
_IN_ADDRESS: Final = pattern(r"[/_-]((?:19|20)\d\d)[/_-]?([01]\d)[/_-]?([0-3]\d)(?=[/_.+-]|$)")
_MARKS: Final = ("date", "publish", "time", "tarih", "datum", "fecha", "created")
# A year, including those of Iran and Thailand, or the end of 28.01.24.
_YEAR: Final = pattern(r"(?:19|20|25|14)\d\d(?!\d)|\d\.\d\d\.\d\d(?![\d.])")
# Words of updates and of copyright notices, whose dates are not the day of publication.
_ANOTHER_DAY: Final = pattern(
    r"updat|modif|review|aktualisiert|güncelle|oppdatert|opdateret|uppdaterad|mis à jour|actualizad|atualizad"
    r"|aggiornat|bijgewerkt|päivitetty|zaktualizowan|обновлен|оновлен|تحديث|بروزرسانی|روزآمد|अपडेट|อัปเดต|ปรับปรุง|更新|수정|©|copyright",
    re.IGNORECASE,
)
# Elements whose dates are not the story's: when a picture was taken, or when a quoted post was written.
_OTHER_THINGS: Final = frozenset({"figure", "figcaption", "blockquote"})
# Names of the boxes of comments. They must match as a whole: "comments-open" may be a class of the story itself.
_COMMENTS: Final = frozenset(
    "comment comments comment-list commentlist comments-list comments-area comment-body comment-meta commentmetadata "
    "commentaires comentarios commenti kommentar kommentare kommentarer reacties yorum yorumlar disqus_thread".split()
)
_MAX_OVER_COMMENT: Final = 8
# Attributes in which scripts keep the time.
_ATTRIBUTES: Final = ("content", "datetime", "title", "data-date", "data-datetime", "data-time", "data-timestamp")


def find_published(document: Document) -> tuple[datetime | None, str | None, str]:
    """The time, the day (``YYYY-MM-DD``) and their source. The source is empty if no day is found."""
    declared = document.declared
    if declared.date:
        return declared.published, _own_day(document) or declared.date, declared.sources["date"]
    for source, found in _candidates(document):
        if isinstance(found, datetime):
            return found, found.date().isoformat(), source
        return None, found.isoformat(), source
    return None, None, ""


def _own_day(document: Document) -> str | None:
    """The day in the page's own zone, if the declared time is in UTC and the page shows the day; otherwise None."""
    moment = document.declared.published
    if moment is None or moment.utcoffset() or document.tree is None:
        return None
    for node in tagged(document.tree, "time", most=_MAX_TIMES):
        element = document.tree.element(node)
        told = parse_date(element.get("datetime") or "")
        if not isinstance(told, datetime) or abs(told - moment) > _SAME_MOMENT:
            continue
        if told.utcoffset():
            return told.date().isoformat()
        printed = parse_date(short_text(element, _MAX_CHARACTERS))
        if printed and abs(day_of(printed) - moment.date()) <= _ONE_DAY:
            return day_of(printed).isoformat()
    in_address = _from_address(document)
    if in_address and abs(in_address - moment.date()) <= _ONE_DAY:
        return in_address.isoformat()
    return _printed_day(document.tree, moment, document.declared.language)


def _printed_day(tree: Tree, moment: datetime, language: str | None) -> str | None:
    """The first day printed after the headline, if it is ``day_elsewhere`` at that time; otherwise None."""
    elsewhere = day_elsewhere(moment)
    if elsewhere is None:
        return None
    printed = (_read(place, language) for place in _places(tree, _MAX_BEHIND_HEADLINE).near)
    first = next((day_of(found) for found in printed if found), None)
    return first.isoformat() if first == elsewhere else None


def _candidates(document: Document) -> Iterator[tuple[str, datetime | date]]:
    """Dates with their sources, the most reliable first. Lazy, because each costs more than the one before."""
    if document.tree is None:
        return
    language = document.language
    for element in _behind_headline_first(document.tree):
        if _is_in_comments(element):
            continue
        found = parse_date(element.get("datetime") or "") or _read(_Place(element, ""), language)
        if found:
            # If another day is nearer to the headline, the time element belongs to another story below.
            nearer = _printed_over(element, document.tree, language)
            yield ("byline", nearer) if nearer and nearer != day_of(found) else ("time", found)
    in_address = _from_address(document)
    if in_address:
        yield "url", in_address
    yield from _printed(_places(document.tree), language)
    yield from _under_headline(document)


def _under_headline(document: Document) -> Iterator[tuple[str, datetime | date]]:
    """The days in the lines below the headline, for pages without a heading: "17 Nov. 2026  By Ann Lee"."""
    lines = document.outline.segments
    for place in document.headline_lines:
        for line in lines[place + 1 : place + 1 + _MAX_LINES_UNDER]:
            # The day of publication may be followed by that of an update: "Published … | Updated …".
            first = next(filter(_names_year, line.text.split("|")), "")
            found = parse_date(first, document.language) if first else None
            if found and not _ANOTHER_DAY.search(first):
                yield "byline", found


def _printed(places: _Places, language: str | None) -> Iterator[tuple[str, datetime | date]]:
    """The dates in the places. Those of updates and of lines far from the headline have sources of their own."""
    marked = [*places.sure, *places.near, *places.far]
    readings = (
        ("byline", marked, lambda place: _attribute_of(place.element) or _read(place, language)),
        ("update", marked, lambda place: parse_date(short_text(place.element, _MAX_CHARACTERS), language)),
        ("line", places.lines, lambda place: _read(place, language)),
    )
    for source, found_in, reading in readings:
        yield from ((source, found) for found in map(reading, found_in) if found)


def _behind_headline_first(tree: Tree) -> list[etree._Element]:
    """The time elements, those above the headline last: they belong to other stories or are the current day."""
    before: list[etree._Element] = []
    behind: list[etree._Element] = []
    is_behind = False
    for node in tagged(tree, "time", "h1"):
        if tree.tag(node) == "h1":
            is_behind = True
        else:
            (behind if is_behind else before).append(tree.element(node))
        if len(before) + len(behind) == _MAX_TIMES:
            break
    return behind + before


def _printed_over(time: etree._Element, tree: Tree, language: str | None) -> date | None:
    """The first day on a line of its own between the headline and the element."""
    heading: int | None = None
    for number, node in candidate_nodes(tree, _prefilter_with_times()):
        tag = tree.tag(node)
        left = -1 if heading is None else _MAX_BEHIND_HEADLINE - (number - heading)
        # The search ends at the limit after the latest headline.
        if (tag == "time" and tree.element(node) is time) or (heading is not None and left < 0):
            break
        if tag == "h1":
            heading, left = number, _MAX_BEHIND_HEADLINE
        own = _dated_text(tree, node) if left > 0 else None
        if own and len(own.text) <= _MAX_LINE_CHARACTERS and not _is_of_another_thing(tree.element(node)):
            found = _read(own, language)
            if found:
                return day_of(found)
    return None


@functools.cache
def _prefilter_with_times() -> Prefilter:
    prefilter = _prefilter()
    return prefilter._replace(tags={**prefilter.tags, "time": True}, rules=())


def _from_address(document: Document) -> date | None:
    address = _IN_ADDRESS.search(document.url or document.declared.canonical_url or "")
    found = parse_date("-".join(address.groups())) if address else None
    return None if found is None else day_of(found)


class _Place(NamedTuple):
    """An element that may hold a date, and the part of its text that looked like one."""

    element: etree._Element
    text: str


class _Places(NamedTuple):
    """Places that may hold the date: marked by microdata, near the headline, marked by a class, or lines like dates."""

    sure: list[_Place]
    near: list[_Place]
    far: list[_Place]
    lines: list[_Place]


def _attribute_of(element: etree._Element) -> datetime | date | None:
    values = (element.get(name) for name in _ATTRIBUTES)
    return next((found for value in values if value and (found := parse_date(value))), None)


def _read(place: _Place, language: str | None) -> datetime | date | None:
    text = short_text(place.element, _MAX_CHARACTERS) or place.text
    return None if _ANOTHER_DAY.search(text) else parse_date(text, language)


def _places(tree: Tree, max_behind: int = _MAX_ELEMENTS) -> _Places:
    """The places on the page, in at most ``max_behind`` elements after the headline."""
    places = _Places([], [], [], [])
    over: list[tuple[int, _Place]] = []
    heading = _MAX_ELEMENTS
    classes, codes = tree.values("class")
    property_codes = tree.values("itemprop").codes
    for number, node in candidate_nodes(tree, _prefilter()):
        if number - heading > max_behind + 1:
            break
        own = _dated_text(tree, node)
        if own or property_codes[node] >= 0 or (codes[node] >= 0 and _is_date_class(classes[codes[node]])):
            _add_place(tree.element(node), own, places, is_near=0 < number - heading <= _MAX_BEHIND_HEADLINE)
            if len(places.near) + len(places.far) >= _MAX_MARKED:
                break
        if tree.tag(node) == "h1" and heading == _MAX_ELEMENTS:
            heading = number
            places.near.extend(place for at, place in over if at >= number - _MAX_OVER_HEADLINE)
        elif own:
            over.append((number, own))
    return places


@functools.cache
def _prefilter() -> Prefilter:
    return Prefilter(
        tags={tag: tag == "h1" for tag in _TAGS},
        rules=(Rule("class", *_MARKS), Rule("itemprop")),
        max_dated=_MAX_CHARACTERS,
        most=_MAX_ELEMENTS,
    )


def _add_place(element: etree._Element, own: _Place | None, places: _Places, *, is_near: bool) -> None:
    """Adds the element to the places if it may hold the date."""
    if element.get("itemprop") == "datePublished":
        places.sure.append(_Place(element, ""))
    elif own and is_near:
        places.near.extend([] if _is_of_another_thing(element) else [own])
    elif _is_date_class(element.get("class") or ""):
        places.far.append(_Place(element, ""))
    elif own and len(own.text) <= _MAX_LINE_CHARACTERS and len(places.lines) < _MAX_LINES:
        places.lines.extend([] if _is_of_another_thing(element) else [own])


def _dated_text(tree: Tree, node: int) -> _Place | None:
    """The node's own text, or else the text after it, if that is short and names a year; otherwise None."""
    text = _with_year(tree, tree.text_starts[node], tree.text_ends[node])
    if text:
        return _Place(tree.element(node), text)
    tail = _with_year(tree, tree.tail_starts[node], tree.tail_ends[node])
    return _Place(tree.element(tree.parents[node]), tail) if tail and node else None


def _with_year(tree: Tree, start: int, end: int) -> str | None:
    """This part of the page's text, if it is short and names a year."""
    # Most nodes have no text or a paragraph.
    if not start < end <= start + _MAX_CHARACTERS:
        return None
    text = tree.text[start:end]
    return text if _names_year(text) else None


def _names_year(text: str) -> bool:
    # Most texts are white space between two tags or a paragraph. Only those with the first digits of a year or with a
    # dot are searched.
    if len(text) > _MAX_CHARACTERS or text.isspace():
        return False
    if text.isascii():
        plain = text
    else:
        if "年" in text and era_day(text):
            return True
        plain = western_digits(with_plain_months(text))
    may_be = "20" in plain or "." in plain or "19" in plain or "25" in plain or "14" in plain
    return may_be and _YEAR.search(plain) is not None


# Pages repeat the same classes hundreds of times. Bounded because the keys come from pages.
@functools.lru_cache(maxsize=4_096)
def _is_date_class(classes: str) -> bool:
    return any(map(classes[:_MAX_CLASS_CHARACTERS].lower().__contains__, _MARKS))


def _is_in_comments(element: etree._Element) -> bool:
    """Whether the element is in the readers' comments."""
    for one in islice(element.iterancestors(), _MAX_OVER_COMMENT):
        names = f"{one.get('class') or ''} {one.get('id') or ''}"[:_MAX_CLASS_CHARACTERS].lower()
        if not _COMMENTS.isdisjoint(names.split()):
            return True
    return False


def _is_of_another_thing(element: etree._Element) -> bool:
    return any(one.tag in _OTHER_THINGS for one in (element, *islice(element.iterancestors(), _MAX_ANCESTORS)))
