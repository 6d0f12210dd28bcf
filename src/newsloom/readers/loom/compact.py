# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""A page's tree without its empty elements, in arrays, so that questions about elements and text are arithmetic.

Numbers the elements of a Document's tree in page order: the content of an element is then a range of elements, and its
text a range of the page's text nodes. Nothing is decided here.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from lxml import etree

from newsloom.dom.tree import HIDDEN_TAGS, Tree, Values
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["CompactTree", "count_before", "is_inside", "one_line"]

# White space in the code may make a text this many times longer before it is read node by node instead.
_MAX_BLANKS: cython.Py_ssize_t = 4


class CompactTree:
    """The elements by number, and the text nodes that are not blank.

    Elements without text and children have no number unless their tag is wanted. Element ``n`` contains the elements
    from ``n + 1`` up to, not including, ``ends[n]`` and the text nodes from ``first_texts[n]`` up to, not including,
    ``last_texts[n]``; ``parents[n]`` is its parent, ``nodes[n]`` its number in the Document's tree.

    Text node ``t`` is in element ``containers[t]``, and ``offsets[t]`` characters come before it; in the Document's
    text it is the range from ``starts[t]`` to ``stops[t]``. Three in four text nodes are blank: where ``spaces[t]`` is
    1, a space before text node ``t`` stands for them. ``gaps[t]`` counts the unread texts before it, such as those of
    ``<noscript>``. ``by_tag`` has the elements of the wanted tags.
    """

    __slots__ = (
        "by_tag",
        "containers",
        "ends",
        "first_texts",
        "gaps",
        "last_texts",
        "nodes",
        "offsets",
        "parents",
        "source",
        "spaces",
        "starts",
        "stops",
        "tags",
    )

    def __init__(self, source: Tree | None, wanted: Iterable[str]) -> None:
        self.source = source
        self.tags: list[str] = []
        self.by_tag: dict[str, list[int]] = {tag: [] for tag in wanted}
        self.nodes, self.parents, self.ends = array("i"), array("i"), array("i")
        self.first_texts, self.last_texts = array("i"), array("i")
        self.containers, self.offsets = array("i"), array("i", [0])
        self.starts, self.stops, self.spaces, self.gaps = array("i"), array("i"), array("i"), array("i")
        if source is not None:
            _number_elements(self, source)

    def attribute(self, element: int, name: str) -> str | None:
        """An attribute of an element, or None."""
        return self.source.get(self.nodes[element], name) if self.source is not None else None

    def values_at(self, elements: Sequence[int], name: str) -> Values:
        """An attribute of each of the elements, in their order."""
        nodes = self.nodes
        return (
            self.source.values_at([nodes[element] for element in elements], name)
            if self.source is not None
            else Values([], array("i", [-1]) * len(elements))
        )

    def node(self, element: int) -> etree._Element:
        """The lxml element."""
        if self.source is None:
            raise IndexError(element)
        return self.source.element(self.nodes[element])

    def tagged(self, tags: Iterable[str]) -> list[int]:
        """The elements with one of the tags, in page order; all tags must be wanted ones."""
        return sorted([number for tag in tags for number in self.by_tag[tag]])

    def size(self, element: int) -> int:
        """The number of characters in an element."""
        return self.offsets[self.last_texts[element]] - self.offsets[self.first_texts[element]]

    def text_node(self, number: int) -> str:
        """A text node as written, after a space if there are blank ones before it."""
        text = self.source.text[self.starts[number] : self.stops[number]] if self.source is not None else ""
        return f" {text}" if self.spaces[number] else text

    def text(self, element: int, most: int, *, separator: str = "") -> str:
        """An element's text on one line, cut to about ``most`` characters; the separator is put between text nodes."""
        first: cython.Py_ssize_t = self.first_texts[element]
        last: cython.Py_ssize_t = self.last_texts[element]
        if last - first == 1:
            text = self.text_node(first)
            return one_line(text if len(text) <= most else text[:most])
        if self.offsets[last] - self.offsets[first] <= most:
            return one_line(separator.join([self.text_node(number) for number in range(first, last)]))
        # Nested elements may each contain the whole page: text that is cut off must not be read.
        last = bisect_left(self.offsets, self.offsets[first] + most, first, last)
        return one_line(separator.join([self.text_node(number)[:most] for number in range(first, last)])[:most])

    def texts(self, elements: Sequence[int], most: int) -> list[str]:
        """The ``text`` of each element."""
        first_texts: cython.int[::1] = self.first_texts
        last_texts: cython.int[::1] = self.last_texts
        offsets: cython.int[::1] = self.offsets
        starts: cython.int[::1] = self.starts
        stops: cython.int[::1] = self.stops
        gaps: cython.int[::1] = self.gaps
        whole: str = self.source.text if self.source is not None else ""
        limit: cython.Py_ssize_t = most
        found = []
        element: cython.Py_ssize_t
        for element in elements:
            first: cython.Py_ssize_t = first_texts[element]
            last: cython.Py_ssize_t = last_texts[element] - 1
            if last < first:
                found.append("")
            elif (
                offsets[last + 1] - offsets[first] <= limit
                and gaps[first] == gaps[last]
                and stops[last] - starts[first] <= _MAX_BLANKS * limit
            ):
                # Between the text nodes there are only blank ones, which become one space here as elsewhere.
                found.append(_line_in(whole, starts[first], stops[last]))
            else:
                found.append(self.text(element, most))
        return found

    def lines(self, element: int, most: int) -> list[str]:
        """The first text nodes of an element, each on one line."""
        first: cython.Py_ssize_t = self.first_texts[element]
        last: cython.Py_ssize_t = min(self.last_texts[element], first + most)
        whole: str = self.source.text if self.source is not None else ""
        starts: cython.int[::1] = self.starts
        stops: cython.int[::1] = self.stops
        found = []
        number: cython.Py_ssize_t
        for number in range(first, last):
            found.append(_line_in(whole, starts[number], stops[number]))  # noqa: PERF401 - faster where it is compiled
        return found

    def within(self, element: int, numbers: Sequence[int], most: int) -> Sequence[int]:
        """The first ``most`` of ``numbers``, which are elements in order, that are in an element or are it."""
        first = bisect_left(numbers, element)
        end = self.ends[element]
        if first == len(numbers) or numbers[first] >= end:
            return []
        return numbers[first : bisect_left(numbers, end, first, min(first + most, len(numbers)))]

    def is_first_text(self, number: int) -> bool:
        """Whether a text node comes before any other element in its element."""
        following = self.containers[number] + 1
        return following == len(self.tags) or self.first_texts[following] > number


