"""Under which heading of the page a card stands: "Sport", "Politics".

A section's heading is a short one that is on no card; it is valid for the cards that follow it within the nearest
box around it that holds any.
"""

from __future__ import annotations

from typing import Final

from lxml import etree

from newsloom.readers.loom.cards import Card
from newsloom.readers.loom.page import HEADINGS, LinkedPage

__all__ = ["find_sections"]

_MOST_WORDS: Final = 4
_MOST_CHARACTERS: Final = 40


def find_sections(page: LinkedPage, cards: list[Card]) -> dict[int, str]:
    """The section of each card, by the card's place; cards under no heading are missing."""
    if not page.elements:
        return {}
    at = {page.elements[card.place]: card for card in cards}
    begins = {page.elements[page.anchors[card.order].place]: card.place for card in cards}
    holds_cards = page.holding(at)
    scopes: dict[int, str] = {}
    found: dict[int, str] = {}
    for element in page.elements[0].iter("a", *HEADINGS):
        if element in begins:
            name = _nearest_section(page, begins[element], scopes)
            if name:
                found[begins[element]] = name
        elif element.tag != "a":
            scope = page.nearest(element)
            while scope >= 0 and not holds_cards[scope]:
                scope = page.parents[scope]
            name = " ".join(" ".join(map(str, element.itertext())).split())
            if scope > 0 and _is_name(name) and not _is_on_card(element, at):
                scopes[scope] = name
    return found


def _nearest_section(page: LinkedPage, place: int, scopes: dict[int, str]) -> str | None:
    place = page.parents[place]
    while place >= 0:
        if place in scopes:
            return scopes[place]
        place = page.parents[place]
    return None


def _is_on_card(element: etree._Element, at: dict[etree._Element, Card]) -> bool:
    return any(one in at for one in element.iterancestors())


def _is_name(text: str) -> bool:
    return 1 < len(text) <= _MOST_CHARACTERS and text.count(" ") < _MOST_WORDS and any(map(str.isalpha, text))
