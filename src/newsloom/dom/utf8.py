# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Checks whether bytes are valid UTF-8 without keeping the decoded text."""

from __future__ import annotations

import codecs
from typing import Final

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["is_utf8"]

_PIECE: Final = 8_192
# This many bytes are checked together for ASCII, because most are.
_BLOCK = cython.declare(cython.Py_ssize_t, 64)


def is_utf8(page: bytes) -> bool:
    """Whether the whole page is valid UTF-8."""
    return _is_valid(page, len(page)) if cython.compiled else _is_decoded(page)


def _is_decoded(page: bytes) -> bool:
    whole, at = memoryview(page), 0
    try:
        # In pieces, because the text is not needed and decoding it as a whole takes three times as long.
        while at < len(page):
            is_last = at + _PIECE >= len(page)
            at += codecs.utf_8_decode(whole[at : at + _PIECE], "strict", is_last)[1]
    except UnicodeDecodeError:
        return False
    return True


@cython.cfunc
@cython.exceptval(check=False)
def _is_valid(data: cython.p_const_uchar, size: cython.Py_ssize_t) -> cython.bint:
    at: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    place: cython.Py_ssize_t
    bits: cython.uchar
    while at < size:
        end = min(at + _BLOCK, size)
        bits = 0
        for place in range(at, end):
            bits |= data[place]
        if bits < 0x80:
            at = end
            continue
        while at < end:
            at = _behind_character(data, at, size)
            if at < 0:
                return False
    return True


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _behind_character(data: cython.p_const_uchar, at: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The index of the next character; -1 if no valid character begins here (the Unicode Standard, table 3-7)."""
    first: cython.uchar = data[at]
    if first < 0x80:
        return at + 1
    least: cython.uchar = 0x80
    most: cython.uchar = 0xBF
    length: cython.Py_ssize_t = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    if first < 0xC2 or first > 0xF4 or at + length > size:
        return -1
    if first == 0xE0:
        least = 0xA0
    elif first == 0xED:
        most = 0x9F
    elif first == 0xF0:
        least = 0x90
    elif first == 0xF4:
        most = 0x8F
    if not least <= data[at + 1] <= most:
        return -1
    place: cython.Py_ssize_t
    for place in range(at + 2, at + length):
        if not 0x80 <= data[place] <= 0xBF:
            return -1
    return at + length