@cython.ccall
def one_line(text: str) -> str:
    """The text with single spaces, and none at its ends."""
    return _line_in(text, 0, len(text))


@cython.cfunc
def _line_in(whole: str, start: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> str:
    """Part of a text with single spaces, and none at its ends; avoids copying white space around it."""
    while start < stop and whole[start].isspace():
        start += 1
    while start < stop and whole[stop - 1].isspace():
        stop -= 1
    text: str = whole[start:stop]
    was_space: cython.bint = False
    character: cython.Py_UCS4
    # Most texts are on one line already.
    for character in text:
        if "!" <= character <= "~":
            was_space = False
        elif character == " ":
            if was_space:
                return " ".join(text.split())
            was_space = True
        elif character.isspace():
            return " ".join(text.split())
        else:
            was_space = False
    return text


def count_before(tree: CompactTree, elements: Sequence[int]) -> array[int]:
    """For each element, and for the end of the page, how many of ``elements``, which are in order, come before it."""
    counts = zeros("i", (len(tree.tags) + 1))
    written: cython.int[::1] = counts
    number: cython.Py_ssize_t = 0
    element: cython.Py_ssize_t
    count: cython.Py_ssize_t = len(elements)
    following: cython.Py_ssize_t = elements[0] if count else -1
    for element in range(len(counts)):
        written[element] = number
        if element == following:
            number += 1
            following = elements[number] if number < count else -1
    return counts


def is_inside(tree: CompactTree, elements: Iterable[int]) -> array[int]:
    """For each element 1 if it is, or is in, one of ``elements``, which are in order; otherwise 0."""
    found = zeros("i", len(tree.tags))
    written: cython.int[::1] = found
    ends: cython.int[::1] = tree.ends
    reached: cython.Py_ssize_t = 0
    outer: cython.Py_ssize_t
    element: cython.Py_ssize_t
    for outer in elements:
        for element in range(max(outer, reached), ends[outer]):
            written[element] = 1
        reached = max(reached, ends[outer])
    return found


@cython.cclass
class _Numbering:
    """Walks once over the source and writes elements and text nodes into arrays that are large enough for any page."""

    source: Tree
    text: str
    names: list[str]
    tags: list[str]
    # For each tag number: flags for wanted (1) and unread (2), and the list of its elements.
    kinds: cython.int[::1]
    lists: list[list[int] | None]
    # For each node of the source, its number as an element, or -1.
    numbers: cython.int[::1]
    nodes: cython.int[::1]
    parents: cython.int[::1]
    ends: cython.int[::1]
    first_texts: cython.int[::1]
    last_texts: cython.int[::1]
    containers: cython.int[::1]
    starts: cython.int[::1]
    stops: cython.int[::1]
    spaces: cython.int[::1]
    gaps: cython.int[::1]
    offsets: cython.int[::1]
    elements: cython.int
    texts: cython.int
    unread: cython.int
    is_spaced: cython.bint

    def __init__(self, tree: CompactTree, source: Tree) -> None:
        self.source, self.text, self.names, self.tags = source, source.text, source.names, tree.tags
        self.kinds = array("i", [(tag in tree.by_tag) + 2 * (not tag or tag in HIDDEN_TAGS) for tag in source.names])
        self.lists = [tree.by_tag.get(tag) for tag in source.names]
        nodes, texts = bytes(4 * len(source)), bytes(4 * (2 * len(source) + 1))
        self.numbers = array("i", nodes)
        self.nodes = tree.nodes = array("i", nodes)
        self.parents = tree.parents = array("i", nodes)
        self.ends = tree.ends = array("i", nodes)
        self.first_texts = tree.first_texts = array("i", nodes)
        self.last_texts = tree.last_texts = array("i", nodes)
        self.containers = tree.containers = array("i", texts)
        self.starts = tree.starts = array("i", texts)
        self.stops = tree.stops = array("i", texts)
        self.spaces = tree.spaces = array("i", texts)
        self.gaps = tree.gaps = array("i", texts)
        self.offsets = tree.offsets = array("i", texts)
        self.elements = self.texts = self.unread = 0
        self.is_spaced = False

    @cython.cfunc
    def walk(self) -> cython.bint:
        parents: cython.int[::1] = self.source.parents
        ends: cython.int[::1] = self.source.ends
        tags: cython.int[::1] = self.source.tags
        text_starts: cython.int[::1] = self.source.text_starts
        text_ends: cython.int[::1] = self.source.text_ends
        tail_starts: cython.int[::1] = self.source.tail_starts
        tail_ends: cython.int[::1] = self.source.tail_ends
        node: cython.int
        ended: cython.int
        for node in range(len(self.numbers)):
            ended = parents[node]
            parent: cython.int = self.numbers[ended] if ended >= 0 else -1
            self.enter(node, tags[node], parent, ends[node] > node + 1, text_starts[node], text_ends[node])
            # Ends this element and all elements that end with it.
            ended = node
            while ended >= 0 and ends[ended] == node + 1:
                self.leave(ended, parents[ended], tail_starts[ended], tail_ends[ended])
                ended = parents[ended]
        return True

    @cython.cfunc
    def enter(  # noqa: PLR0913, PLR0917 - the node as its source has it
        self,
        node: cython.int,
        tag: cython.int,
        parent: cython.int,
        has_children: cython.bint,
        start: cython.int,
        stop: cython.int,
    ) -> cython.bint:
        is_wanted: cython.bint = self.kinds[tag] & 1
        has_text: cython.bint = stop > start
        element: cython.int = self.elements
        if has_text and self.kinds[tag] & 2:
            has_text = False
            self.unread += 1
        self.numbers[node] = -1
        if not (has_text or has_children or is_wanted):
            return False
        self.numbers[node] = element
        self.nodes[element] = node
        self.parents[element] = parent
        self.first_texts[element] = self.texts
        self.tags.append(self.names[tag])
        if is_wanted:
            self.lists[tag].append(element)
        self.elements += 1
        if has_text:
            self.add(element, start, stop)
        return True

    @cython.cfunc
    def leave(self, node: cython.int, parent: cython.int, start: cython.int, stop: cython.int) -> cython.bint:
        element: cython.int = self.numbers[node]
        if element >= 0:
            self.ends[element] = self.elements
            self.last_texts[element] = self.texts
        if parent >= 0 and stop > start:
            self.add(self.numbers[parent], start, stop)
        return True

    @cython.cfunc
    def add(self, element: cython.int, start: cython.int, stop: cython.int) -> cython.bint:
        """Adds a text node to an element; a blank one only leaves a space before the next."""
        number: cython.int = self.texts
        place: cython.int = start
        while place < stop and self.text[place].isspace():
            place += 1
        if place == stop:
            self.is_spaced = True
            return False
        self.containers[number] = element
        self.starts[number] = start
        self.stops[number] = stop
        self.spaces[number] = self.is_spaced
        self.gaps[number] = self.unread
        self.offsets[number + 1] = self.offsets[number] + stop - start + self.is_spaced
        self.is_spaced = False
        self.texts += 1
        return True


@cython.cfunc
def _number_elements(tree: CompactTree, source: Tree) -> cython.bint:
    numbering = _Numbering(tree, source)
    numbering.walk()
    elements, texts = numbering.elements, numbering.texts
    del numbering
    for numbers in (tree.nodes, tree.parents, tree.ends, tree.first_texts, tree.last_texts):
        del numbers[elements:]
    for numbers in (tree.containers, tree.starts, tree.stops, tree.spaces, tree.gaps):
        del numbers[texts:]
    del tree.offsets[texts + 1 :]
    return True
