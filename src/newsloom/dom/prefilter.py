# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A fast first pass of a search in a tree, which returns the few nodes that need a closer look.

A search for a byline or a date among thousands of elements gives the tags, and conditions on attributes and short
texts. More nodes may pass than are wanted, never fewer.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from newsloom.dom.tree import Tree, Values
from newsloom.text.keywords import Keywords
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["Prefilter", "Rule", "beginning_with", "candidate_nodes", "long_texts", "tagged"]


@cython.final
@cython.cclass
class Rule:
    """A condition on an attribute: it is not empty and, if ``words`` are given, contains one of them.

    Words are in lower case; a space stands for either end of the value. Values that are not ASCII pass.
    """

    _attribute: str
    _keywords: Keywords | None

    def __init__(self, attribute: str, *words: str) -> None:
        self._attribute = attribute
        self._keywords = Keywords(dict.fromkeys(words, 1)) if words else None

    @cython.cfunc
    def values_in(self, tree: Tree) -> Values:
        return tree.values(self._attribute)

    @cython.cfunc
    def is_passed_by(self, value: str) -> cython.bint:
        if not value or self._keywords is None:
            return bool(value)
        return not value.isascii() or self._keywords.bits_in(value) != 0


class Prefilter(NamedTuple):
    """The conditions of a search.

    ``tags`` are the tags to search; the elements of those mapped to True all pass. Of the ``near`` elements after each
    of these, those pass whose own text is not blank and has at most ``max_near`` characters. Other elements pass if
    they satisfy one of the rules, or if the text within or after them has at most ``max_dated`` characters and four
    digits, as in a year. At most ``most`` elements are examined.
    """

    tags: dict[str, bool]
    most: int
    rules: tuple[Rule, ...] = ()
    max_dated: int = 0
    near: int = 0
    max_near: int = 0


def candidate_nodes(tree: Tree, prefilter: Prefilter) -> list[tuple[int, int]]:
    """The nodes that pass, in the order of the page, each after its index among the elements of the tags searched."""
    return _Search(tree, prefilter).passing(prefilter.most)


def tagged(tree: Tree, *names: str, within: int = 0, most: int = -1) -> list[int]:
    """The nodes with one of these tags among ``within`` and its descendants, in the order of the page.

    At most ``most`` nodes are returned, or all if it is below 0.
    """
    found: list[int] = []
    known: list[str] = tree.names
    is_asked: cython.uchar[::1] = bytearray(len(known))
    count: cython.Py_ssize_t = 0
    number: cython.Py_ssize_t
    for number in range(len(known)):
        if known[number] in names:
            is_asked[number] = 1
            count += 1
    # Many pages have none of these tags.
    if count == 0 or most == 0:
        return found
    tags: cython.int[::1] = tree.tags
    left: cython.Py_ssize_t = most
    node: cython.Py_ssize_t
    for node in range(within, tree.ends[within]):
        if is_asked[tags[node]]:
            found.append(node)
            left -= 1
            if left == 0:
                break
    return found


def beginning_with(tree: Tree, nodes: list[int], words: set[str], longest: cython.Py_ssize_t) -> list[int]:
    """The nodes whose own text has at most ``longest`` characters and may, in lower case, begin with one of the words.

    Text that is not ASCII may always do so, unless it is blank.
    """
    starts: cython.int[::1] = tree.text_starts
    ends: cython.int[::1] = tree.text_ends
    text: str = tree.text
    found: list[int] = []
    node: cython.Py_ssize_t
    for node in nodes:
        if ends[node] - starts[node] <= longest and _begins(text, starts[node], ends[node], words):
            found.append(node)  # noqa: PERF401 - a comprehension's variable has no type
    return found


@cython.cfunc
def _begins(text: str, start: cython.Py_ssize_t, end: cython.Py_ssize_t, words: set[str]) -> cython.bint:
    first: cython.Py_ssize_t = start
    while first < end and text[first] <= "\x7f" and not _is_of_word(text[first]):
        first += 1
    behind: cython.Py_ssize_t = first
    while behind < end and _is_of_word(text[behind]):
        behind += 1
    if first < behind and text[first:behind].lower() in words:
        return True
    return behind < end and not text[behind:end].isascii() and not text[start:end].isspace()


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_of_word(sign: cython.Py_UCS4) -> cython.bint:
    """Whether the character is an ASCII letter, digit or underscore."""
    return "a" <= sign <= "z" or "A" <= sign <= "Z" or "0" <= sign <= "9" or sign == "_"


def long_texts(tree: Tree, unread: frozenset[str], shortest: cython.Py_ssize_t, most: cython.Py_ssize_t) -> list[str]:
    """The texts between two tags that have at least ``shortest`` characters, in and after the first ``most`` elements.

    Text directly within an ``unread`` tag is left out.
    """
    found: list[str] = []
    text: str = tree.text
    is_unread: cython.uchar[::1] = bytearray(name in unread for name in tree.names)
    tags: cython.int[::1] = tree.tags
    starts: cython.int[::1] = tree.text_starts
    ends: cython.int[::1] = tree.text_ends
    tail_starts: cython.int[::1] = tree.tail_starts
    tail_ends: cython.int[::1] = tree.tail_ends
    left: cython.Py_ssize_t = most
    node: cython.Py_ssize_t
    for node in range(len(tags)):
        # Comments are not counted as elements.
        if tags[node] == 0:
            continue
        if left == 0:
            break
        left -= 1
        if ends[node] - starts[node] >= shortest and not is_unread[tags[node]]:
            found.append(text[starts[node] : ends[node]])
        if tail_ends[node] - tail_starts[node] >= shortest:
            found.append(text[tail_starts[node] : tail_ends[node]])
    return found


