"""Under which heading of the page a card stands: "Sport", "Politics".

A section's heading is a short one that is on no card; it is valid for the cards that follow it within the nearest
box around it that holds any.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from newsloom.readers.loom.cards import Card
from newsloom.readers.loom.page import LinkedPage

__all__ = ["find_sections"]

_MOST_WORDS: Final = 4
_MOST_CHARACTERS: Final = 40
_MOST_READ: Final = 2_000  # with the spaces of the code


def find_sections(page: LinkedPage, cards: list[Card]) -> dict[int, str]:
    """The section of each card, by the card's place; cards under no heading are missing."""
    names = _section_names(page, cards)
    upcoming = next(names, None)
    scopes: dict[int, str] = {}
    found: dict[int, str] = {}
    for card in sorted(cards, key=lambda card: card.order):
        while upcoming and upcoming[0] <= card.order:
            _, scope, name = upcoming
            scopes[scope] = name
            upcoming = next(names, None)
        section = _nearest_section(page, card.place, scopes)
        if section:
            found[card.place] = section
    return found


def _section_names(page: LinkedPage, cards: list[Card]) -> Iterator[tuple[int, int, str]]:
    """How many anchors come before a section's heading, the box it is valid for, and its name."""
    tree = page.tree
    places = sorted({card.place for card in cards})
    # Up to which element the cards reach that begin before one.
    reached = [0, *accumulate([tree.stops[place] for place in places], max)]
    known: dict[int, int] = {}
    for heading in page.headings:
        if reached[bisect_right(places, heading)] > heading or tree.size(heading) > _MOST_READ:
            continue
        name = tree.text(heading, _MOST_READ, parting=" ")
        if _is_name(name):
            scope = tree.climbed(heading, lambda box: not tree.within(box, places, 1), known)
            if scope > 0:
                yield bisect_left(page.places, heading), scope, name


def _nearest_section(page: LinkedPage, place: int, scopes: dict[int, str]) -> str | None:
    place = page.tree.parents[place]
    while place >= 0:
        if place in scopes:
            return scopes[place]
        place = page.tree.parents[place]
    return None


def _is_name(text: str) -> bool:
    return 1 < len(text) <= _MOST_CHARACTERS and text.count(" ") < _MOST_WORDS and any(map(str.isalpha, text))
