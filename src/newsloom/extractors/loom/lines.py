# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Measures each line of a page by itself: given the texts, returns a column of numbers for each property.

These are length, share of links, whether it is prose, punctuation, capitals, digits and phrases. The boxes around a
line play no part here.
"""

from __future__ import annotations

import functools
from array import array
from typing import NamedTuple

from newsloom.extractors.loom.vocabulary import NUMBER_BIT, PHRASE_BITS
from newsloom.region.lines import link_shares, prose_words
from newsloom.text.keywords import Keywords
from newsloom.text.size import sizes_of
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["Lines", "measure_lines"]

# Phrases, capitals and digits are read only in lines of at most this many letters that are not nearly all link: long
# lines are prose, menus have links.
_SHORT_LINE = cython.declare(cython.double, 200)
_MENU_LINK_SHARE = cython.declare(cython.double, 0.95)
# This many characters show whether a line is all capitals or all digits.
_SHOWN = cython.declare(cython.Py_ssize_t, 60)


class Lines(NamedTuple):
    """The lines by index; ``box`` is the box of each, ``phrases`` the kinds of phrases in it, as bits."""

    box: array[int]
    phrases: array[int]
    words: array[float]
    characters: array[float]
    link_share: array[float]
    is_closed: array[float]
    prose: array[float]
    is_short: array[float]
    commas: array[float]
    capitals: array[float]
    digits: array[float]
    starts_small: array[float]
    is_repeated: array[float]


def measure_lines(texts: list[str], unlinked: list[str], boxes: array[int]) -> Lines:
    """The lines of a page, given the columns of its outline."""
    words, letters, is_closed = sizes_of(texts)
    link_share = link_shares(texts, unlinked)
    numbers = (zeros("d", len(texts)) for _ in range(6))
    is_short, commas, capitals, digits, starts_small, is_repeated = numbers
    lines = Lines(
        box=boxes,
        phrases=zeros("q", len(texts)),
        words=words,
        characters=letters,
        link_share=link_share,
        is_closed=is_closed,
        prose=prose_words(words, link_share, is_closed),
        is_short=is_short,
        commas=commas,
        capitals=capitals,
        digits=digits,
        starts_small=starts_small,
        is_repeated=is_repeated,
    )
    _read_all_lines(texts, lines)
    _read_short_lines(texts, lines)
    return lines


@cython.cfunc
def _read_all_lines(texts: list[str], lines: Lines) -> None:
    """Fills in commas per word, and whether the same text came before."""
    words: cython.double[::1] = lines.words
    is_repeated: cython.double[::1] = lines.is_repeated
    commas: cython.double[::1] = lines.commas
    seen: set[str] = set()
    line: cython.Py_ssize_t
    text: str
    for line in range(len(texts)):
        text = texts[line]
        is_repeated[line] = text in seen
        seen.add(text)
        commas[line] = (text.count(",") + (0 if text.isascii() else _other_commas(text))) / words[line]


@cython.cfunc
def _other_commas(text: str) -> cython.Py_ssize_t:
    """The number of Chinese, Japanese, Arabic, Persian and Urdu commas."""
    count: cython.Py_ssize_t = 0
    sign: cython.Py_UCS4
    for sign in text:
        if sign in "、，،":
            count += 1
    return count


@cython.cfunc
def _read_short_lines(texts: list[str], lines: Lines) -> None:
    """Fills in the capitals, digits and phrases of short lines, and for all lines whether they start in lower case."""
    characters: cython.double[::1] = lines.characters
    link_share: cython.double[::1] = lines.link_share
    is_short: cython.double[::1] = lines.is_short
    starts_small: cython.double[::1] = lines.starts_small
    capitals: cython.double[::1] = lines.capitals
    digits: cython.double[::1] = lines.digits
    phrases: cython.longlong[::1] = lines.phrases
    keywords: Keywords = _phrases()
    number: cython.longlong = NUMBER_BIT
    line: cython.Py_ssize_t
    text: str
    for line in range(len(texts)):
        text = texts[line]
        starts_small[line] = text[0].islower()
        if characters[line] <= _SHORT_LINE and link_share[line] < _MENU_LINK_SHARE:
            is_short[line] = 1
            phrases[line] = keywords.bits_in(text)
            if _read_signs(text, capitals, digits, line):
                phrases[line] |= number


@functools.cache
def _phrases() -> Keywords:
    return Keywords(PHRASE_BITS)


@cython.cfunc
def _read_signs(
    text: str, capitals: cython.double[::1], digits: cython.double[::1], line: cython.Py_ssize_t
) -> cython.bint:
    r"""Writes the shares of capitals and digits at the line's beginning; returns whether the line has a year or time.

    That is ``\b(?:19|20)\d\d\b`` or ``\d[:.]\d\d\b``; regular expressions take ten times as long.
    """
    size: cython.Py_ssize_t = len(text)
    shown: cython.Py_ssize_t = min(size, _SHOWN)
    capital: cython.Py_ssize_t = 0
    digit: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t = -1
    is_dated: cython.bint = False
    sign: cython.Py_UCS4
    for sign in text:
        place += 1
        if "a" <= sign <= "z" or sign == " ":
            continue
        # All scripts of newspapers that have capitals or their own digits are below this.
        if place < shown and sign < "\u2000":
            if sign.isupper():
                capital += 1
            elif sign.isdigit():
                digit += 1
        if is_dated or place >= size - 2:
            continue
        if sign == "1" or sign == "2":  # noqa: PLR1714 - a comparison with a tuple is no C
            is_dated = _is_year(text, place)
        elif sign == ":" or sign == ".":  # noqa: PLR1714
            is_dated = _is_hour(text, place)
    capitals[line] = capital / shown
    digits[line] = digit / shown
    return is_dated


@cython.cfunc
def _is_year(text: str, place: cython.Py_ssize_t) -> cython.bint:
    if place + 4 > len(text) or (place > 0 and _is_in_word(text, place - 1)):
        return False
    is_century: cython.bint = text[place + 1] == ("9" if text[place] == "1" else "0")
    is_number: cython.bint = text[place + 2].isdecimal() and text[place + 3].isdecimal()
    return is_century and is_number and not _is_in_word(text, place + 4)


@cython.cfunc
def _is_hour(text: str, place: cython.Py_ssize_t) -> cython.bint:
    if place == 0 or not text[place - 1].isdecimal():
        return False
    return text[place + 1].isdecimal() and text[place + 2].isdecimal() and not _is_in_word(text, place + 3)


@cython.cfunc
def _is_in_word(text: str, place: cython.Py_ssize_t) -> cython.bint:
    if place >= len(text):
        return False
    sign: cython.Py_UCS4 = text[place]
    return sign.isalnum() or sign == "_"
