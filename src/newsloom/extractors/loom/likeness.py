"""How a line resembles the headline and what the page declares (N-EXT's likeness), and how near the headline is."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from newsloom.extractors.loom.arrays import Array, Columns, Marks, signed_log
from newsloom.extractors.loom.page import TAGS, LinedPage

__all__ = ["likeness_columns"]

# A share or a distance that the page gives no ground for.
_UNKNOWN: Final = -1.0
_SHINGLE: Final = 3
# Of a long line the beginning is compared.
_COMPARED_CHARACTERS: Final = 600
_MAX_TITLE_WORDS: Final = 60
_WORD: Final = re.compile(r"\w+")


def likeness_columns(page: LinedPage) -> Columns:
    """Shares of words in common with headline, description and declared body; the headline's place."""
    document = page.document
    declared = document.declared
    lines = [_words(segment.text[:_COMPARED_CHARACTERS]) for segment in page.outline.segments]
    title = frozenset(_words(document.headline or ""))
    # Of most lines the first word says that they are another.
    equal = np.array(
        [
            bool(line) and line[0] in title and len(line) < _MAX_TITLE_WORDS and title == frozenset(line)
            for line in lines
        ]
    )
    return {
        "title_share": _share_of(title, lines),
        "is_title": equal.astype(np.float64),
        "description_share": _share_of(frozenset(_words(declared.description or "")), lines),
        "declared_share": _shingle_share(declared.body, lines),
        **_headline_distance(page, equal),
    }


def _headline_distance(page: LinedPage, is_title: Marks) -> Columns:
    size = len(page.box)
    unknown = np.full(size, _UNKNOWN)
    boxes, top = page.boxes, TAGS["h1"]
    is_headline = is_title | (boxes.tags[page.box] == top) | (boxes.tags[boxes.parents[page.box]] == top)
    found = np.flatnonzero(is_headline)
    if not len(found):
        return {"from_headline": unknown, "levels_to_headline": unknown, "prose_with_headline": unknown}
    exact = np.flatnonzero(is_title)
    headline = int(exact[0]) if len(exact) else int(found[0])
    meeting = page.meetings(int(page.box[headline]))[page.box]
    prose = page.within(page.prose)
    return {
        "from_headline": signed_log(np.arange(size) - headline),
        "levels_to_headline": boxes.depths[page.box] - boxes.depths[meeting],
        "prose_with_headline": prose[meeting] / max(prose[0], 1.0),
    }


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _share_of(wanted: frozenset[str], lines: list[list[str]]) -> Array:
    if not wanted:
        return np.full(len(lines), _UNKNOWN)
    return np.array([len(wanted.intersection(line)) / len(wanted) for line in lines])


def _shingle_share(body: str | None, lines: list[list[str]]) -> Array:
    known = set(_shingles(_words(body))) if body else set()
    if not known:
        return np.full(len(lines), _UNKNOWN)
    shares = []
    for line in lines:
        shingles = _shingles(line)
        shares.append(sum(shingle in known for shingle in shingles) / len(shingles) if shingles else 0.0)
    return np.array(shares)


def _shingles(words: list[str]) -> list[tuple[str, ...]]:
    return list(zip(*(words[start:] for start in range(_SHINGLE)), strict=False))
