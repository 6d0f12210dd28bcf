# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Finds the likeliest language of a text by its byte n-grams: naive Bayes over one table.

Returns a two-letter code, or None if no n-gram is known. The weights come from py3langid's model (Lui and Baldwin,
2012) for the languages that share a script with others, reduced to the most telling n-grams and rounded to a byte.
``training.language`` writes the file: a line of JSON, then the numbers as they are in memory. The first call loads its
three megabytes.
"""

from __future__ import annotations

import functools
import json
import pkgutil
import unicodedata
from array import array
from typing import Final, NamedTuple

from newsloom.byteorder import lowest_byte_first
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.libc.math import log1p
else:
    from math import log1p

__all__ = ["MODEL_NAME", "SIZES", "LanguageProfiles", "likeliest_language", "ngram_code"]

MODEL_NAME: Final = "language.bin"
# Sizes of the n-grams in bytes. If several end at the same byte, the longest counts.
SIZES: Final = (2, 3, 4, 5)
_SHORTEST = cython.declare(cython.Py_ssize_t, min(SIZES))
_LONGEST = cython.declare(cython.Py_ssize_t, max(SIZES))
# The size of an n-gram is stored in its code above the bytes of the longest.
_SIZE_SHIFT = cython.declare(cython.Py_ssize_t, 8 * max(SIZES))
# At least this many slots of the hash table per code: most n-grams are unknown and find an empty slot at once.
_SLOTS_A_CODE: Final = 2
_ALL_BITS = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)
# An odd number that spreads its products over the upper bits.
_MULTIPLIER = cython.declare(cython.ulonglong, 0x9E37_79B9_7F4A_7C15)
# Sums of integers do not depend on the order, so of two equally likely languages the first is always chosen.
_SCALE = cython.declare(cython.double, 1 << 20)


class LanguageProfiles(NamedTuple):
    """The content of the file: codes in ascending order, their weights, and the languages.

    A code has a weight for each language, a byte from -128 to 127.
    """

    codes: array[int]
    weights: bytes
    languages: tuple[str, ...]

    def to_bytes(self) -> bytes:
        """The content of the file."""
        head = {"ngrams": len(self.codes), "languages": self.languages}
        return json.dumps(head).encode() + b"\n" + lowest_byte_first(self.codes).tobytes() + self.weights

    @classmethod
    def from_bytes(cls, content: bytes) -> LanguageProfiles:
        start = content.index(b"\n") + 1
        head = json.loads(content[:start])
        end = start + 8 * head["ngrams"]
        return cls(lowest_byte_first(array("Q", content[start:end])), content[end:], tuple(head["languages"]))


def likeliest_language(text: str) -> str | None:
    """The language with the greatest sum of weights for the text's n-grams; None if no n-gram is known."""
    model = _model()
    counts = _count_ngrams(_encoded(text), model.codes, _slots())
    if not counts:
        return None
    scores = zeros("q", len(model.languages))
    _add_weights(counts, model.weights, scores)
    return model.languages[scores.index(max(scores))]


def ngram_code(ngram: bytes) -> int:
    """The number that stands for an n-gram in the table."""
    return int.from_bytes(ngram, "big") | len(ngram) << _SIZE_SHIFT


def _encoded(text: str) -> bytes:
    cased = text.lower() if text.isupper() else text
    # A lone surrogate cannot be encoded.
    return unicodedata.normalize("NFC", cased).encode("utf-8", "ignore")


@cython.cfunc
def _count_ngrams(content: bytes, codes: cython.ulonglong[::1], slots: cython.int[::1]) -> dict[int, int]:
    """Counts how often each n-gram, given by its index in ``codes``, is the longest known one that ends at a byte."""
    counts: dict[int, int] = {}
    letters: cython.p_const_uchar = content
    end: cython.Py_ssize_t
    size: cython.Py_ssize_t
    for end in range(_SHORTEST, len(content) + 1):
        for size in range(min(_LONGEST, end), _SHORTEST - 1, -1):
            place: cython.Py_ssize_t = slots[_slot_of(_code_at(letters, end - size, size), codes, slots)]
            if place >= 0:
                counts[place] = counts.get(place, 0) + 1
                break
    return counts


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _code_at(letters: cython.p_const_uchar, start: cython.Py_ssize_t, size: cython.Py_ssize_t) -> cython.ulonglong:
    """The code of the n-gram at ``start``, as ``ngram_code`` returns it."""
    code: cython.ulonglong = size
    code <<= _SIZE_SHIFT - 8 * size
    place: cython.Py_ssize_t
    for place in range(start, start + size):
        code = code << 8 | letters[place]
    return code


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _slot_of(code: cython.ulonglong, codes: cython.ulonglong[::1], slots: cython.int[::1]) -> cython.Py_ssize_t:
    """The slot with the index of a code, or the empty slot (-1) where it would be."""
    room: cython.Py_ssize_t = len(slots)
    # Uses the upper bits, because the lower ones depend only on the last bytes.
    slot: cython.Py_ssize_t = (code * _MULTIPLIER & _ALL_BITS) >> 32 & (room - 1)
    while slots[slot] >= 0 and codes[slots[slot]] != code:
        slot = (slot + 1) & (room - 1)
    return slot


@cython.cfunc
def _add_weights(counts: dict[int, int], weights: bytes, scores: cython.longlong[::1]) -> cython.void:
    """Adds the weights of each n-gram to the score of each language."""
    numbers: cython.p_const_uchar = weights
    place: cython.Py_ssize_t
    count: cython.Py_ssize_t
    language: cython.Py_ssize_t
    for place, count in counts.items():
        # The tenth "the" says less than the first.
        factor: cython.longlong = int(log1p(count) * _SCALE)
        first: cython.Py_ssize_t = place * len(scores)
        for language in range(len(scores)):
            weight: cython.int = numbers[first + language]
            scores[language] += factor * (weight if weight < 128 else weight - 256)


@functools.cache
def _slots() -> array[int]:
    return _hashed(_model().codes)


def _hashed(codes: cython.ulonglong[::1]) -> array[int]:
    """A hash table of the index of each code. A binary search would miss the cache at every step."""
    room = 1
    while room < _SLOTS_A_CODE * len(codes):
        room *= 2
    found = array("i", [-1]) * room
    slots: cython.int[::1] = found
    place: cython.Py_ssize_t
    for place in range(len(codes)):
        slots[_slot_of(codes[place], codes, slots)] = place
    return found


@functools.cache
def _model() -> LanguageProfiles:
    return LanguageProfiles.from_bytes(pkgutil.get_data("newsloom.text", f"data/{MODEL_NAME}") or b"")
