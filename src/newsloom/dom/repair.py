"""Repairs markup where libxml2 would drop the rest of the page or take too long, as ``markupscan`` found it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from newsloom.dom.markupscan import Scan, scan
from newsloom.text.patterns import pattern

__all__ = ["MAX_TAGS", "close_tags", "repaired"]

# Of 4,200 real pages at hand, the one with the most tags has 21,646.
MAX_TAGS: Final = 150_000
# These end tags are optional in HTML, yet libxml2 drops what follows them, and pages go on after an early one.
_END_OF_PAGE: Final = pattern(rb"</(?:[bB][oO][dD][yY]|[hH][tT][mM][lL])[^<>]{0,99}>")
# An unclosed title swallows the rest of the page as its text. It was meant to end where the next tag begins.
_TITLE: Final = pattern(rb"<[tT][iI][tT][lL][eE](?:\s[^<>]{0,200})?>[^<]{0,2000}")
_TITLE_END: Final = pattern(rb"</[tT][iI][tT][lL][eE]\s*>")
_MAX_TITLE_BYTES: Final = 4_000
_BLANK_LINES: Final = pattern(rb"\n[ \t\r]*+(?:\n[ \t\r]*+)++")


def repaired(markup: bytes, found: Scan) -> bytes:
    """The markup with titles and tags closed, and without early ends of the page."""
    if b"<" not in markup:
        # Plain text: its blank lines are its only structure.
        return b"<p>" + _BLANK_LINES.sub(b"<p>", markup, count=MAX_TAGS)
    closed = _with_title_closed(close_tags(markup, found.cuts))
    ends = found.ends if closed is markup else scan(closed, checks_attributes=False).ends
    return _without(closed, _early(closed, _ends_of_page(closed, ends)))


def _ends_of_page(markup: bytes, places: Iterable[int]) -> list[tuple[int, int]]:
    """The spans of the page's end tags that begin at any of these places."""
    found = (_END_OF_PAGE.match(markup, place) for place in places)
    return [end.span() for end in found if end]


def _early(markup: bytes, ends: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The end tags that are followed by anything: the others do no harm, and removing them would copy the page."""
    count, size = len(ends), len(markup)
    while count and not markup[ends[count - 1][1] : size].strip():
        count -= 1
        size = ends[count][0]
    return ends[:count]


def _with_title_closed(markup: bytes) -> bytes:
    title = _TITLE.search(markup)
    if not title or _TITLE_END.search(markup, title.end(), title.end() + _MAX_TITLE_BYTES):
        return markup
    return markup[: title.end()] + b"</title>" + markup[title.end() :]


def close_tags(markup: bytes, cuts: list[int]) -> bytes:
    """The markup with tags closed at these places."""
    return b">".join(_pieces(markup, [(cut, cut) for cut in cuts])) if cuts else markup


def _without(markup: bytes, spans: list[tuple[int, int]]) -> bytes:
    return b"".join(_pieces(markup, spans)) if spans else markup


def _pieces(markup: bytes, left_out: list[tuple[int, int]]) -> list[memoryview]:
    whole = memoryview(markup)
    starts = [0, *(end for _, end in left_out)]
    stops = [*(start for start, _ in left_out), len(markup)]
    return [whole[start:stop] for start, stop in zip(starts, stops, strict=True)]
