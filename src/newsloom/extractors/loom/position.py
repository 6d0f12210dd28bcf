"""Where a line stands (LBNEST's nearness): on the page, among the lines of prose, under which heading, after what."""

from __future__ import annotations

from typing import Final

import numpy as np

from newsloom.extractors.loom.arrays import Array, Columns, Marks, around, counted_before, since
from newsloom.extractors.loom.boxes import TAGS
from newsloom.extractors.loom.lines import PROSE_WORDS
from newsloom.extractors.loom.page import LinedPage
from newsloom.extractors.loom.words import PHRASES, SERVICE_BITS

__all__ = ["BYLINE_WORDS", "FAR_FROM_HEADING", "LONG_PROSE", "position_columns", "windows"]

LONG_PROSE: Final = 1.5 * PROSE_WORDS
# Days and names of a byline stand in lines not much longer than they.
BYLINE_WORDS: Final = 12
_SERVICE_REACH: Final = 3
_REACHES: Final = (3, 8)
_WITHIN: Final = tuple(f"{what}_within_{reach}" for reach in _REACHES for what in ("prose", "links"))
FAR_FROM_HEADING: Final = 30
_UNKNOWN: Final = -1.0


def position_columns(page: LinedPage) -> Columns:
    """The line's place on the page, in its section, and among the lines that begin and end stories."""
    return _place(page) | _section(page) | _signs(page)


def _place(page: LinedPage) -> Columns:
    size = len(page.box)
    total = max(page.prose.sum(), 1.0)
    is_long = page.prose >= LONG_PROSE
    return {
        "place": np.arange(size) / max(size, 1),
        "prose_before": np.cumsum(page.prose) / total,
        "since_prose": since(is_long),
        "until_prose": since(is_long[::-1])[::-1],
        **dict(zip(_WITHIN, windows(page, total), strict=False)),
    }


def windows(page: LinedPage, total: float) -> list[Array]:
    """The prose and the links around each line, near and less near, and how many lines of service are near."""
    columns = []
    for reach in _REACHES:
        window = np.ones(2 * reach + 1)
        words = around(page.words, window)
        columns.append(around(page.prose, window) / total)
        columns.append(around(page.sums.linked, window) / np.maximum(words, 1))
    columns.append(around(page.sums.service, np.ones(2 * _SERVICE_REACH + 1)))
    return columns


def _section(page: LinedPage) -> Columns:
    """What stands between the last heading and the next one."""
    index = np.arange(len(page.box))
    is_heading = _has_tag(page, TAGS["h1"], TAGS["h6"])
    last = np.maximum.accumulate(np.where(is_heading, index, -1))
    section = np.cumsum(is_heading)
    prose, words, linked = (
        np.bincount(section, weights=values)[section] for values in (page.prose, page.words, page.sums.linked)
    )
    return {
        "since_heading": np.where(last >= 0, np.minimum(index - last, FAR_FROM_HEADING), _UNKNOWN),
        "heading_words": np.where(last >= 0, page.words[last], _UNKNOWN),
        "section_prose": prose / max(page.prose.sum(), 1.0),
        "section_density": prose / np.maximum(words, 1),
        "section_links": linked / np.maximum(words, 1),
        "top_headings": np.cumsum(_has_tag(page, TAGS["h1"], TAGS["h1"])).astype(np.float64),
    }


def _signs(page: LinedPage) -> Columns:
    """Lines that stand where a story begins (days, names) or ends (calls to subscribe, to read on, rights)."""
    is_service = page.phrases & SERVICE_BITS > 0
    is_bylike = page.is_short & (page.words <= BYLINE_WORDS)
    return {
        "service_before": counted_before(is_service),
        "service_near": around(page.sums.service, np.ones(2 * _SERVICE_REACH + 1)),
        "since_service": since(is_service),
        "days_before": counted_before(is_bylike & _speaks_of(page, "number")),
        "bylines_before": counted_before(is_bylike & _speaks_of(page, "byline")),
    }


def _has_tag(page: LinedPage, first: int, last: int) -> Marks:
    tags = page.boxes.tags
    is_one = (tags >= first) & (tags <= last)
    marks: Marks = is_one[page.box] | is_one[page.boxes.parents[page.box]]
    return marks


def _speaks_of(page: LinedPage, phrase: str) -> Marks:
    marks: Marks = page.phrases & 1 << PHRASES.index(phrase) > 0
    return marks
