# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Searches text for many keywords at once and returns the bits assigned to those found.

The keywords are kept as a trie and as an automaton (Aho and Corasick, 1975), so the cost does not grow with their
number. Keywords are in lower case, and the case of texts is ignored. A space at either end of a keyword stands for the
edge of a word.
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
# Characters of keywords are below this, so that one table can have an entry for each.
_MAX_CODE = cython.declare(cython.Py_ssize_t, 0x3000)


def may_be_keyword(word: str) -> bool:
    """Whether ``Keywords`` can look for the word. East Asian characters are beyond its table."""
    return word != "" and ord(max(word)) < _MAX_CODE


@cython.final
@cython.cclass
class Keywords:
    """A set of keywords, each with its bits.

    Raises ``ValueError`` if a keyword is empty or not in lower case, if its bits are 0, or if there are too many.
    """

    # The class of each character, 0 if no keyword has it. ASCII capitals have the class of their lower case.
    _class_of: cython.ushort[::1]
    # The trie: the next node for each node and class, 0 for none; the bits of the keyword that ends at each node.
    _next: cython.ushort[::1]
    _bits: cython.longlong[::1]
    # The same for the automaton, with the bits of all keywords that end at each node.
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
        """The bits of all keywords in the text, including keywords within others.

        The text counts as having a space at either end.
        """
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
        """The bits of the keywords found in each word from left to right, taking the longest at each place.

        Words are separated by white space and by ``separators``. Each counts as having a space at either end.
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
            # Most words have no keyword. The longest ones are searched for only if the automaton found any.
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
        """The next node of the automaton."""
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
    """Strings in lower case to look for in texts, ignoring case as ``re.IGNORECASE`` does.

    In ASCII text, as nearly all names in pages are, they are searched as keywords: an expression takes ten times as
    long.
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
        """Whether the text contains one of the strings."""
        if not text.isascii():
            return self._expression.search(text) is not None
        if self._keywords is None:
            # Built on first use, because most programs need only a few of those defined.
            self._keywords = Keywords(dict.fromkeys(self._strings, 1))
        return bool(self._keywords.bits_in(text))


def _trie(bits: Mapping[str, int], class_of: array[int], classes: int) -> tuple[array[int], array[int]]:
    """The next node for each node and class, and the bits of the keyword that ends at each node."""
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
    """The next state for each node and class, and the bits of all keywords that end at each node.

    A state is the longest prefix of a keyword that the text read so far ends with. If the trie has no next node, the
    automaton continues from the longest shorter such prefix, whose steps are known by then.
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
