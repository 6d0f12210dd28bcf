"""Aligns the words of two pages: finds the positions of corresponding words in two lists of words.

Words are matched by their surroundings: a stretch of landmarks that occurs exactly once in each page. Landmarks are the
separators between words, numbers, and longer words that occur in both pages. The result is a guess; no position of the
first list occurs twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["aligned"]

# Words and separators in a stretch. Of 8, 10, 16 and 24, the last gave the smallest differences between hourly versions
# of a front page.
_STRETCH: Final = 24

# Names that minifiers give to variables are shorter, and may belong to another variable in the next version.
_SHORTEST_LANDMARK: Final = 3

# If two stretches moved by the same distance and are not too far apart, everything between them did too.
_LARGEST_GAP: Final = 2000

_MULTIPLIER: Final = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: Knuth's multiplicative hashing

_Numbers = NDArray[np.int64]
_Hashes = NDArray[np.uint64]


def aligned(old_words: Sequence[bytes], new_words: Sequence[bytes], /) -> Iterator[tuple[int, int]]:
    """Pairs of positions of corresponding words in the two lists, in the order of the first.

    Includes only words that are renamed at least once, and these at every position.
    """
    if min(len(old_words), len(new_words)) < _STRETCH:
        return iter(())
    numbers: dict[bytes, int] = {}
    old = _numbered(old_words, numbers)
    new = _numbered(new_words, numbers)
    shared = set(old_words).intersection(new_words)
    is_word = np.fromiter((not _is_landmark(word, shared) for word in numbers), bool, len(numbers))
    places = _places(_skeleton(old, is_word), _skeleton(new, is_word))
    positions = np.flatnonzero((places >= 0) & is_word[old])
    positions = positions[is_word[new[places[positions]]]]
    before, after = old[positions], new[places[positions]]
    changes = np.zeros(len(numbers), bool)
    changes[before[before != after]] = True
    positions = positions[changes[before]]
    return zip(positions.tolist(), places[positions].tolist(), strict=True)


def _is_landmark(word: bytes, shared: set[bytes]) -> bool:
    if not (word[:1].isalnum() or word[:1] in b"_$"):
        return True
    return word in shared and (len(word) >= _SHORTEST_LANDMARK or word.isdigit())


def _numbered(words: Sequence[bytes], numbers: dict[bytes, int]) -> _Numbers:
    return np.fromiter((numbers.setdefault(word, len(numbers)) for word in words), np.int64, len(words))


def _skeleton(words: _Numbers, is_word: NDArray[np.bool_]) -> _Hashes:
    # All other words count as equal; only landmarks count.
    mixed = np.where(is_word[words], 0, words + 1).astype(np.uint64) * _MULTIPLIER
    return np.asarray(mixed ^ (mixed >> np.uint64(29)))


def _places(old: _Hashes, new: _Hashes) -> _Numbers:
    """The position in the new skeleton for each position of the old one, or -1."""
    old_hashes, old_at = _found_once(_stretches(old))
    new_hashes, new_at = _found_once(_stretches(new))
    _, left, right = np.intersect1d(old_hashes, new_hashes, assume_unique=True, return_indices=True)
    starts, targets = old_at[left], new_at[right]
    order = np.argsort(starts)
    starts, targets = starts[order], targets[order]
    places = np.full(len(old), -1, np.int64)
    for step in range(_STRETCH):
        places[starts + step] = targets + step
    _fill_gaps(places, starts, targets - starts)
    return places


def _stretches(skeleton: _Hashes) -> _Hashes:
    count = len(skeleton) - _STRETCH + 1
    hashes: NDArray[Any] = np.zeros(count, np.uint64)
    for step in range(_STRETCH):
        hashes = hashes * _MULTIPLIER + skeleton[step : step + count]
    return hashes


def _found_once(hashes: _Hashes) -> tuple[_Hashes, _Numbers]:
    order = np.argsort(hashes, kind="stable")
    ranked = hashes[order]
    begins = np.ones(len(ranked) + 1, bool)
    begins[1:-1] = ranked[1:] != ranked[:-1]
    is_single = begins[:-1] & begins[1:]
    return ranked[is_single], order[is_single]


def _fill_gaps(places: _Numbers, starts: _Numbers, moves: _Numbers) -> None:
    gaps = np.diff(starts)
    for at in np.flatnonzero((np.diff(moves) == 0) & (gaps > _STRETCH) & (gaps < _LARGEST_GAP)).tolist():
        places[starts[at] : starts[at + 1]] = np.arange(starts[at], starts[at + 1]) + moves[at]