# A tag is not searched (0), searched, or has only elements that pass.
_ASKED = cython.declare(cython.int, 1)
_ALWAYS = cython.declare(cython.int, 2)
_DIGITS_OF_YEAR = cython.declare(cython.Py_ssize_t, 4)
# Verdicts on the value of an attribute.
_UNKNOWN = cython.declare(cython.int, 0)
_PASSES = cython.declare(cython.int, 1)
_FAILS = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class _Search:
    _text: str
    _tags: cython.int[::1]
    _text_starts: cython.int[::1]
    _text_ends: cython.int[::1]
    _tail_starts: cython.int[::1]
    _tail_ends: cython.int[::1]
    _by_tag: cython.int[::1]
    _columns: list[_Column]
    _max_dated: cython.Py_ssize_t
    _near: cython.Py_ssize_t
    _max_near: cython.Py_ssize_t

    def __init__(self, tree: Tree, prefilter: Prefilter) -> None:
        asked = {tag: _ALWAYS if is_always else _ASKED for tag, is_always in prefilter.tags.items()}
        self._text = tree.text
        self._tags = tree.tags
        self._text_starts, self._text_ends = tree.text_starts, tree.text_ends
        self._tail_starts, self._tail_ends = tree.tail_starts, tree.tail_ends
        self._by_tag = array("i", [asked.get(name, 0) for name in tree.names])
        self._columns = [_Column(tree, rule) for rule in prefilter.rules]
        self._max_dated, self._near, self._max_near = prefilter.max_dated, prefilter.near, prefilter.max_near

    def passing(self, most: cython.Py_ssize_t) -> list[tuple[int, int]]:
        """The nodes that pass, each after its index."""
        found: list[tuple[int, int]] = []
        nodes: cython.int[::1] = self._asked(most)
        fits: cython.uchar[::1] = bytearray(len(nodes))
        column: _Column
        for column in self._columns:
            column.mark(nodes, fits)
        number: cython.Py_ssize_t
        left: cython.Py_ssize_t = 0
        for number in range(len(nodes)):
            node: cython.Py_ssize_t = nodes[number]
            is_always: cython.bint = self._by_tag[self._tags[node]] == _ALWAYS
            if (
                is_always
                or fits[number]
                or (left > 0 and self._is_short(self._text_starts[node], self._text_ends[node]))
                or (self._max_dated > 0 and self._is_by_date(node))
            ):
                found.append((number, node))
            left = self._near if is_always else left - 1
        return found

    @cython.cfunc
    def _asked(self, most: cython.Py_ssize_t) -> array[int]:
        """The nodes to examine."""
        found = zeros("i", min(most, len(self._tags)))
        nodes: cython.int[::1] = found
        count: cython.Py_ssize_t = 0
        node: cython.Py_ssize_t
        for node in range(len(self._tags)):
            if count == len(nodes):
                break
            if self._by_tag[self._tags[node]]:
                nodes[count] = node
                count += 1
        return found[:count]

    @cython.cfunc
    def _is_by_date(self, node: cython.Py_ssize_t) -> cython.bint:
        return self._is_dated(self._text_starts[node], self._text_ends[node]) or self._is_dated(
            self._tail_starts[node], self._tail_ends[node]
        )

    @cython.cfunc
    def _is_dated(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        if end - start > self._max_dated:
            return False
        digits: cython.Py_ssize_t = 0
        sign: cython.Py_UCS4
        while start < end:
            sign = self._text[start]
            if "0" <= sign <= "9" or (sign > "~" and sign.isdecimal()):
                digits += 1
                if digits == _DIGITS_OF_YEAR:
                    return True
            start += 1
        return False

    @cython.cfunc
    def _is_short(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Whether this part of the text is short and not blank."""
        if end - start > self._max_near:
            return False
        while start < end and self._text[start].isspace():
            start += 1
        return start < end


@cython.final
@cython.cclass
class _Column:
    """One attribute of all nodes and its rule, which is applied once to each distinct value."""

    _strings: list[str]
    _codes: cython.int[::1]
    _verdicts: cython.int[::1]
    _rule: Rule

    def __init__(self, tree: Tree, rule: Rule) -> None:
        self._strings, self._codes = rule.values_in(tree)
        self._verdicts = zeros("i", len(self._strings))
        self._rule = rule

    @cython.ccall
    def mark(self, nodes: cython.int[::1], fits: cython.uchar[::1]) -> None:
        """Sets the flag of each node whose value passes; other flags are left as they are."""
        number: cython.Py_ssize_t
        for number in range(len(nodes)):
            code: cython.Py_ssize_t = self._codes[nodes[number]]
            if code < 0:
                continue
            if self._verdicts[code] == _UNKNOWN:
                self._verdicts[code] = _PASSES if self._rule.is_passed_by(self._strings[code]) else _FAILS
            if self._verdicts[code] == _PASSES:
                fits[number] = 1
