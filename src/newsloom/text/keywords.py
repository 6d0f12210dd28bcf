# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Search for many keywords at once: keywords with their bits, and texts, in; the bits of those found out.

The keywords are kept as a trie and as an automaton (Aho and Corasick, 1975), so the cost does not grow with their
number. Keywords are in lower case, and texts are compared as if they were. A keyword may begin or end with a space to
stand for the edge of a word.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

from newsloom.text.patterns import pattern
from newsloom.zeros import zeros

__all__ = ["Keywords", "Substrings", "may_be_keyword"]

_MAX_NODES = 65_535
# No keyword has a character beyond: one table has a place for each of those before.
_MAX_CODE = cython.declare(cython.Py_ssize_t, 0x3000)


def may_be_keyword(word: str) -> bool:
    """Whether ``Keywords`` can look for it: signs of East Asia are beyond its table."""
    return word != "" and ord(max(word)) < _MAX_CODE


@cython.final
@cython.cclass
class Keywords:
    """A set of keywords, each with the bits it stands for.

    Raises ``ValueError`` for an empty keyword, one not in lower case or bits that are 0, and where there are too many.
    """

    # By character its class, 0 for those of no keyword; capitals of ASCII have that of their small letter.
    _class_of: cython.ushort[::1]
    # By node and class the next node of the trie, 0 for none; by node the bits of the keyword that ends there.
    _next: cython.ushort[::1]
    _bits: cython.longlong[::1]
    # The same of the automaton, with the bits of all keywords that end there.
    _steps: cython.ushort[::1]
    _all_bits: cython.longlong[::1]
    _classes: cython.Py_ssize_t

    def __init__(self, bits: Mapping[str, int]) -> None:
        if not all(word and value and word == word.lower() for word, value in bits.items()):
            raise ValueError("each keyword must have characters, in lower case, and bits")
        characters = sorted({ord(character) for word in bits for character in word})
        if sum(map(len, bits)) >= _MAX_NODES or max(characters, default=0) >= _MAX_CODE:
            raise ValueError("too many keywords, or a character that is not looked for")
        class_of = array("H", bytes(2 * _MAX_CODE))
        for number, code in enumerate(characters, start=1):
            class_of[code] = number
        for code in range(ord("a"), ord("z") + 1):
            class_of[code - 32] = class_of[code]
        self._class_of = class_of
        self._classes = len(characters) + 1
        self._next, self._bits = _trie(bits, class_of, self._classes)
        self._steps, self._all_bits = _automaton(self._next, self._bits, self._classes)

    @cython.ccall
    def bits_in(self, text: str) -> cython.longlong:
        """The bits of all keywords in the text, also of those within others; a space stands before it and behind."""
        found: cython.longlong = 0
        space: cython.Py_ssize_t = self._class_of[32]
        node: cython.Py_ssize_t = self._steps[space]
        sign: cython.Py_UCS4
        found |= self._all_bits[node]
        for sign in text if text.isascii() else text.lower():
            node = self._step(node, sign)
            found |= self._all_bits[node]
        found |= self._all_bits[self._steps[node * self._classes + space]]
        return found

    def bits_in_words(self, text: str, separators: str) -> int:
        """The bits of the keywords in each word by itself, from left to right, the longest of those that begin alike.

        Words are parted by white space and by ``separators``; each counts as standing between two spaces.
        """
        text = text if text.isascii() else text.lower()
        found: cython.longlong = 0
        size: cython.Py_ssize_t = len(text)
        space: cython.Py_ssize_t = self._class_of[32]
        start: cython.Py_ssize_t = 0
        node: cython.Py_ssize_t = self._steps[space]
        any_bits: cython.longlong = 0
        end: cython.Py_ssize_t
        sign: cython.Py_UCS4
        for end in range(size + 1):
            if end < size:
                sign = text[end]
                if "a" <= sign <= "z" or not (sign in separators or sign.isspace()):
                    node = self._step(node, sign)
                    any_bits |= self._all_bits[node]
                    continue
            # Most words have no keyword: only where the automaton met one it is asked which are the longest.
            if start < end and any_bits | self._all_bits[self._steps[node * self._classes + space]]:
                found |= self._bits_in_word(text, start, end)
            start = end + 1
            node = self._steps[space]
            any_bits = 0
        return int(found)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _step(self, node: cython.Py_ssize_t, sign: cython.Py_UCS4) -> cython.Py_ssize_t:
        """The automaton's next node."""
        code: cython.Py_ssize_t = ord(sign)
        return self._steps[node * self._classes + self._class_of[code]] if code < _MAX_CODE else 0

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


@cython.final
@cython.cclass
class Substrings:
    """Strings in lower case, one of which may be in a text, as ``re.IGNORECASE`` would find it there.

    In ASCII, as nearly all names in pages are, they are looked for as keywords: an expression takes ten times as long.
    """

    _strings: tuple[str, ...]
    _expression: re.Pattern[str]
    _keywords: Keywords | None

    def __init__(self, *strings: str) -> None:
        self._strings = strings
        self._expression = pattern("|".join(map(re.escape, strings)), re.IGNORECASE)
        self._keywords = None

    @cython.ccall
    def is_any_in(self, text: str) -> cython.bint:
        """Whether the text has one of them."""
        if not text.isascii():
            return self._expression.search(text) is not None
        if self._keywords is None:
            # Not before: most programs need few of those that are defined.
            self._keywords = Keywords(dict.fromkeys(self._strings, 1))
        return bool(self._keywords.bits_in(text))


def _trie(bits: Mapping[str, int], class_of: array[int], classes: int) -> tuple[array[int], array[int]]:
    """By node and class the next node; by node the bits of the keyword that ends there."""
    nodes = 1 + sum(map(len, bits))
    following = array("H", bytes(2 * nodes * classes))
    ending = zeros("q", nodes)
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


def _automaton(following: array[int], ending: array[int], classes: int) -> tuple[array[int], array[int]]:
    """By node and class the node of the longest beginning of a keyword that the text then ends with; by node the bits.

    Where the trie does not go on, the automaton goes on from the longest shorter ending, which was seen before.
    """
    tree: cython.ushort[::1] = following
    steps_found, bits_found = array("H", following), array("q", ending)
    steps: cython.ushort[::1] = steps_found
    bits: cython.longlong[::1] = bits_found
    shorter: cython.ushort[::1] = array("H", bytes(2 * len(ending)))
    waiting: list[int] = [0]
    width: cython.Py_ssize_t = classes
    sign: cython.Py_ssize_t
    node: cython.Py_ssize_t
    inner: cython.Py_ssize_t
    for node in waiting:
        for sign in range(width):
            inner = tree[node * width + sign]
            if inner == 0:
                steps[node * width + sign] = steps[shorter[node] * width + sign]
                continue
            shorter[inner] = steps[shorter[node] * width + sign] if node else 0
            bits[inner] |= bits[shorter[inner]]
            waiting.append(inner)
    return steps_found, bits_found
