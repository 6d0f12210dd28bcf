"""Is this a front page at all, or one story with links around it?

A story's text is long pieces of prose in one box. A front page has such pieces too, but a card of its own for each: a
box that holds much prose and few cards is a story.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Final, cast

from lxml import etree

from newsloom.dom import Document
from newsloom.readers.loom.cards import Card
from newsloom.readers.loom.page import LinkedPage

__all__ = ["is_one_story"]

_LONG_PIECE: Final = 80  # characters; shorter ones are headlines, captions, menus
# Settled on the labelled pages: nineteen in twenty stories have more prose in one box, no front page has half of it.
_STORY_CHARACTERS: Final = 750
_DECLARED_CHARACTERS: Final = 350  # where the page itself says that it is a story
_CHARACTERS_A_CARD: Final = 300
_UNREAD: Final = frozenset({"script", "style", "noscript", "template", "a", "textarea", "option", "title"})

_long_texts = etree.XPath(f".//text()[string-length() > {_LONG_PIECE}]")


def is_one_story(document: Document, page: LinkedPage, cards: list[Card]) -> bool:
    """Whether one box of the page holds more prose than its cards explain."""
    if not page.elements:
        return False
    is_declared = "article" in (document.declared.type or "").lower()
    least = _DECLARED_CHARACTERS if is_declared else _STORY_CHARACTERS
    full = {box: characters for box, characters in _prose(page).items() if characters >= least}
    inside = _cards_within(page, cards) if full else {}
    return any(characters > _CHARACTERS_A_CARD * inside.get(box, 0) for box, characters in full.items())


def _prose(page: LinkedPage) -> dict[etree._Element, int]:
    """How many characters of long pieces each box holds."""
    prose: dict[etree._Element, int] = {}
    for text in cast("list[etree._ElementUnicodeResult]", _long_texts(page.elements[0])):  # noqa: SLF001  lxml's name
        for box in _boxes(text):
            prose[box] = prose.get(box, 0) + len(text.strip())
    return prose


def _boxes(text: etree._ElementUnicodeResult) -> Iterator[etree._Element]:
    """The boxes that a paragraph stands in; none for text that is not read as prose."""
    element = text.getparent()
    if element is not None and (text.is_tail or element.tag not in _UNREAD):
        # Two of them: many papers put each paragraph into a box of its own.
        boxes = islice(element.iterancestors(), 2)
        yield from takewhile(lambda box: box.tag not in ("body", "html"), boxes)


def _cards_within(page: LinkedPage, cards: list[Card]) -> Counter[etree._Element]:
    counts: Counter[etree._Element] = Counter()
    for card in cards:
        place = card.place
        while place >= 0:
            counts[page.elements[place]] += 1
            place = page.parents[place]
    return counts
