"""What belongs to one story on a front page: the card around its links, and what is printed on it.

Which addresses are stories is known; for each place where one is linked comes out a ``Card``: headline, kicker,
teaser, picture and time, joined even where they stand in different links. A card ends where another story, another
headline or too much other text begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from newsloom.dom.outline import INLINE_TAGS
from newsloom.dom.pictures import picture_address
from newsloom.readers.loom.page import HEADINGS, LinkedPage
from newsloom.text.dates import parse_date

__all__ = ["Card", "find_cards"]

# Beyond these a box is a region of the page, not a card.
_REGIONS: Final = frozenset({"html", "body", "main", "table", "tbody"})
_MOST_TEXT_ADDED: Final = 600  # characters: a teaser of four lines
_MOST_PIECES: Final = 400
_MOST_HEADINGS: Final = 4
_MOST_PICTURES: Final = 20
_MOST_TIMES: Final = 3
_HEADING_LEVELS: Final = 3
_LEAST_TEASER_WORDS: Final = 6
_MOST_KICKER_WORDS: Final = 8
_LEAST_HEADLINE_WORDS: Final = 3
_MOST_HEADLINE: Final = 300
_MOST_CHARACTERS: Final = 2_000  # of a heading that are read
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
    only = page.only_targets(is_story)
    first, stop = page.tree.ranges(page.headings)
    headings: list[int] = (stop - first).tolist()
    groups: dict[int, list[int]] = {}
    for anchor, target in enumerate(page.links):
        if is_story[target]:
            groups.setdefault(_card_place(page, page.places[anchor], only, headings), []).append(anchor)
    return [_card(page, place, anchors, base) for place, anchors in groups.items()]


def _card_place(page: LinkedPage, place: int, only: list[int], headings: list[int]) -> int:
    tree = page.tree
    target = only[place]
    size = tree.size(place)
    while True:
        above = tree.parents[place]
        if above < 0 or only[above] != target or tree.tags[above] in _REGIONS:
            return place
        if headings[above] > headings[place] > 0:
            return place
        larger = tree.size(above)
        if larger - size > _MOST_TEXT_ADDED:
            return place
        place, size = above, larger


def _card(page: LinkedPage, place: int, anchors: list[int], base: str | None) -> Card:
    tree = page.tree
    first, last = tree.firsts[place], tree.lasts[place]
    texts = [" ".join(piece.split()) for piece in tree.pieces[first : min(last, first + _MOST_PIECES)]]
    headline, level = _headline(page, place, anchors, texts)
    kicker, below = _around_headline(texts, headline)
    return Card(
        target=page.links[anchors[0]],
        place=place,
        order=anchors[0],
        headline=headline,
        level=level,
        kicker=kicker,
        teaser=_teaser(page, first + below, headline) if below is not None else "",
        image=_picture(page, place, base),
        time=_time(page, place) if page.times else None,
    )


def _headline(page: LinkedPage, place: int, anchors: list[int], texts: list[str]) -> tuple[str, int]:
    tree = page.tree
    inside = tree.within(place, page.headings, _MOST_HEADINGS)
    # The heading may stand around the link, and the card within it.
    headings = [(tree.tags[one], _heading(page, one, place, texts)) for one in inside] or _headings_around(page, place)
    worded = [(-HEADINGS[tag], len(text), text) for tag, text in headings if _has_words(text)]
    if worded:
        level, _, text = max(worded)
        return text[:_MOST_HEADLINE].strip(), -level
    longest = max([page.labels[anchor] for anchor in anchors], key=len)
    # A link around the whole card says headline and teaser in one breath: its first full text is the headline.
    full = next((text for text in texts if text.count(" ") + 1 >= _LEAST_HEADLINE_WORDS and text in longest), "")
    headline = full if 0 < len(full) < len(longest) / 2 else longest
    return headline[:_MOST_HEADLINE].strip(), 0


def _heading(page: LinkedPage, heading: int, place: int, texts: list[str]) -> str:
    firsts, lasts = page.tree.firsts, page.tree.lasts
    # Joined by spaces: kicker and headline often stand in neighbouring spans with nothing between.
    return " ".join(texts[firsts[heading] - firsts[place] : lasts[heading] - firsts[place]])


def _headings_around(page: LinkedPage, place: int) -> list[tuple[str, str]]:
    tree = page.tree
    found = []
    for _ in range(_HEADING_LEVELS):
        place = tree.parents[place]
        if place < 0:
            break
        if tree.tags[place] in HEADINGS:
            found.append((tree.tags[place], tree.text(place, _MOST_CHARACTERS, parting=" ")))
    return found


def _around_headline(texts: list[str], headline: str) -> tuple[str | None, int | None]:
    """The short text above the headline, and which is the longest below it."""
    where = next((number for number, text in enumerate(texts) if text in headline or headline in text), len(texts))
    above = [text for text in texts[:where] if text.count(" ") < _MOST_KICKER_WORDS and _has_words(text)]
    below, most = None, 0
    for number in range(where + 1, len(texts)):
        text = texts[number]
        if len(text) > most and text not in headline:
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


def _has_words(text: str) -> bool:
    return text[:1].isalpha() or any(map(str.isalpha, text))
