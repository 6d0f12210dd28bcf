"""Is this a front page at all, or one story with links around it?

A story's text is long pieces of prose in one box. A front page has such pieces too, but a card of its own for each: a
box that holds much prose and few cards is a story.
"""

from __future__ import annotations

from typing import Final, cast

from lxml import etree

from newsloom.dom import Document
from newsloom.readers.loom.cards import Card
from newsloom.readers.loom.page import LinkedPage

__all__ = ["is_one_story"]

_LONG_PIECE: Final = 80  # characters; shorter ones are headlines, captions, menus
# Settled on the labelled pages: nine in ten stories have more prose in one box, no front page has half of it.
_STORY_CHARACTERS: Final = 900
_DECLARED_CHARACTERS: Final = 350  # where the page itself says that it is a story
_CHARACTERS_A_CARD: Final = 300
_UNREAD: Final = frozenset({"script", "style", "noscript", "template", "a", "textarea", "option", "title"})

_long_texts = etree.XPath(f".//text()[string-length() > {_LONG_PIECE}]")


def is_one_story(document: Document, page: LinkedPage, cards: list[Card]) -> bool:
    """Whether one box of the page holds more prose than its cards explain."""
    if not page.elements:
        return False
    prose: dict[etree._Element, int] = {}
    for text in cast("list[etree._ElementUnicodeResult]", _long_texts(page.elements[0])):  # noqa: SLF001  lxml's name
        box = _box(text)
        if box is not None:
            prose[box] = prose.get(box, 0) + len(text.strip())
    fullest = max(prose, key=prose.__getitem__, default=None)
    if fullest is None or prose[fullest] < _DECLARED_CHARACTERS:
        return False
    if prose[fullest] < _STORY_CHARACTERS and "article" not in (document.declared.type or "").lower():
        return False
    inside = sum(any(one is fullest for one in _around(page, card.place)) for card in cards)
    return prose[fullest] > _CHARACTERS_A_CARD * inside


def _box(text: etree._ElementUnicodeResult) -> etree._Element | None:
    """The box that a paragraph stands in; None for text that is not read as prose."""
    element = text.getparent()
    if element is None or (element.tag in _UNREAD and not text.is_tail):
        return None
    parent = element.getparent()
    return parent if parent is not None else element


def _around(page: LinkedPage, place: int) -> list[etree._Element]:
    found = []
    while place >= 0:
        found.append(page.elements[place])
        place = page.parents[place]
    return found
