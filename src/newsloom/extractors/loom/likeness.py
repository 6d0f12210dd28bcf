"""How a line resembles the headline and what the page declares (N-EXT's likeness), and how near the headline is."""

from __future__ import annotations

from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.extractors.loom.arrays import Array, Columns, Marks, signed_log
from newsloom.extractors.loom.page import TAGS, LinedPage
from newsloom.text.patterns import pattern

__all__ = ["likeness_columns"]

# A share or a distance that the page gives no ground for.
_UNKNOWN: Final = -1.0
_SHINGLE: Final = 3
# Of a long line the beginning is compared.
_COMPARED_CHARACTERS: Final = 600
_MAX_TITLE_WORDS: Final = 60
# What is neither ASCII nor part of a word; and of ASCII, all that is no part of one as a space, but the end of a line.
_SIGN: Final = pattern(r"[^\x00-\x7f\w]")
_SPACED: Final = bytes(
    code if code > 127 or chr(code).isalnum() or chr(code) in "_\n" else ord(" ") for code in range(256)
)
# Any odd number will do whose powers spread over all bits.
_MIXER: Final = 0x5851F42D4C957F2D


def likeness_columns(page: LinedPage) -> Columns:
    """Shares of words in common with headline, description and declared body; the headline's place."""
    document = page.document
    declared = document.declared
    lines = _words_of([segment.text[:_COMPARED_CHARACTERS] for segment in page.outline.segments])
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


def _words(text: str) -> list[bytes]:
    return _words_of([text.replace("\n", " ")])[0]


def _words_of(lines: list[str]) -> list[list[bytes]]:
    """The runs of letters, digits and underscores in each line (``\\w+``), in lower case, in UTF-8.

    All lines at once, and as bytes: to put spaces for signs and to part the rest takes a third of the pattern's time.
    """
    text = "\n".join(lines).lower()
    plain = text if text.isascii() else _SIGN.sub(" ", text)
    return [line.split() for line in plain.encode().translate(_SPACED).split(b"\n")]


def _share_of(wanted: frozenset[bytes], lines: list[list[bytes]]) -> Array:
    if not wanted:
        return np.full(len(lines), _UNKNOWN)
    return np.array([len(wanted.intersection(line)) / len(wanted) for line in lines])


def _shingle_share(body: str | None, lines: list[list[bytes]]) -> Array:
    known = np.unique(_shingles(_words(body))) if body else np.zeros(0, dtype=np.int64)
    if not len(known):
        return np.full(len(lines), _UNKNOWN)
    shingles = _shingles(list(chain.from_iterable(lines)))
    # Three words that lie in two lines are counted too, and left out below.
    is_known = known.take(np.searchsorted(known, shingles), mode="clip") == shingles
    counted = np.concatenate([[0], np.cumsum(is_known), np.zeros(_SHINGLE, dtype=np.int64)])
    sizes = np.array([len(line) for line in lines], dtype=np.intp)
    starts = np.cumsum(sizes) - sizes
    within = np.maximum(sizes - _SHINGLE + 1, 0)
    found = np.where(within > 0, counted[starts + within] - counted[starts], 0)
    shares: Array = found / np.maximum(within, 1)
    return shares


def _shingles(words: list[bytes]) -> npt.NDArray[np.int64]:
    """A number for each three words in a row, the same where they are: two others meet once in 2^64."""
    codes = np.fromiter(map(hash, words), dtype=np.int64, count=len(words))
    size = max(len(words) - _SHINGLE + 1, 0)
    mixed = np.zeros(size, dtype=np.int64)
    for place in range(_SHINGLE):
        # Overflow wraps.
        mixed = mixed * _MIXER + codes[place : place + size]
    return mixed
