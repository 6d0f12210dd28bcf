# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What the class names and ids of a box say of it: names in, the log odds that it is furniture out.

A name is cut into parts ("article-relatedLinks": article, related, links and the pairs of neighbours), and the parts
have weights, learned from labelled pages and from what people wrote about sites (``training/names.py``,
``data/name_odds.txt``). A box of which nothing is known has odds of zero. Parts are looked up by 64-bit hashes, for
most names of a page are new and hardly any of their parts has a weight: strings would be made in vain.
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

# Longer are only lists of styles, of which the first are as telling as the rest.
_MAX_NAMES = cython.declare(cython.Py_ssize_t, 200)
_MAX_WORDS = cython.declare(cython.Py_ssize_t, 6)
_LEAST_LETTERS = cython.declare(cython.Py_ssize_t, 2)
# Between the words of a pair.
_PAIR: Final = "-"
# What readers write is furniture however much of the page it is.
_READERS: Final = ("comment", "disqus", "kommentar", "yorum", "reply", "replies", "responses")
# The first sign of a word behind which one of these may have ended.
_LEAST_OF_READERS = cython.declare(cython.Py_ssize_t, min(map(len, _READERS)) - 1)
_SEED = cython.declare(cython.ulonglong, 0xCBF2_9CE4_8422_2325)
_ALL_BITS = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)
# Odd, and its powers spread over all bits.
_MULTIPLIER = cython.declare(cython.ulonglong, 0x9E37_79B9_7F4A_7C15)


@cython.final
@cython.cclass
class NameOdds:
    """Weights of the parts of names; ``of`` is what the names of a box add up to."""

    _hashes: cython.ulonglong[::1]
    _weights: cython.double[::1]
    _readers: cython.ulonglong[::1]
    _mask: cython.Py_ssize_t

    def __init__(self, weights: Mapping[str, float]) -> None:
        # At most half of the places are taken, so that a search soon ends.
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
        """The log odds that a box with these classes and ids is furniture, and whether they speak of comments.

        Below zero the box holds the story.
        """
        # A part counts once, however often it comes.
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
        """What a part adds, nothing where it is unknown or counted already."""
        place: cython.Py_ssize_t = self._place_of(part)
        if self._hashes[place] == 0 or place in counted:
            return 0.0
        counted.add(place)
        return self._weights[place]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _speaks_of_readers(self, name: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Whether a word begins like one of the readers'."""
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
        """Where a hash stands, or would."""
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
    """A hash with one more sign, in lower case."""
    code: cython.ulonglong = ord(sign)
    if "A" <= sign <= "Z":
        code += 32
    elif sign >= "\x80":
        code = ord(sign.lower()[0])
    return (value ^ code) * _MULTIPLIER & _ALL_BITS


@functools.cache
def learned_odds() -> NameOdds:
    """The weights that were learned from all sites at hand."""
    content = pkgutil.get_data(__package__, "data/name_odds.txt") or b""
    rows = (line.split() for line in content.decode().splitlines() if not line.startswith("#"))
    return NameOdds({part: float(weight) for part, weight in rows})


def name_parts(names: str) -> tuple[str, ...]:
    """The words of the names, and the pairs of words that stand side by side in one; each once."""
    parts: list[str] = []
    before = ""
    for start, end, follows in _spans(names):
        # Sign by sign, as they are hashed: a text is lowered otherwise where a Greek word ends.
        word = "".join(sign.lower()[0] for sign in names[start:end])
        parts.append(word)
        if follows:
            parts.append(f"{before}{_PAIR}{word}")
        before = word
    return tuple(dict.fromkeys(parts))


@cython.cfunc
def _spans(names: str) -> list[tuple[int, int, bool]]:
    """Where the words of "relatedLinks", "RELATED_links" and "related-links" begin and end.

    The third of each says whether a word of the same name stands before it.
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
    """The end of a word that begins there, or the start where none does: small letters after a capital, or capitals."""
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
    """Whether it is a letter of any script other than a Latin capital."""
    return "a" <= sign <= "z" or (sign >= "\x80" and sign.isalnum() and not sign.isdecimal())
