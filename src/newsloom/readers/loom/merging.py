"""Merges what belongs to one story, so that each story is one item.

``merge_targets`` gives one address to stories whose addresses differ only in their query. ``merge_cards`` joins
neighbouring cards of one story, and drops cards that only repeat a link to a story with a fuller card elsewhere.
"""

from __future__ import annotations

import dataclasses
from typing import Final

from newsloom.readers.loom.cards import Card
from newsloom.readers.loom.links import LinkedPage
from newsloom.readers.loom.places import names_story
from newsloom.text.size import count_words

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["merge_cards", "merge_targets"]

_MIN_WORDS: Final = 3


def merge_targets(page: LinkedPage, is_story: list[bool]) -> LinkedPage:
    """The page with one address for story addresses that differ only in their query: that of the headline."""
    stories = [target for target, is_one in enumerate(is_story) if is_one]
    if not any("?" in page.urls[target] for target in stories):
        return page
    fronts: dict[str, list[int]] = {}
    for target in stories:
        fronts.setdefault(page.urls[target].partition("?")[0], []).append(target)
    several = [targets for front, targets in fronts.items() if len(targets) > 1 and names_story(front)]
    if not several:
        return page
    weights = [(0, 0)] * len(page.urls)
    for target, level, label in zip(page.targets, page.levels, page.texts, strict=True):
        weights[target] = max(weights[target], (level > 0, len(label)))
    names = list(range(len(page.urls)))
    for targets in several:
        chief = max(targets, key=lambda target: weights[target])
        for target in targets:
            names[target] = chief
    return dataclasses.replace(page, targets=[names[target] for target in page.targets])


def merge_cards(cards: list[Card]) -> list[Card]:
    """The cards, with neighbours of the same story joined: its picture may be in a box of its own."""
    found: list[Card] = []
    for card in cards:
        if found and found[-1].target == card.target:
            found.append(_merged(found.pop(), card))
        else:
            found.append(card)
    return _without_repeats(found)


def _merged(first: Card, second: Card) -> Card:
    main, other = (second, first) if _weight(second) > _weight(first) else (first, second)
    return dataclasses.replace(
        main,
        order=first.order,
        kicker=main.kicker or other.kicker,
        teaser=main.teaser or other.teaser,
        image=main.image or other.image,
        time=main.time or other.time,
    )


def _weight(card: Card) -> int:
    return 2 * (card.level > 0) + _says_something(card)


def _without_repeats(cards: list[Card]) -> list[Card]:
    """The cards without those that only repeat a link to a story with a fuller card: "Video", "3 comments"."""
    told = {card.target for card in cards if _says_something(card)}
    return [card for card in cards if card.headline and (_says_something(card) or card.target not in told)]


@cython.cfunc
def _says_something(card: Card) -> cython.bint:
    return card.level > 0 or count_words(card.headline) >= _MIN_WORDS
