# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Sums the words of a page's lines by the chance of each line to be in the story, and chooses the lines to keep."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.libc.math import exp
    from cython.cimports.libc.math import pow as power
else:
    from math import exp
    from math import pow as power

__all__ = ["WordSums", "likely_lines", "lines_from", "sum_words", "with_log_odds", "words_in_doubt"]

_HALF = cython.declare(cython.double, 0.5)
_UNSURE_FROM = cython.declare(cython.double, 0.2)
_UNSURE_TO = cython.declare(cython.double, 0.8)


class WordSums(NamedTuple):
    """Numbers of words: in all, in links, in lines that are likely part of the story, and in unsure lines.

    ``expected`` is the words of the likely lines weighted by chance, ``likely_lines`` the number of these lines.
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
    """How many words are expected to be judged wrongly, and how many are in lines likely to be part of the story."""
    doubt: cython.double = 0
    likely: cython.double = 0
    line: cython.Py_ssize_t
    for line in range(len(words)):
        doubt += words[line] * min(chances[line], 1 - chances[line])
        if chances[line] >= _HALF:
            likely += words[line]
    return doubt, likely


def lines_from(chances: cython.double[::1], least: cython.double) -> list[int]:
    """The lines with at least this chance."""
    return [line for line in range(len(chances)) if chances[line] >= least]


def with_log_odds(
    chances: array[float], lines: list[int], odds: cython.float[:, ::1], more: cython.double[::1]
) -> array[float]:
    """The chances, with those of ``lines`` replaced: their log odds are the first row of ``odds`` plus ``more``."""
    found = array("d", chances)
    changed: cython.double[::1] = found
    place: cython.Py_ssize_t
    line: cython.Py_ssize_t
    for place, line in enumerate(lines):
        changed[line] = 1 / (1 + exp(-(odds[0, place] + more[place])))
    return found


def likely_lines(
    words: cython.double[::1], chances: cython.double[::1], *, sharpness: float, least_chance: float
) -> list[int]:
    """The lines that maximise expected word F1, with chances raised to a power; none is below the least chance."""
    least: cython.double = least_chance
    expected: cython.double[::1] = zeros("d", len(chances))
    total: cython.double = 0
    line: cython.Py_ssize_t
    for line in range(len(chances)):
        expected[line] = power(chances[line], sharpness)
        total += expected[line] * words[line]
    score: cython.double = _highest_score(words, expected, total)
    return [line for line in range(len(chances)) if 2 * expected[line] > score and chances[line] >= least]


@cython.cfunc
def _highest_score(words: cython.double[::1], expected: cython.double[::1], total: cython.double) -> cython.double:
    """The highest expected F1 of any choice of lines, if ``total`` words are expected to be in the story.

    A line raises F1 if twice its expected value is more than F1. Lines that do not are left out until all do
    (Dinkelbach, 1967).
    """
    highest: cython.double = 0
    score: cython.double = 0
    line: cython.Py_ssize_t
    while True:
        found: cython.double = 0
        size: cython.double = 0
        for line in range(len(words)):
            if 2 * expected[line] > highest:
                found += expected[line] * words[line]
                size += words[line]
        score = 2 * found / (size + total + 1e-9)
        if score <= highest:
            return highest
        highest = score
