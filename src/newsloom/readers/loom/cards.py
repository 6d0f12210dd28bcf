# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Finds the card of each story on a front page, and reads what is printed on it.

Given which addresses are stories, it makes a ``Card`` for each place where one is linked: headline, kicker, teaser,
picture and time, even if they are in different links. A card ends where another story, another headline or too much
other text begins. Which addresses are stories is not decided here.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from newsloom.dom.pictures import picture_address_at
from newsloom.dom.tags import INLINE_TAGS
from newsloom.readers.loom.compact import count_before
from newsloom.readers.loom.headlines import find_headline, has_words
from newsloom.readers.loom.links import LinkedPage, sole_targets
from newsloom.text.dates import parse_date
from newsloom.text.size import count_words

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["Card", "find_cards"]

# These elements are parts of the page, and too large for a card.
_PAGE_LEVEL: Final = frozenset({"html", "body", "main", "table", "tbody"})
_MAX_TEXT_ADDED: cython.int = 600  # characters: a teaser of four lines
_MAX_TEXTS: cython.Py_ssize_t = 400
_MAX_PICTURES: cython.Py_ssize_t = 20
_MAX_TIMES: cython.Py_ssize_t = 3
_MAX_LINKS: cython.Py_ssize_t = 40
_MAX_HEADINGS: cython.Py_ssize_t = 4
_MIN_TEASER_WORDS: Final = 6
_MAX_KICKER_WORDS: Final = 8
_MIN_PICTURE_WIDTH: Final = 40
_NOWHERE: Final[frozenset[int]] = frozenset()


@dataclass(slots=True)
class Card:
    """One story at one place on the page; ``order`` is its first link's number, ``level`` its heading's level or 0."""

    target: int
    element: int
    order: int
    headline: str
    level: int
    kicker: str | None
    teaser: str
    image: str | None
    time: datetime | None


def find_cards(page: LinkedPage, is_story: list[bool], base: str | None) -> list[Card]:
    """The cards of the page in reading order."""
    card_of = _card_elements(page, is_story)
    anchors_of: dict[int, list[int]] = {}
    for anchor, target in enumerate(page.targets):
        if is_story[target]:
            anchors_of.setdefault(card_of[page.elements[anchor]], []).append(anchor)
    cards: _CardReader = _CardReader(page, base)
    return [cards.read(element, anchors) for element, anchors in anchors_of.items()]


def _card_elements(page: LinkedPage, is_story: list[bool]) -> array[int]:
    """For each element, the element around it that is the card of the story linked in it.

    A card grows while it has one story, one heading, and little more text than before. Page-level elements are never
    cards.
    """
    tree, tags = page.tree, page.tree.tags
    parents: cython.int[::1] = tree.parents
    ends: cython.int[::1] = tree.ends
    first_texts: cython.int[::1] = tree.first_texts
    last_texts: cython.int[::1] = tree.last_texts
    offsets: cython.int[::1] = tree.offsets
    sole: cython.int[::1] = sole_targets(page, is_story)
    before: cython.int[::1] = count_before(tree, page.headings)
    found = array("i", tree.parents)
    cards: cython.int[::1] = found
    element: cython.Py_ssize_t
    for element in range(len(found)):
        parent: cython.Py_ssize_t = parents[element]
        cards[element] = element
        if parent < 0 or sole[parent] != sole[element]:
            continue
        headings: cython.int = before[ends[element]] - before[element]
        if headings > 0 and before[ends[parent]] - before[parent] > headings:
            continue
        size: cython.int = offsets[last_texts[element]] - offsets[first_texts[element]]
        added: cython.int = offsets[last_texts[parent]] - offsets[first_texts[parent]] - size
        if added <= _MAX_TEXT_ADDED and tags[parent] not in _PAGE_LEVEL:
            cards[element] = cards[parent]
    return found


