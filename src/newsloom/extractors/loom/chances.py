# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The words of a page's lines and the chance of each to be in the story: sums of them, and the lines to keep."""

from __future__ import annotations

from typing import NamedTuple

from newsloom.extractors.loom.page import Array

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.libc.math import pow as power
else:
    from math import pow as power

__all__ = ["WordSums", "likely_lines", "sum_words", "words_in_doubt"]

_HALF = cython.declare(cython.double, 0.5)
_UNSURE_FROM = cython.declare(cython.double, 0.2)
_UNSURE_TO = cython.declare(cython.double, 0.8)


class WordSums(NamedTuple):
    """How many words there are in all, in links, in lines that are likely part of the story, and in unsure ones.

    ``expected`` are those of the likely lines, each by its chance; ``likely_lines`` is how many of these there are.
    """

    all: float
    linked: float
    likely: float
    expected: float
    unsure: float
    likely_lines: int


def sum_words(words: cython.double[::1], link_share: cython.double[::1], chances: cython.double[::1]) -> WordSums:
    """The sums over the lines of a page."""
    total: cython.double = 0
    linked: cython.double = 0
    likely: cython.double = 0
    expected: cython.double = 0
    unsure: cython.double = 0
    count: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t
    for line in range(len(words)):
        total += words[line]
        linked += words[line] * link_share[line]
        if chances[line] >= _HALF:
            likely += words[line]
            expected += chances[line] * words[line]
            count += 1
        if _UNSURE_FROM < chances[line] < _UNSURE_TO:
            unsure += words[line]
    return WordSums(total, linked, likely, expected, unsure, count)


def words_in_doubt(words: cython.double[::1], chances: cython.double[::1]) -> tuple[float, float]:
    """How many words are expected to be judged wrongly, and how many are in lines that are likely part of the story."""
    doubt: cython.double = 0
    likely: cython.double = 0
    line: cython.Py_ssize_t
    for line in range(len(words)):
        doubt += words[line] * min(chances[line], 1 - chances[line])
        if chances[line] >= _HALF:
            likely += words[line]
    return doubt, likely


def likely_lines(words: Array, chances: Array, *, sharpness: float, least_chance: float) -> list[int]:
    """The lines that make the expected word F1 highest, with chances raised to a power; none below the least chance."""
    chance_of: cython.double[::1] = chances
    least: cython.double = max(_best_threshold(words, chances, sharpness), least_chance)
    return [line for line in range(len(chance_of)) if chance_of[line] >= least]


@cython.cfunc
def _best_threshold(words: Array, chances: Array, sharpness: cython.double) -> cython.double:
    words_of: cython.double[::1] = words
    chance_of: cython.double[::1] = chances
    order: list[int] = sorted(range(len(chances)), key=chances.__getitem__, reverse=True)
    total: cython.double = 0
    size: cython.double = 0
    expected: cython.double = 0
    most: cython.double = -1
    best: cython.double = 0
    line: cython.Py_ssize_t
    for line in order:
        total += power(chance_of[line], sharpness) * words_of[line]
    for line in order:
        size += words_of[line]
        expected += power(chance_of[line], sharpness) * words_of[line]
        score: cython.double = 2 * expected / (size + total + 1e-9)
        if score > most:
            most, best = score, chance_of[line]
    return best
