"""What belongs to one story on a front page: the card around its links, and what is printed on it.

Which addresses are stories is known; for each place where one is linked comes out a ``Card``: headline, kicker,
teaser, picture and time, joined even where they stand in different links. A card ends where another story, another
headline or too much other text begins.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from newsloom.dom.kernel import twin_of
from newsloom.dom.outline import INLINE_TAGS
from newsloom.dom.pictures import picture_address
from newsloom.readers.loom.headline import find_headline, has_words
from newsloom.readers.loom.page import LinkedPage
from newsloom.text.dates import parse_date

__all__ = ["Card", "find_cards", "place_cards"]

# Beyond these a box is a region of the page, not a card.
_REGIONS: Final = frozenset({"html", "body", "main", "table", "tbody"})
_MOST_TEXT_ADDED: Final = 600  # characters: a teaser of four lines
_MOST_PIECES: Final = 400
_MOST_PICTURES: Final = 20
_MOST_TIMES: Final = 3
_MOST_LINKS: Final = 40
_LEAST_TEASER_WORDS: Final = 6
_MOST_KICKER_WORDS: Final = 8
_LEAST_PICTURE_WIDTH: Final = 40


@dataclass(slots=True, kw_only=True)
class Card:
    """One story where it stands on the page; ``order`` is that of its first link, ``level`` its heading's."""

    target: int
    place: int
    order: int
    headline: str
    level: int
    kicker: str | None
    teaser: str
    image: str | None
    time: datetime | None


def find_cards(page: LinkedPage, is_story: list[bool], base: str | None) -> list[Card]:
    """The cards of the page in reading order."""
    anchors = [anchor for anchor, target in enumerate(page.links) if is_story[target]]
    groups: dict[int, list[int]] = {}
    for anchor, place in zip(anchors, _place_cards(page, is_story, _REGIONS, _MOST_TEXT_ADDED), strict=True):
        groups.setdefault(place, []).append(anchor)
    return [_card(page, place, those, base) for place, those in groups.items()]


def place_cards(page: LinkedPage, is_story: list[bool], regions: frozenset[str], most_added: int, /) -> list[int]:
    """For each anchor of a story the element that is its card.

    It grows as long as it has one story, one heading, and little more text than before; regions are no cards.
    """
    tree, only = page.tree, page.only_targets(is_story)
    first, stop = tree.ranges(page.headings)
    headings: list[int] = (stop - first).tolist()

    def is_part(place: int) -> bool:
        above = tree.parents[place]
        return (
            above >= 0
            and only[above] == only[place]
            and tree.tags[above] not in regions
            and not headings[above] > headings[place] > 0
            and tree.size(above) - tree.size(place) <= most_added
        )

    known: dict[int, int] = {}
    anchors = zip(page.places, page.links, strict=True)
    return [tree.climbed(place, is_part, known) for place, target in anchors if is_story[target]]


_place_cards: Final = twin_of(place_cards)


def _card(page: LinkedPage, place: int, anchors: list[int], base: str | None) -> Card:
    texts = page.tree.lines(place, _MOST_PIECES)
    headline, level = find_headline(page, place, anchors, texts)
    kicker, below = _around_headline(texts, headline, _elsewhere(page, place, page.links[anchors[0]], len(anchors)))
    return Card(
        target=page.links[anchors[0]],
        place=place,
        order=anchors[0],
        headline=headline,
        level=level,
        kicker=kicker,
        teaser=_teaser(page, page.tree.firsts[place] + below, headline) if below is not None else "",
        image=_picture(page, place, base),
        time=_time(page, place) if page.times else None,
    )


def _elsewhere(page: LinkedPage, place: int, target: int, count: int) -> frozenset[int]:
    """Which of the card's texts are those of links to other addresses than its ``count`` own ones: writers, topics."""
    tree = page.tree
    first = bisect_left(page.places, place)
    stop = bisect_left(page.places, tree.stops[place], first, min(first + _MOST_LINKS, len(page.places)))
    if stop - first == count:
        return frozenset()
    others = [page.places[anchor] for anchor in range(first, stop) if page.links[anchor] != target]
    start = tree.firsts[place]
    spans = [(tree.firsts[other], min(tree.lasts[other], start + _MOST_PIECES)) for other in others]
    return frozenset([piece - start for first, last in spans for piece in range(first, last)])


def _around_headline(texts: list[str], headline: str, elsewhere: frozenset[int]) -> tuple[str | None, int | None]:
    """The short text above the headline, and which is the longest below it."""
    where = next((number for number, text in enumerate(texts) if text in headline or headline in text), len(texts))
    above = [text for text in texts[:where] if text.count(" ") < _MOST_KICKER_WORDS and has_words(text)]
    below, most = None, 0
    for number in range(where + 1, len(texts)):
        text = texts[number]
        if len(text) > most and number not in elsewhere and text not in headline:
            below, most = number, len(text)
    return above[-1] if above else None, below if below is not None and " " in texts[below] else None


def _teaser(page: LinkedPage, piece: int, headline: str) -> str:
    """The whole line in which a piece of text stands: links and emphasis part a teaser into pieces."""
    tree = page.tree
    place, _ = tree.home(piece)
    while place > 0 and tree.tags[place] in INLINE_TAGS and tree.tags[place] != "a":
        place = tree.parents[place]
    line = tree.text(place, _MOST_TEXT_ADDED)
    return line if headline not in line and line.count(" ") + 1 >= _LEAST_TEASER_WORDS else ""


def _picture(page: LinkedPage, place: int, base: str | None) -> str | None:
    for one in page.tree.within(place, page.sources, _MOST_PICTURES):
        address = picture_address(page.tree.nodes[one], base, least_width=_LEAST_PICTURE_WIDTH)
        if address:
            return address
    return None


def _time(page: LinkedPage, place: int) -> datetime | None:
    for one in page.tree.within(place, page.times, _MOST_TIMES):
        found = parse_date(page.tree.nodes[one].get("datetime") or "")
        if isinstance(found, datetime):
            return found
    return None
