"""Is this a front page at all, or one story with links around it?

A story's text is long pieces of prose in one box. A front page has such pieces too, but a card of its own for each: a
box that holds much prose and few cards is a story.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Final

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
    # Twice as fast as an XPath for the long texts.
    for element in page.elements[0].iter(etree.Element):
        # A script's text is long to read, so its tag is looked at before.
        text = element.text if element.tag not in _UNREAD else None
        tail = element.tail
        if text and len(text) > _LONG_PIECE:
            _count(text, element, prose)
        if tail and len(tail) > _LONG_PIECE:
            _count(tail, element, prose)
    return prose


def _count(text: str, element: etree._Element, prose: dict[etree._Element, int]) -> None:
    # Two boxes around it: many papers put each paragraph into a box of its own.
    for box in islice(element.iterancestors(), 2):
        if box.tag not in ("body", "html"):
            prose[box] = prose.get(box, 0) + len(text.strip())


def _cards_within(page: LinkedPage, cards: list[Card]) -> Counter[etree._Element]:
    counts: Counter[etree._Element] = Counter()
    for card in cards:
        place = card.place
        while place >= 0:
            counts[page.elements[place]] += 1
            place = page.parents[place]
    return counts
