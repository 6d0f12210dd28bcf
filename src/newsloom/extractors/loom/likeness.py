"""How a line resembles the headline and what the page declares (N-EXT's likeness), and how near the headline is."""

from __future__ import annotations

from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.dom.kernel import twin_of
from newsloom.dom.outline import Segment
from newsloom.extractors.loom.arrays import Array, Columns, Marks, signed_log
from newsloom.extractors.loom.boxes import TAGS
from newsloom.extractors.loom.page import LinedPage
from newsloom.text.patterns import pattern

__all__ = ["compare_words", "likeness_columns", "likeness_of"]

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
    shares = np.frombuffer(likeness_of(page)).reshape(-1, len(page.box))
    title_share, is_title, description_share, declared_share = shares
    return {
        "title_share": title_share,
        "is_title": is_title,
        "description_share": description_share,
        "declared_share": declared_share,
        **_headline_distance(page, is_title > 0),
    }


def likeness_of(page: LinedPage) -> bytes:
    """What ``compare_words`` finds on the page."""
    document, declared = page.document, page.document.declared
    return _compare_words(
        page.outline.segments,
        document.headline or "",
        declared.description or "",
        declared.body or "",
        _COMPARED_CHARACTERS,
        _MAX_TITLE_WORDS,
    )


def compare_words(  # noqa: PLR0913, PLR0917 - its twin knows no other numbers than these
    segments: list[Segment], headline: str, description: str, body: str, compared: int, most_words: int, /
) -> bytes:
    """Of each line the share of the headline's words that it has, whether it is the headline, the share of the words of
    the description, and how much of it, three words at a time, is in the body: columns one behind the other.
    """
    lines = _words_of([segment.text[:compared] for segment in segments])
    title = frozenset(_words(headline))
    # Of most lines the first word says that they are another.
    equal = [bool(line) and line[0] in title and len(line) < most_words and title == frozenset(line) for line in lines]
    columns = (
        _share_of(title, lines),
        np.array(equal, dtype=np.float64),
        _share_of(frozenset(_words(description)), lines),
        _shingle_share(body, lines),
    )
    return np.array(columns).tobytes()


_compare_words: Final = twin_of(compare_words)


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
    prose = page.sums.prose
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


def _shingle_share(body: str, lines: list[list[bytes]]) -> Array:
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
