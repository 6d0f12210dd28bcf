# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The lines of a page as columns: how long each is, how much of it is linked and how much is prose.

An outline goes in, or what was measured of its lines already. Nothing here looks at the boxes around a line.
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
"""From here on a line counts as prose; one without a full stop counts less."""

_PROSE_WORDS = cython.declare(cython.double, PROSE_WORDS)
_PROSE_LINK_SHARE = cython.declare(cython.double, 0.4)
_UNCLOSED = cython.declare(cython.double, 0.4)


class LineFacts(NamedTuple):
    """The lines: the box of each, its words, how many of them are linked, and how many are prose."""

    box: array[int]
    words: array[float]
    linked: array[float]
    prose: array[float]

    @classmethod
    def of(cls, outline: Outline) -> LineFacts:
        """The lines of a page, each by itself."""
        texts, unlinked, boxes = outline.columns
        words, _, is_closed = sizes_of(texts)
        link_share = link_shares(texts, unlinked)
        prose = prose_words(words, link_share, is_closed)
        return cls(boxes, words, array("d", map(mul, words, link_share)), prose)


def link_shares(texts: list[str], unlinked: list[str]) -> array[float]:
    """How much of each line is linked; ``unlinked`` is what is left of it without its links."""
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
    """How many words of each line are prose."""
    found = zeros("d", len(words))
    prose: cython.double[::1] = found
    line: cython.Py_ssize_t
    for line in range(len(words)):
        if words[line] >= _PROSE_WORDS and link_share[line] < _PROSE_LINK_SHARE:
            prose[line] = words[line] if is_closed[line] > 0 else words[line] * _UNCLOSED
    return found
