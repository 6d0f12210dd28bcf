# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Computes from the class names and ids of a box the log odds that it is furniture.

A name is split into parts ("article-relatedLinks": article, related, links and the pairs of neighbours). Parts have
weights, learned from labelled pages and from what people wrote about sites (``training/names.py``,
``data/name_odds.txt``). A box without known parts has log odds of zero. Parts are looked up by 64-bit hashes: most
names of a page are new and hardly any part has a weight, so creating a string for each would be a waste.
"""

from __future__ import annotations

import functools
import pkgutil
from array import array
from collections.abc import Mapping
from typing import Final

from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["NameOdds", "learned_odds", "name_parts"]

# Only lists of style classes are longer, and the first of these say as much as the rest.
_MAX_NAMES = cython.declare(cython.Py_ssize_t, 200)
_MAX_WORDS = cython.declare(cython.Py_ssize_t, 6)
_LEAST_LETTERS = cython.declare(cython.Py_ssize_t, 2)
# Between the words of a pair.
_PAIR: Final = "-"
# Comments are furniture even if they are a large part of the page.
_READERS: Final = ("comment", "disqus", "kommentar", "yorum", "reply", "replies", "responses")
# The index of the character at which the shortest of these ends.
_LEAST_OF_READERS = cython.declare(cython.Py_ssize_t, min(map(len, _READERS)) - 1)
_SEED = cython.declare(cython.ulonglong, 0xCBF2_9CE4_8422_2325)
_ALL_BITS = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)
# An odd number whose powers spread over all bits.
_MULTIPLIER = cython.declare(cython.ulonglong, 0x9E37_79B9_7F4A_7C15)


@cython.final
@cython.cclass
class NameOdds:
    """The weights of the parts of names. ``of`` sums those in the names of a box."""

    _hashes: cython.ulonglong[::1]
    _weights: cython.double[::1]
    _readers: cython.ulonglong[::1]
    _mask: cython.Py_ssize_t

    def __init__(self, weights: Mapping[str, float]) -> None:
        # At most half of the slots are used, to keep searches short.
        room = 16
        while room < 2 * len(weights):
            room *= 2
        self._hashes = zeros("Q", room)
        self._weights = zeros("d", room)
        self._readers = array("Q", [_hash_word(word, 0, len(word)) for word in _READERS])
        self._mask = room - 1
        for part, weight in weights.items():
            place: cython.Py_ssize_t = self._place_of(_hash_part(part))
            self._hashes[place] = _hash_part(part)
            self._weights[place] = weight

    def of(self, names: str) -> tuple[float, bool]:
        """The log odds that a box with these classes and ids is furniture, and whether they are about comments.

        Below zero the box is more likely to contain the story.
        """
        # Each part counts once.
        counted: set[int] = set()
        odds: cython.double = 0
        is_of_readers: cython.bint = False
        start: cython.Py_ssize_t
        end: cython.Py_ssize_t
        follows: cython.bint
        word: cython.ulonglong
        before: cython.ulonglong = 0
        for start, end, follows in _spans(names):
            word = _hash_word(names, start, end)
            odds += self._weight_of(word, counted)
            if follows:
                odds += self._weight_of(_hash_pair(before, word), counted)
            is_of_readers = is_of_readers or self._speaks_of_readers(names, start, end)
            before = word
        return odds, bool(is_of_readers)

    @cython.cfunc
    def _weight_of(self, part: cython.ulonglong, counted: set[int]) -> cython.double:
        """The weight of a part; 0 if it is unknown or already counted."""
        place: cython.Py_ssize_t = self._place_of(part)
        if self._hashes[place] == 0 or place in counted:
            return 0.0
        counted.add(place)
        return self._weights[place]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _speaks_of_readers(self, name: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Whether the word begins with one of ``_READERS``."""
        value: cython.ulonglong = _SEED
        place: cython.Py_ssize_t
        number: cython.Py_ssize_t
        for place in range(start, end):
            value = _hashed(value, name[place])
            if place - start < _LEAST_OF_READERS:
                continue
            for number in range(len(self._readers)):
                if self._readers[number] == value:
                    return True
        return False

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _place_of(self, part: cython.ulonglong) -> cython.Py_ssize_t:
        """The slot of a hash, or the empty one where it would be."""
        place: cython.Py_ssize_t = (part >> 32) & self._mask
        while self._hashes[place] != 0 and self._hashes[place] != part:
            place = (place + 1) & self._mask
        return place


