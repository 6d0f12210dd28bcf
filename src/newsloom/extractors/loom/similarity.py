# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Features of how similar a line is to the headline and declared texts (N-EXT), and how far from the headline it is.

It also counts shingles. Words are runs of letters, digits and underscores (``\\w+``) in lower case. They are compared
by 64-bit hashes, two of which collide by chance once in 2^64; the seed differs between processes, so that no page can
be written whose words all collide.
"""

from __future__ import annotations

import math
from array import array
from typing import Final

from newsloom.extractors.loom.boxes import TAGS
from newsloom.extractors.loom.containers import meetings
from newsloom.extractors.loom.page import PageArrays
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["count_shingles", "shingles_of", "similarity_features"]

# Only the beginning of a long line is compared.
_COMPARED_CHARACTERS = cython.declare(cython.Py_ssize_t, 600)
_MAX_TITLE_WORDS = cython.declare(cython.Py_ssize_t, 60)
# Runs of this many words are compared with the declared body.
_SHINGLE = cython.declare(cython.Py_ssize_t, 3)

# The lower case of each ASCII character; 0 for those that are not part of a word (``\\w``).
_SMALL: Final = bytearray(ord(sign.lower()) if sign.isalnum() or sign == "_" else 0 for sign in map(chr, range(128)))
_SEED: Final = hash("any text") & 0xFFFF_FFFF_FFFF_FFFF
_ONE = cython.declare(cython.ulonglong, 1)
_ALL_BITS = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)
# Odd numbers whose powers spread over all bits.
_MULTIPLIER = cython.declare(cython.ulonglong, 0x9E37_79B9_7F4A_7C15)
_MIXER = cython.declare(cython.ulonglong, 0xD6E8_FEB8_6659_FD93)


def similarity_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """What the line has in common with headline, description and declared body, and how far away the headline is."""
    declared = page.document.declared
    title: _HashSet = _words_of(page.document.headline or "")
    description: _HashSet = _words_of(declared.description or "")
    shingles: _HashSet = _shingles_of(declared.body or "")
    words: cython.ulonglong[::1] = zeros("Q", _COMPARED_CHARACTERS)
    small: cython.uchar[::1] = _SMALL
    texts: list[str] = page.outline.texts
    count: cython.Py_ssize_t
    line: cython.Py_ssize_t
    text: str
    for line in range(len(texts)):
        text = texts[line]
        text = text if len(text) <= _COMPARED_CHARACTERS else text[:_COMPARED_CHARACTERS]
        count = _hash_words(text, small, words)
        out[0, line] = _share(title, words, count, line)
        out[1, line] = out[0, line] == 1 and count < _MAX_TITLE_WORDS and _are_all_in(title, words, count)
        out[2, line] = _share(description, words, count, line)
        out[3, line] = _share_of_shingles(shingles, words, count)
    _write_distance(page, out)


def shingles_of(texts: list[str], size: int) -> list[array[int]]:
    """For each text, the hashes of all runs of ``size`` words."""
    # A word has at least one character, and at least one separates it from the next.
    words: cython.ulonglong[::1] = zeros("Q", (max(map(len, texts), default=0) // 2 + 1))
    small: cython.uchar[::1] = _SMALL
    length: cython.Py_ssize_t = size
    return [_shingles(words, _hash_words(text, small, words) - length + 1, length) for text in texts]


@cython.cfunc
def _shingles(words: cython.ulonglong[::1], count: cython.Py_ssize_t, size: cython.Py_ssize_t) -> array[int]:
    found = zeros("Q", max(count, 0))
    shingles: cython.ulonglong[::1] = found
    first: cython.Py_ssize_t
    for first in range(count):
        shingles[first] = _hash_shingle(words, first, size)
    return found


def count_shingles(texts: list[str], size: int) -> list[tuple[int, int]]:
    """For each text, how many shingles of ``size`` words it has, and how many of these an earlier text has."""
    # A view, because a slice of an array is a copy.
    words: cython.ulonglong[::1] = memoryview(zeros("Q", (sum(map(len, texts)) // 2 + len(texts))))
    small: cython.uchar[::1] = _SMALL
    length: cython.Py_ssize_t = size
    ends: list[int] = []
    end: cython.Py_ssize_t = 0
    for text in texts:
        end += _hash_words(text, small, words[end:])
        ends.append(end)
    # No text has more shingles than words.
    seen: _HashSet = _HashSet(end)
    counts: list[tuple[int, int]] = []
    start: cython.Py_ssize_t = 0
    first: cython.Py_ssize_t
    known: cython.Py_ssize_t
    for end in ends:
        known = 0
        for first in range(start, end - length + 1):
            # A shingle overwrites its first word, which no later shingle contains.
            words[first] = _hash_shingle(words, first, length)
            known += seen.has(words[first])
        for first in range(start, end - length + 1):
            seen.add(words[first])
        counts.append((max(end - length + 1 - start, 0), known))
        start = end
    return counts


@cython.cfunc
def _write_distance(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """Writes how far away the headline is, and how much prose is around it and the line."""
    box: cython.longlong[::1] = page.lines.box
    depths: cython.double[::1] = page.boxes.depths
    prose: cython.double[::1] = page.sums.prose
    headline: cython.Py_ssize_t = _headline_line(page, out)
    meeting: cython.longlong[::1] = meetings(page, box[max(headline, 0)])
    total: float = max(prose[0], 1.0)
    unknown: float = math.nan
    line: cython.Py_ssize_t
    own: cython.Py_ssize_t
    for line in range(len(box)):
        own = box[line]
        out[4, line] = line - headline if headline >= 0 else unknown
        out[5, line] = depths[own] - depths[meeting[own]] if headline >= 0 else -1.0
        out[6, line] = prose[meeting[own]] / total if headline >= 0 else -1.0


@cython.cfunc
def _headline_line(page: PageArrays, out: cython.double[:, ::1]) -> cython.Py_ssize_t:
    """The line that equals the headline, else the first one in an h1; -1 if there is none."""
    box: cython.longlong[::1] = page.lines.box
    tags: cython.longlong[::1] = page.boxes.tags
    parents: cython.longlong[::1] = page.boxes.parents
    top: cython.longlong = TAGS["h1"]
    line: cython.Py_ssize_t
    for line in range(len(box)):
        if out[1, line] > 0:
            return line
    for line in range(len(box)):
        if tags[box[line]] == top or tags[parents[box[line]]] == top:
            return line
    return -1


@cython.final
@cython.cclass
class _HashSet:
    """Hashes other than 0, with the last line that had each."""

    _hashes: cython.ulonglong[::1]
    _lines: cython.longlong[::1]
    _mask: cython.Py_ssize_t
    # A bit for the low bits of each hash: most words of a page are not in the headline, and are ruled out by this
    # alone.
    _endings: cython.ulonglong
    size: cython.Py_ssize_t

    def __init__(self, most: int) -> None:
        room = 16
        while room < 2 * most:
            room *= 2
        self._hashes = zeros("Q", room)
        self._lines = zeros("q", room)
        self._mask = room - 1
        self._endings = 0
        self.size = 0

    @cython.cfunc
    def add(self, value: cython.ulonglong) -> None:
        place: cython.Py_ssize_t = self._place_of(value)
        if self._hashes[place] == 0:
            self._hashes[place] = value
            self._lines[place] = -1
            self._endings |= _ONE << (value >> 1 & 63)
            self.size += 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def has(self, value: cython.ulonglong) -> cython.bint:
        is_known: cython.bint = self._hashes[self._place_of(value)] != 0
        return is_known

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def is_new(self, value: cython.ulonglong, line: cython.Py_ssize_t) -> cython.bint:
        """Whether the set has the hash and this is its first occurrence in the line."""
        if not self._endings >> (value >> 1 & 63) & 1:
            return False
        place: cython.Py_ssize_t = self._place_of(value)
        if self._hashes[place] == 0 or self._lines[place] == line:
            return False
        self._lines[place] = line
        return True

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _place_of(self, value: cython.ulonglong) -> cython.Py_ssize_t:
        """The slot where the hash is or would be; at most half of the slots are taken."""
        place: cython.Py_ssize_t = (value >> 1) & self._mask
        while self._hashes[place] != 0 and self._hashes[place] != value:
            place = (place + 1) & self._mask
        return place


@cython.cfunc
def _words_of(text: str) -> _HashSet:
    # No text has more words than characters.
    words: cython.ulonglong[::1] = zeros("Q", (len(text) + 1))
    count: cython.Py_ssize_t = _hash_words(text, _SMALL, words)
    found: _HashSet = _HashSet(count)
    word: cython.Py_ssize_t
    for word in range(count):
        found.add(words[word])
    return found


@cython.cfunc
def _shingles_of(text: str) -> _HashSet:
    words: cython.ulonglong[::1] = zeros("Q", (len(text) + 1))
    count: cython.Py_ssize_t = _hash_words(text, _SMALL, words)
    found: _HashSet = _HashSet(count)
    word: cython.Py_ssize_t
    for word in range(count - _SHINGLE + 1):
        found.add(_hash_shingle(words, word, _SHINGLE))
    return found


@cython.cfunc
def _share(wanted: _HashSet, words: cython.ulonglong[::1], count: cython.Py_ssize_t, line: cython.Py_ssize_t) -> float:
    """The share of the wanted words that the line has; -1 if none are wanted."""
    if wanted.size == 0:
        return -1.0
    found: cython.Py_ssize_t = 0
    word: cython.Py_ssize_t
    for word in range(count):
        found += wanted.is_new(words[word], line)
    return found / wanted.size


@cython.cfunc
def _are_all_in(wanted: _HashSet, words: cython.ulonglong[::1], count: cython.Py_ssize_t) -> cython.bint:
    found: cython.Py_ssize_t = 0
    word: cython.Py_ssize_t
    for word in range(count):
        found += wanted.has(words[word])
    return found == count


@cython.cfunc
def _share_of_shingles(wanted: _HashSet, words: cython.ulonglong[::1], count: cython.Py_ssize_t) -> float:
    if wanted.size == 0:
        return -1.0
    found: cython.Py_ssize_t = 0
    shingles: cython.Py_ssize_t = count - _SHINGLE + 1
    word: cython.Py_ssize_t
    for word in range(shingles):
        found += wanted.has(_hash_shingle(words, word, _SHINGLE))
    return found / max(shingles, 1)


@cython.cfunc
def _hash_words(given: str, small: cython.uchar[::1], hashes: cython.ulonglong[::1]) -> cython.Py_ssize_t:
    """Writes the hashes of the words in a text and returns their number."""
    # All other letters have one lower-case form, whatever is around them; lowering a text takes as long as all of this.
    is_odd: cython.bint = not given.isascii() and ("\u0130" in given or "\u03a3" in given)
    text: str = given.lower() if is_odd else given
    value: cython.ulonglong = 0
    seed: cython.ulonglong = _SEED
    code: cython.ulonglong
    count: cython.Py_ssize_t = 0
    is_in_word: cython.bint = False
    sign: cython.Py_UCS4
    for sign in text:
        code = small[ord(sign)] if sign < "\x80" else ord(sign.lower()) if sign.isalnum() else 0
        if code:
            value = ((value if is_in_word else seed) + code) * _MULTIPLIER & _ALL_BITS
            is_in_word = True
        elif is_in_word:
            hashes[count] = _mixed(value) | 1
            count += 1
            is_in_word = False
    if is_in_word:
        hashes[count] = _mixed(value) | 1
        count += 1
    return count


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _hash_shingle(words: cython.ulonglong[::1], first: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.ulonglong:
    value: cython.ulonglong = 0
    word: cython.Py_ssize_t
    for word in range(first, first + size):
        value = _mixed((value + words[word]) & _ALL_BITS)
    return value | 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _mixed(value: cython.ulonglong) -> cython.ulonglong:
    value = ((value ^ value >> 32) * _MIXER) & _ALL_BITS
    return value ^ value >> 32
