"""What belongs to one story on a front page: the card around its links, and what is printed on it.

Which addresses are stories is known; for each place where one is linked comes out a ``Card``: headline, kicker,
teaser, picture and time, joined even where they stand in different links. A card ends where another story, another
headline or too much other text begins.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from newsloom.dom.outline import INLINE_TAGS
from newsloom.dom.pictures import picture_address
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

# Beyond these an element is a part of the page, not a card.
_PAGE_LEVEL: Final = frozenset({"html", "body", "main", "table", "tbody"})
_MAX_TEXT_ADDED: cython.int = 600  # characters: a teaser of four lines
_MAX_TEXTS: Final = 400
_MAX_PICTURES: Final = 20
_MAX_TIMES: Final = 3
_MAX_LINKS: Final = 40
_MIN_TEASER_WORDS: Final = 6
_MAX_KICKER_WORDS: Final = 8
_MIN_PICTURE_WIDTH: Final = 40


@dataclass(slots=True, kw_only=True)
class Card:
    """One story where it stands on the page; ``order`` is that of its first link, ``level`` its heading's."""

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
    return [_card(page, element, anchors, base) for element, anchors in anchors_of.items()]


def _card_elements(page: LinkedPage, is_story: list[bool]) -> array[int]:
    """For each element the one around it that is the card of the story linked within it.

    A card grows as long as it has one story, one heading, and little more text than before; page-level elements are no
    cards.
    """
    tree, tags = page.tree, page.tree.tags
    parents: cython.int[:] = tree.parents
    ends: cython.int[:] = tree.ends
    first_texts: cython.int[:] = tree.first_texts
    last_texts: cython.int[:] = tree.last_texts
    offsets: cython.int[:] = tree.offsets
    sole: cython.int[:] = sole_targets(page, is_story)
    before: cython.int[:] = count_before(tree, page.headings)
    found = array("i", tree.parents)
    cards: cython.int[:] = found
    element: cython.Py_ssize_t
    for element in range(len(found)):
        parent: cython.Py_ssize_t = parents[element]
        cards[element] = element
        if parent < 0 or sole[parent] != sole[element] or tags[parent] in _PAGE_LEVEL:
            continue
        headings: cython.int = before[ends[element]] - before[element]
        if headings > 0 and before[ends[parent]] - before[parent] > headings:
            continue
        size: cython.int = offsets[last_texts[element]] - offsets[first_texts[element]]
        if offsets[last_texts[parent]] - offsets[first_texts[parent]] - size <= _MAX_TEXT_ADDED:
            cards[element] = cards[parent]
    return found


def _card(page: LinkedPage, element: int, anchors: list[int], base: str | None) -> Card:
    texts = page.tree.lines(element, _MAX_TEXTS)
    headline, level = find_headline(page, element, anchors, texts)
    kicker, below = _around_headline(texts, headline, _elsewhere(page, element, page.targets[anchors[0]], len(anchors)))
    return Card(
        target=page.targets[anchors[0]],
        element=element,
        order=anchors[0],
        headline=headline,
        level=level,
        kicker=kicker,
        teaser=_teaser(page, page.tree.first_texts[element] + below, headline) if below is not None else "",
        image=_picture(page, element, base),
        time=_time(page, element) if page.times else None,
    )


def _elsewhere(page: LinkedPage, element: int, target: int, count: int) -> frozenset[int]:
    """Which of the card's texts are those of links to other addresses than its ``count`` own ones: writers, topics."""
    tree = page.tree
    first = bisect_left(page.elements, element)
    stop = bisect_left(page.elements, tree.ends[element], first, min(first + _MAX_LINKS, len(page.elements)))
    if stop - first == count:
        return frozenset()
    others = [page.elements[anchor] for anchor in range(first, stop) if page.targets[anchor] != target]
    start = tree.first_texts[element]
    spans = [(tree.first_texts[other], min(tree.last_texts[other], start + _MAX_TEXTS)) for other in others]
    return frozenset([number - start for first, last in spans for number in range(first, last)])


def _around_headline(texts: list[str], headline: str, elsewhere: frozenset[int]) -> tuple[str | None, int | None]:
    """The short text above the headline, and which is the longest below it."""
    where = next((number for number, text in enumerate(texts) if text in headline or headline in text), len(texts))
    above = [text for text in texts[:where] if count_words(text) <= _MAX_KICKER_WORDS and has_words(text)]
    below, most = None, 0
    for number in range(where + 1, len(texts)):
        text = texts[number]
        if len(text) > most and number not in elsewhere and text not in headline:
            below, most = number, len(text)
    return above[-1] if above else None, below if below is not None and count_words(texts[below]) > 1 else None


def _teaser(page: LinkedPage, text: int, headline: str) -> str:
    """The whole line in which a text node stands: links and emphasis part a teaser into several."""
    tree = page.tree
    element: cython.Py_ssize_t = tree.containers[text]
    while element > 0 and tree.tags[element] in INLINE_TAGS and tree.tags[element] != "a":
        element = tree.parents[element]
    line = tree.text(element, _MAX_TEXT_ADDED)
    return line if headline not in line and count_words(line) >= _MIN_TEASER_WORDS else ""


def _picture(page: LinkedPage, element: int, base: str | None) -> str | None:
    for one in page.tree.within(element, page.sources, _MAX_PICTURES):
        address = picture_address(page.tree.node(one), base, least_width=_MIN_PICTURE_WIDTH)
        if address:
            return address
    return None


def _time(page: LinkedPage, element: int) -> datetime | None:
    for one in page.tree.within(element, page.times, _MAX_TIMES):
        found = parse_date(page.tree.attribute(one, "datetime") or "")
        if isinstance(found, datetime):
            return found
    return None
