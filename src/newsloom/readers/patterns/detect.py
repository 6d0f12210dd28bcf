"""Finds news items in a ``TextFlow`` by patterns, within given thresholds.

Patterns run in turn, and runs that one pattern has taken are closed to the next (section 3.2.1). A find is a range of
runs with its link. Finds are not cleaned here, nor compared with other versions of the page.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Final

from newsloom.errors import UnknownName
from newsloom.readers.runs import MAX_STEPS, NO_LINK, NORMAL, Anchor, TextFlow, TextRun

__all__ = ["PATTERNS", "Find", "PatternThresholds", "detect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternThresholds:
    """The thresholds for items, all in words except ``link_lines``; the reader's parameters name their sources."""

    item_words: int
    text_words: int
    least_header_words: int
    most_header_words: int
    gap_words: int
    simple_link_words: int
    link_lines: int


@dataclass(slots=True)
class Find:
    """The runs from ``start`` to ``stop``, found by ``pattern``; ``more`` are ranges of runs that joined them later."""

    pattern: str
    start: int
    stop: int
    url: str | None
    more: list[tuple[int, int]] = field(default_factory=list)


class _Desk:
    """The finds so far, and which runs are still open."""

    def __init__(self, flow: TextFlow, limits: PatternThresholds) -> None:
        self.runs: Sequence[TextRun] = flow.runs
        self.anchors: Sequence[Anchor] = flow.anchors
        self._flow = flow
        self.limits = limits
        self.finds: list[Find] = []
        self.owners: list[Find | None] = [None] * len(flow.runs)

    def take(self, pattern: str, start: int, stop: int, url: str | None) -> None:
        find = Find(pattern=pattern, start=start, stop=stop, url=url)
        self.finds.append(find)
        self.owners[start:stop] = [find] * (stop - start)

    def join(self, find: Find, start: int, stop: int) -> None:
        find.more.append((start, stop))
        self.owners[start:stop] = [find] * (stop - start)

    def is_open(self, start: int, stop: int) -> bool:
        return not any(self.owners[start:stop])

    def steps_apart(self, place: int, other: int) -> int:
        """How many steps up from ``place`` lies the smallest part of the page that contains both places."""
        around = set(self._flow.around(other))
        return next((steps for steps, holder in enumerate(self._flow.around(place)) if holder in around), MAX_STEPS)

    def words(self, start: int, stop: int) -> int:
        return sum([run.words for run in self.runs[start:stop]])


def detect(flow: TextFlow, patterns: Sequence[str], limits: PatternThresholds) -> list[Find]:
    """The finds in reading order; patterns run in the order given. Raises ``UnknownName`` for an unknown pattern."""
    desk = _Desk(flow, limits)
    for name in patterns:
        if name not in PATTERNS:
            raise UnknownName("pattern", name, tuple(PATTERNS), tuple(difflib.get_close_matches(name, PATTERNS, n=2)))
        PATTERNS[name](desk)
    return sorted(desk.finds, key=lambda find: find.start)


def _url_text_url(desk: _Desk) -> None:
    """Section 3.1.1: the text between two links to one address, and the links themselves."""
    anchors, number = desk.anchors, 0
    while number < len(anchors):
        last = _last_of_chain(desk, number)
        if last > number:
            start, stop = anchors[number].start, anchors[last].stop
            if desk.words(start, stop) >= desk.limits.item_words and desk.is_open(start, stop):
                desk.take("url-text-url", start, stop, anchors[number].url)
        number = last + 1


def _last_of_chain(desk: _Desk, number: int) -> int:
    anchors = desk.anchors
    while number + 1 < len(anchors) and anchors[number + 1].url == anchors[number].url:
        if desk.words(anchors[number].stop, anchors[number + 1].start) > desk.limits.gap_words:
            break
        number += 1
    return number


def _anchor_text(desk: _Desk) -> None:
    """Section 3.1.3: a link whose text is an item by itself."""
    for anchor in desk.anchors:
        start, stop = anchor.start, anchor.stop
        if desk.words(start, stop) >= desk.limits.item_words and desk.is_open(start, stop):
            desk.take("anchor", start, stop, anchor.url)


def _bold_header(desk: _Desk) -> None:
    """Section 3.1.4: a header in bold, then text in normal weight; a link at the start or the end."""
    start = 0
    while start < len(desk.runs):
        if desk.runs[start].weight == NORMAL or desk.owners[start]:
            start += 1
            continue
        middle = _end_of_header(desk, start)
        stop = _end_of_body(desk, middle)
        url = _first_url(desk, start, stop)
        if url and _is_header(desk, start, middle) and desk.words(start, stop) >= desk.limits.item_words:
            desk.take("bold-header", start, stop, url)
        start = stop


def _is_header(desk: _Desk, start: int, stop: int) -> bool:
    """Whether the words fit a header: a label such as "Sport" heads a list, not an item."""
    limits = desk.limits
    return limits.least_header_words <= desk.words(start, stop) <= limits.most_header_words