@cython.cclass
class _CardReader:
    """Reads cards. ``links``, ``headings``, ``sources`` and ``times`` count those before each element."""

    page: LinkedPage
    base: str | None
    ends: cython.int[::1]
    first_texts: cython.int[::1]
    last_texts: cython.int[::1]
    links: cython.int[::1]
    headings: cython.int[::1]
    sources: cython.int[::1]
    times: cython.int[::1]

    def __init__(self, page: LinkedPage, base: str | None) -> None:
        self.page, self.base = page, base
        self.ends = page.tree.ends
        self.first_texts, self.last_texts = page.tree.first_texts, page.tree.last_texts
        self.links = count_before(page.tree, page.elements)
        self.headings = count_before(page.tree, page.headings)
        self.sources = count_before(page.tree, page.sources)
        self.times = count_before(page.tree, page.times)

    @cython.cfunc
    def read(self, element: cython.Py_ssize_t, anchors: list[int]) -> Card:
        """The card at an element that contains these links to one story."""
        page = self.page
        order = anchors[0]
        target = page.targets[order]
        texts = page.tree.lines(element, _MAX_TEXTS)
        first: cython.Py_ssize_t = self.headings[element]
        last: cython.Py_ssize_t = min(self.headings[self.ends[element]], first + _MAX_HEADINGS)
        headline, level = find_headline(page, element, anchors, texts, page.headings[first:last])
        kicker, below = _around_headline(texts, headline, self.elsewhere(element, target, len(anchors)))
        teaser = _teaser(page, self.first_texts[element] + below, headline) if below >= 0 else ""
        image, time = self.picture(element), self.time(element)
        return Card(target, element, order, headline, level, kicker, teaser, image, time)

    @cython.cfunc
    def elsewhere(self, element: cython.Py_ssize_t, target: int, count: cython.Py_ssize_t) -> frozenset[int]:
        """Which of a card's texts are in links other than its ``count`` own, such as links to writers and topics."""
        first: cython.Py_ssize_t = self.links[element]
        stop: cython.Py_ssize_t = min(self.links[self.ends[element]], first + _MAX_LINKS)
        if stop - first == count:
            return _NOWHERE
        start: cython.Py_ssize_t = self.first_texts[element]
        found: set[int] = set()
        anchor: cython.Py_ssize_t
        for anchor in range(first, stop):
            if self.page.targets[anchor] != target:
                other: cython.Py_ssize_t = self.page.elements[anchor]
                last: cython.Py_ssize_t = min(self.last_texts[other], start + _MAX_TEXTS)
                found.update(range(self.first_texts[other] - start, last - start))
        return frozenset(found)

    @cython.cfunc
    def picture(self, element: cython.Py_ssize_t) -> str | None:
        first: cython.Py_ssize_t = self.sources[element]
        last: cython.Py_ssize_t = min(self.sources[self.ends[element]], first + _MAX_PICTURES)
        source = self.page.tree.source
        for number in range(first, last):
            node = self.page.tree.nodes[self.page.sources[number]]
            # Without a source tree there are no elements.
            address = (
                picture_address_at(source, node, self.base, least_width=_MIN_PICTURE_WIDTH)
                if source is not None
                else None
            )
            if address:
                return address
        return None

    @cython.cfunc
    def time(self, element: cython.Py_ssize_t) -> datetime | None:
        first: cython.Py_ssize_t = self.times[element]
        last: cython.Py_ssize_t = min(self.times[self.ends[element]], first + _MAX_TIMES)
        for number in range(first, last):
            found = parse_date(self.page.tree.attribute(self.page.times[number], "datetime") or "")
            if isinstance(found, datetime):
                return found
        return None


@cython.cfunc
def _around_headline(texts: list[str], headline: str, elsewhere: frozenset[int]) -> tuple[str | None, int]:
    """The short text above the headline or None, and the number of the longest text below it or -1."""
    count: cython.Py_ssize_t = len(texts)
    where: cython.Py_ssize_t = 0
    while where < count and texts[where] not in headline and headline not in texts[where]:
        where += 1
    kicker = None
    number: cython.Py_ssize_t
    for number in range(min(where, count) - 1, -1, -1):
        if count_words(texts[number]) <= _MAX_KICKER_WORDS and has_words(texts[number]):
            kicker = texts[number]
            break
    below: cython.Py_ssize_t = -1
    most: cython.Py_ssize_t = 0
    for number in range(where + 1, count):
        text = texts[number]
        if len(text) > most and number not in elsewhere and text not in headline:
            below, most = number, len(text)
    return kicker, below if below >= 0 and count_words(texts[below]) > 1 else -1


@cython.cfunc
def _teaser(page: LinkedPage, text: cython.Py_ssize_t, headline: str) -> str:
    """The whole line that contains a text node: links and emphasis split a teaser into several text nodes."""
    tree = page.tree
    element: cython.Py_ssize_t = tree.containers[text]
    while element > 0 and tree.tags[element] in INLINE_TAGS and tree.tags[element] != "a":
        element = tree.parents[element]
    line = tree.text(element, _MAX_TEXT_ADDED)
    return line if headline not in line and count_words(line) >= _MIN_TEASER_WORDS else ""
