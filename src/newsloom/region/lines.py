# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Measures the lines of a page: how long each is, how much of it is linked and how much is prose.

The boxes around a line are not considered.
"""

from __future__ import annotations

from array import array
from operator import mul
from typing import Final, NamedTuple

from newsloom.dom.outline import Outline
from newsloom.text.size import sizes_of
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["PROSE_WORDS", "LineFacts", "link_shares", "prose_words"]

PROSE_WORDS: Final = 8
"""A line with at least this many words counts as prose; one without a full stop counts less."""

_PROSE_WORDS = cython.declare(cython.double, PROSE_WORDS)
_PROSE_LINK_SHARE = cython.declare(cython.double, 0.4)
_UNCLOSED = cython.declare(cython.double, 0.4)


class LineFacts(NamedTuple):
    """The lines of a page: the box of each, its words, and how many of these are linked and count as prose."""

    box: array[int]
    words: array[float]
    linked: array[float]
    prose: array[float]

    @classmethod
    def of(cls, outline: Outline) -> LineFacts:
        """The facts about all lines of an outline."""
        texts, unlinked, boxes = outline.columns
        words, _, is_closed = sizes_of(texts)
        link_share = link_shares(texts, unlinked)
        prose = prose_words(words, link_share, is_closed)
        return cls(boxes, words, array("d", map(mul, words, link_share)), prose)


def link_shares(texts: list[str], unlinked: list[str]) -> array[float]:
    """The share of each line that is linked. ``unlinked`` are the lines without their links."""
    found = zeros("d", len(texts))
    link_share: cython.double[::1] = found
    line: cython.Py_ssize_t
    text: str
    own: str
    for line in range(len(texts)):
        text = texts[line]
        own = unlinked[line]
        if own is not text:
            link_share[line] = min(max(1 - len(own) / len(text), 0.0), 1.0)
    return found


def prose_words(
    words: cython.double[::1], link_share: cython.double[::1], is_closed: cython.double[::1]
) -> array[float]:
    """The words of each line that count as prose."""
    found = zeros("d", len(words))
    prose: cython.double[::1] = found
    line: cython.Py_ssize_t
    for line in range(len(words)):
        if words[line] >= _PROSE_WORDS and link_share[line] < _PROSE_LINK_SHARE:
            prose[line] = words[line] if is_closed[line] > 0 else words[line] * _UNCLOSED
    return found