def _end_of_header(desk: _Desk, start: int) -> int:
    stop = start + 1
    while stop < len(desk.runs) and not desk.owners[stop] and desk.runs[stop].weight == desk.runs[start].weight:
        if desk.runs[stop].line != desk.runs[start].line:
            break
        stop += 1
    return stop


def _end_of_body(desk: _Desk, start: int) -> int:
    """The end of the normal text before a header or item, or after its first link; before it if the header has one."""
    stop = start
    has_link = _first_url(desk, start - 1, start) is not None
    while stop < len(desk.runs) and desk.runs[stop].weight == NORMAL and not desk.owners[stop]:
        if desk.runs[stop].line - desk.runs[stop - 1].line > desk.limits.link_lines:
            break
        if desk.runs[stop].link != NO_LINK:
            return stop if has_link else stop + 1
        stop += 1
    return stop


def _first_url(desk: _Desk, start: int, stop: int) -> str | None:
    links = (run.link for run in desk.runs[start:stop] if run.link != NO_LINK)
    link = next(links, NO_LINK)
    return None if link == NO_LINK else desk.anchors[link].url


def _text_based(desk: _Desk) -> None:
    """Section 3.1.5: a long text, which may contain format tags and links for terms."""
    for start, stop in _texts(desk):
        if desk.words(start, stop) < desk.limits.text_words:
            continue
        near = _nearest_anchor(desk, start, stop)
        holder = desk.owners[near.start] if near and near.start < near.stop else None
        if holder is not None and holder.pattern != "text":
            # The link before or after belongs to an item: this text is the rest of that item.
            desk.join(holder, start, stop)
        elif near is not None and near.start < start and desk.is_open(near.start, start):
            # A headline too short to be an item by itself.
            desk.take("text", near.start, stop, near.url)
        else:
            desk.take("text", start, stop, near.url if near else None)


def _texts(desk: _Desk) -> Iterator[tuple[int, int]]:
    """Ranges of open runs in one place, cut at links that are longer than a term."""
    start = 0
    for stop in range(len(desk.runs) + 1):
        is_end = stop == len(desk.runs) or not _is_plain(desk, stop)
        if is_end or desk.runs[stop].place != desk.runs[start].place:
            if stop > start:
                yield start, stop
            start = stop + 1 if is_end else stop


def _is_plain(desk: _Desk, number: int) -> bool:
    run = desk.runs[number]
    if desk.owners[number] is not None:
        return False
    if run.link == NO_LINK:
        return True
    # A term is linked within its sentence: there is text on the same line before or after it.
    beside = desk.runs[max(number - 1, 0) : number + 2]
    is_within_line = any(other.line == run.line and other.link == NO_LINK for other in beside)
    return is_within_line and run.words <= desk.limits.simple_link_words


def _nearest_anchor(desk: _Desk, start: int, stop: int) -> Anchor | None:
    """The link before or after the text, whichever shares the smaller part of the page with it.

    If both share the same part, the link before, because it is the headline. If neither is near, a link within the
    text, which otherwise would be a link for a term.
    """
    before = _anchor_before(desk.anchors, start)
    behind = _anchor_before(desk.anchors, stop) + 1
    first, last = desk.runs[start], desk.runs[stop - 1]
    near = [
        anchor
        for anchor in (*desk.anchors[max(before, 0) : before + 1], *desk.anchors[behind : behind + 1])
        if first.line - anchor.line <= desk.limits.link_lines and anchor.line - last.line <= desk.limits.link_lines
    ]
    within = desk.anchors[before + 1 : behind]
    return min(near or within, key=lambda anchor: desk.steps_apart(first.place, anchor.place), default=None)


def _anchor_before(anchors: Sequence[Anchor], start: int) -> int:
    low, high = 0, len(anchors)
    while low < high:
        middle = (low + high) // 2
        if anchors[middle].stop <= start:
            low = middle + 1
        else:
            high = middle
    return low - 1


def _lines(desk: _Desk) -> None:
    """Section 3.1.2: each line of the page's code is an item."""
    open_runs = [number for number in range(len(desk.runs)) if desk.owners[number] is None]
    for _, group in groupby(open_runs, key=lambda number: desk.runs[number].source_line):
        numbers = list(group)
        start, stop = numbers[0], numbers[-1] + 1
        url = _first_url(desk, start, stop)
        if url and desk.is_open(start, stop) and desk.words(start, stop) >= desk.limits.item_words:
            desk.take("line", start, stop, url)


PATTERNS: Final[Mapping[str, Callable[[_Desk], None]]] = MappingProxyType(
    {
        "url-text-url": _url_text_url,
        "anchor": _anchor_text,
        "bold-header": _bold_header,
        "text": _text_based,
        "line": _lines,
    }
)
