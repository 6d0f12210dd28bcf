"""What the lines of a page are like, each by itself: segments in, columns of numbers out.

How long a line is, how much of it is linked, whether it is prose, what it is written in and what it speaks of. Nothing
here looks at the boxes around a line.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Mapping
from typing import Final, NamedTuple, cast

import numpy as np

from newsloom.dom.kernel import twin_of
from newsloom.dom.outline import Segment
from newsloom.dom.sifting import prepare_words
from newsloom.extractors.loom.arrays import Array, Indexes, Marks
from newsloom.extractors.loom.words import NUMBER_BIT, PHRASE_BITS, phrase_bits

__all__ = ["PROSE_WORDS", "SHORT_LINE", "Lines", "lines_of", "measure_lines"]

# Long lines are prose: what short ones are must be read off their words.
SHORT_LINE: Final = 200
# From here on a line counts as prose; a line without a full stop counts less.
PROSE_WORDS: Final = 8
_MENU_LINK_SHARE: Final = 0.95
_PROSE_LINK_SHARE: Final = 0.4
_UNPUNCTUATED: Final = 0.4
_FULL_STOPS: Final = '.!?…。！？»”"’)'
# So much of a line shows whether it is all capitals or all digits.
_SHOWN: Final = 60
# The scripts with capitals or digits of their own, as far as papers are printed in them, end here.
_LETTERS: Final = 0x2000


class Lines(NamedTuple):
    """The lines by their index; ``box`` is the box each stands in, ``phrases`` what it speaks of, a bit each.

    ``packed`` is all of it as ``measure_lines`` wrote it.
    """

    words: Array
    characters: Array
    link_share: Array
    is_closed: Array
    prose: Array
    is_short: Marks
    commas: Array
    capitals: Array
    digits: Array
    starts_small: Array
    is_repeated: Array
    phrases: Indexes
    box: Indexes
    packed: bytes


_NUMBERS: Final = len(Lines._fields) - 3


def lines_of(segments: list[Segment]) -> Lines:
    """The lines of a page."""
    measured = _measure_lines(
        segments,
        _phrases(),
        _FULL_STOPS,
        SHORT_LINE,
        _MENU_LINK_SHARE,
        PROSE_WORDS,
        _PROSE_LINK_SHARE,
        _UNPUNCTUATED,
        _SHOWN,
        NUMBER_BIT,
    )
    size = len(segments)
    numbers = np.frombuffer(measured, dtype=np.float64, count=_NUMBERS * size).reshape(_NUMBERS, size)
    whole = np.frombuffer(measured, dtype=np.int64, offset=numbers.nbytes).reshape(2, size)
    found = Lines._make((*numbers, *whole, measured))
    return found._replace(is_short=found.is_short > 0)


def measure_lines(  # noqa: PLR0913, PLR0917 - its twin knows no other numbers than these
    segments: list[Segment],
    phrases: object,
    full_stops: str,
    short_line: float,
    menu_share: float,
    prose_words: float,
    prose_share: float,
    unpunctuated: float,
    shown: int,
    number: int,
    /,
) -> bytes:
    """The columns of ``Lines`` one behind the other: numbers of eight bytes, the last two of them whole."""
    texts = [segment.text for segment in segments]
    characters = np.array([len(text) for text in texts], dtype=np.float64)
    unlinked = np.array([len(segment.unlinked) for segment in segments], dtype=np.float64)
    stops = frozenset(full_stops)
    closed = np.array([text[-1] in stops for text in texts], dtype=np.float64)
    words = np.array([text.count(" ") for text in texts], dtype=np.float64) + 1
    # Scripts without spaces: two or three characters make a word.
    words = np.where(words < characters / 12, characters / 3, words)
    link_share = np.clip(1 - unlinked / np.maximum(characters, 1), 0, 1)
    is_prose = (words >= prose_words) & (link_share < prose_share)
    # Links alone are told by their share of links.
    is_short = (characters <= short_line) & (link_share < menu_share)
    spoken = np.zeros(len(texts), dtype=np.int64)
    short = np.flatnonzero(is_short)
    spoken[short] = phrase_bits([texts[index] for index in short.tolist()], cast("Mapping[str, int]", phrases), number)
    capitals, digits = _shares(
        [text[:shown] if is_it else "" for text, is_it in zip(texts, is_short.tolist(), strict=True)]
    )
    numbers = (
        words,
        characters,
        link_share,
        closed,
        is_prose * words * np.where(closed > 0, 1.0, unpunctuated),
        is_short,
        np.array([text.count(",") + text.count("、") for text in texts]) / words,
        capitals,
        digits,
        np.array([text[0].islower() for text in texts], dtype=np.float64),
        _repeated(texts),
    )
    boxes = array("q", [segment.box for segment in segments])
    return np.array(numbers, dtype=np.float64).tobytes() + spoken.tobytes() + boxes.tobytes()


_measure_lines: Final = twin_of(measure_lines)


@functools.cache
def _phrases() -> object:
    return twin_of(prepare_words)(PHRASE_BITS)


def _shares(texts: list[str]) -> tuple[Array, Array]:
    """The share of each text that is capitals, and that is digits."""
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    sizes = np.array([len(text) for text in texts], dtype=np.intp)
    ends = np.cumsum(sizes)
    kinds = _kinds_of_letters()[:, np.minimum(codes, _LETTERS - 1)]
    before = np.concatenate([np.zeros((2, 1)), np.cumsum(kinds, axis=1)], axis=1)
    capitals, digits = (before[:, ends] - before[:, ends - sizes]) / np.maximum(sizes, 1)
    return capitals, digits


@functools.cache
def _kinds_of_letters() -> Marks:
    # As bytes: an array of a list asks each of its thousands of values what it is.
    letters = list(map(chr, range(_LETTERS)))
    kinds = bytes(map(str.isupper, letters)) + bytes(map(str.isdigit, letters))
    return np.frombuffer(kinds, dtype=np.bool_).reshape(2, _LETTERS)


def _repeated(texts: list[str]) -> Array:
    seen: set[str] = set()
    marks = np.zeros(len(texts))
    for index, text in enumerate(texts):
        if text in seen:
            marks[index] = 1.0
        seen.add(text)
    return marks
