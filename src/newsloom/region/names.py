# cython: boundscheck=False, wraparound=False
"""What the class names and ids of a box say of it: names in, the log odds that it is furniture out.

A name is cut into parts ("article-relatedLinks": article, related, links and the pairs of neighbours), and the parts
have weights, learned from labelled pages and from what people wrote about sites (``training/names.py``,
``data/name_odds.txt``). A box of which nothing is known has odds of zero.
"""

from __future__ import annotations

import functools
import pkgutil
from typing import Final

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["NameOdds", "learned_odds", "name_parts"]

# Longer are only lists of styles, of which the first are as telling as the rest.
_MAX_NAME: Final = 200
_MAX_WORDS = cython.declare(cython.Py_ssize_t, 6)
_LEAST_LETTERS = cython.declare(cython.Py_ssize_t, 2)
# What readers write is furniture however much of the page it is.
_READERS: Final = ("comment", "disqus", "kommentar", "yorum", "reply", "replies", "responses")
# Pages repeat the same names. Bounded, for pages choose the keys.
_MAX_KNOWN: Final = 5_000


class NameOdds:
    """Weights of the parts of names; ``of`` is what the names of a box add up to."""

    def __init__(self, weights: dict[str, float]) -> None:
        self._weights = weights
        self.of = functools.lru_cache(maxsize=_MAX_KNOWN)(self._of)
        # Boxes are called by new sets of names again and again, most of which were seen before.
        self._read = functools.lru_cache(maxsize=_MAX_KNOWN)(self._weighed_parts)

    def _of(self, names: str) -> tuple[float, bool]:
        """The log odds that a box with these classes and ids is furniture, and whether they speak of comments.

        Below zero the box holds the story.
        """
        # A part counts once, however often it comes.
        known: dict[str, float] = {}
        is_of_readers = False
        for name in names[:_MAX_NAME].split():
            weighed, speaks_of_readers = self._read(name)
            known.update(weighed)
            is_of_readers = is_of_readers or speaks_of_readers
        return sum(known.values()), is_of_readers

    def _weighed_parts(self, name: str) -> tuple[dict[str, float], bool]:
        """The parts of a name that have a weight, and whether one speaks of comments."""
        return _weighed_parts(name, self._weights)


@cython.cfunc
def _weighed_parts(name: str, weights: dict[str, float]) -> tuple[dict[str, float], bool]:
    weighed: dict[str, float] = {}
    is_of_readers = False
    part: str
    for part in _parts_of(name):
        if part in weights:
            weighed[part] = weights[part]
        is_of_readers = is_of_readers or part.startswith(_READERS)
    return weighed, is_of_readers


@functools.cache
def learned_odds() -> NameOdds:
    """The weights that were learned from all sites at hand."""
    content = pkgutil.get_data(__package__, "data/name_odds.txt") or b""
    rows = (line.split() for line in content.decode().splitlines() if not line.startswith("#"))
    return NameOdds({part: float(weight) for part, weight in rows})


def name_parts(names: str) -> tuple[str, ...]:
    """The words of the names, and the pairs of words that stand side by side in one; each once."""
    return tuple(dict.fromkeys(part for name in names[:_MAX_NAME].split() for part in _parts_of(name)))


@cython.cfunc
def _parts_of(name: str) -> list[str]:
    """The words of a name, in lower case, and the pairs of neighbours."""
    parts: list[str] = _words_of(name)
    size: cython.Py_ssize_t = len(parts)
    place: cython.Py_ssize_t
    for place in range(1, size):
        parts.append(f"{parts[place - 1]}-{parts[place]}")
    return parts


@cython.cfunc
def _words_of(name: str) -> list[str]:
    """The words of "relatedLinks", "RELATED_links" and "related-links"."""
    words: list[str] = []
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    while start < len(name) and len(words) < _MAX_WORDS:
        end = _behind_word(name, start)
        if end - start >= _LEAST_LETTERS:
            words.append(name[start:end].lower())
        start = max(end, start + 1)
    return words


@cython.cfunc
@cython.exceptval(check=False)
def _behind_word(name: str, start: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The end of a word that begins there, or the start where none does: small letters after a capital, or capitals."""
    end: cython.Py_ssize_t = start
    while end < len(name) and "A" <= name[end] <= "Z":
        end += 1
    if end == len(name) or not _is_small(name[end]):
        return end
    if end - start > 1:
        # The last capital begins the next word.
        return end - 1
    while end < len(name) and _is_small(name[end]):
        end += 1
    return end


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_small(sign: cython.Py_UCS4) -> cython.bint:
    """Whether it is a letter of any script other than a Latin capital."""
    return "a" <= sign <= "z" or (not "A" <= sign <= "Z" and sign.isalnum() and not sign.isdecimal())