@cython.cfunc
def _hash_part(part: str) -> cython.ulonglong:
    """The hash of a word or of a pair of words."""
    middle: cython.Py_ssize_t = part.find(_PAIR)
    if middle < 0:
        return _hash_word(part, 0, len(part))
    return _hash_pair(_hash_word(part, 0, middle), _hash_word(part, middle + 1, len(part)))


@cython.cfunc
@cython.exceptval(check=False)
def _hash_word(name: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.ulonglong:
    value: cython.ulonglong = _SEED
    place: cython.Py_ssize_t
    for place in range(start, end):
        value = _hashed(value, name[place])
    return value


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _hash_pair(first: cython.ulonglong, second: cython.ulonglong) -> cython.ulonglong:
    return ((first ^ first >> 32) * _MULTIPLIER + second) & _ALL_BITS


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _hashed(value: cython.ulonglong, sign: cython.Py_UCS4) -> cython.ulonglong:
    """The hash extended by one character, in lower case."""
    code: cython.ulonglong = ord(sign)
    if "A" <= sign <= "Z":
        code += 32
    elif sign >= "\x80":
        code = ord(sign.lower()[0])
    return (value ^ code) * _MULTIPLIER & _ALL_BITS


@functools.cache
def learned_odds() -> NameOdds:
    """The weights learned from all available sites."""
    content = pkgutil.get_data(__package__, "data/name_odds.txt") or b""
    rows = (line.split() for line in content.decode().splitlines() if not line.startswith("#"))
    return NameOdds({part: float(weight) for part, weight in rows})


def name_parts(names: str) -> tuple[str, ...]:
    """The distinct words of the names, and the pairs of words that are adjacent in a name."""
    parts: list[str] = []
    before = ""
    for start, end, follows in _spans(names):
        # Character by character, as in hashing: ``lower`` of a whole text treats the end of a Greek word differently.
        word = "".join(sign.lower()[0] for sign in names[start:end])
        parts.append(word)
        if follows:
            parts.append(f"{before}{_PAIR}{word}")
        before = word
    return tuple(dict.fromkeys(parts))


@cython.cfunc
def _spans(names: str) -> list[tuple[int, int, bool]]:
    """Where the words of names such as "relatedLinks", "RELATED_links" and "related-links" begin and end.

    The third value says whether another word of the same name comes before.
    """
    spans: list[tuple[int, int, bool]] = []
    size: cython.Py_ssize_t = min(len(names), _MAX_NAMES)
    words: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    while start < size:
        end = _behind_word(names, start, size)
        if end - start >= _LEAST_LETTERS and words < _MAX_WORDS:
            spans.append((start, end, words > 0))
            words += 1
        elif end == start and names[start].isspace():
            words = 0
        start = max(end, start + 1)
    return spans


@cython.cfunc
@cython.exceptval(check=False)
def _behind_word(names: str, start: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The end of the word that begins at ``start``: capitals, or lower case after at most one capital.

    ``start`` if no word begins there.
    """
    end: cython.Py_ssize_t = start
    while end < size and "A" <= names[end] <= "Z":
        end += 1
    if end == size or not _is_small(names[end]):
        return end
    if end - start > 1:
        # The last capital begins the next word.
        return end - 1
    while end < size and _is_small(names[end]):
        end += 1
    return end


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_small(sign: cython.Py_UCS4) -> cython.bint:
    """Whether the character is a letter of any script, but not an ASCII capital."""
    return "a" <= sign <= "z" or (sign >= "\x80" and sign.isalnum() and not sign.isdecimal())
