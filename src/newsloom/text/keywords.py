# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Many keywords looked for in a text at once: keywords with their bits, and texts, in; the bits of those found out.

The keywords are kept as a trie, so the cost does not grow with their number. A keyword may begin or end with a space to
stand for the edge of a word. Texts are compared as they are: lower them first where the keywords are in lower case.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["Keywords"]

_MAX_NODES = 65_535
# No keyword has a character beyond: one table has a place for each of those before.
_MAX_CODE = cython.declare(cython.Py_ssize_t, 0x3000)


@cython.final
@cython.cclass
class Keywords:
    """A set of keywords, each with the bits it stands for.

    Raises ``ValueError`` for an empty keyword or bits that are 0, and where there are too many keywords.
    """

    # By character its class, 0 for those of no keyword. By node and class the next node, 0 for none.
    _class_of: cython.ushort[::1]
    _next: cython.ushort[::1]
    _bits: cython.longlong[::1]
    _classes: cython.Py_ssize_t

    def __init__(self, bits: Mapping[str, int]) -> None:
        if not all(word and value for word, value in bits.items()):
            raise ValueError("each keyword must have characters and bits")
        characters = sorted({ord(character) for word in bits for character in word})
        if sum(map(len, bits)) >= _MAX_NODES or max(characters, default=0) >= _MAX_CODE:
            raise ValueError("too many keywords, or a character that is not looked for")
        class_of = array("H", bytes(2 * _MAX_CODE))
        for number, code in enumerate(characters, start=1):
            class_of[code] = number
        self._class_of = class_of
        self._classes = len(characters) + 1
        self._next, self._bits = _trie(bits, class_of, len(characters) + 1)

    def bits_in(self, text: str) -> int:
        """The bits of all keywords in the text, also of those within others."""
        found: cython.longlong = 0
        size: cython.Py_ssize_t = len(text)
        start: cython.Py_ssize_t
        at: cython.Py_ssize_t
        node: cython.Py_ssize_t
        code: cython.Py_ssize_t
        for start in range(size):
            node = 0
            for at in range(start, size):
                code = ord(text[at])
                node = self._next[node * self._classes + self._class_of[code]] if code < _MAX_CODE else 0
                if node == 0:
                    break
                found |= self._bits[node]
        return int(found)

    def bits_in_words(self, text: str, separators: str) -> int:
        """The bits of the keywords in each word by itself, from left to right, the longest of those that begin alike.

        Words are parted by white space and by ``separators``; each counts as standing between two spaces.
        """
        found: cython.longlong = 0
        size: cython.Py_ssize_t = len(text)
        start: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t
        sign: cython.Py_UCS4
        for end in range(size + 1):
            if end < size:
                sign = text[end]
                if "a" <= sign <= "z" or not (sign in separators or sign.isspace()):
                    continue
            if start < end:
                found |= self._bits_in_word(text, start, end)
            start = end + 1
        return int(found)

    @cython.cfunc
    def _bits_in_word(self, text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.longlong:
        found: cython.longlong = 0
        longest: cython.longlong
        place: cython.Py_ssize_t = start - 1
        at: cython.Py_ssize_t
        behind: cython.Py_ssize_t
        node: cython.Py_ssize_t
        code: cython.Py_ssize_t
        while place <= end:
            longest = 0
            node = 0
            behind = place + 1
            for at in range(place, end + 1):
                code = ord(text[at]) if start <= at < end else 32
                node = self._next[node * self._classes + self._class_of[code]] if code < _MAX_CODE else 0
                if node == 0:
                    break
                if self._bits[node]:
                    longest = self._bits[node]
                    behind = at + 1
            found |= longest
            place = behind
        return found


def _trie(bits: Mapping[str, int], class_of: array[int], classes: int) -> tuple[array[int], array[int]]:
    """By node and class the next node; by node the bits of the keyword that ends there."""
    nodes = 1 + sum(map(len, bits))
    following = array("H", bytes(2 * nodes * classes))
    ending = array("q", bytes(8 * nodes))
    last = 0
    for word, value in bits.items():
        node = 0
        for character in word:
            edge = node * classes + class_of[ord(character)]
            if not following[edge]:
                last += 1
                following[edge] = last
            node = following[edge]
        ending[node] |= value
    return following, ending
