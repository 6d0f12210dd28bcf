"""What belongs to one story on a front page: the card around its links, and what is printed on it.

Which addresses are stories is known; for each place where one is linked comes out a ``Card``: headline, kicker,
teaser, picture and time, joined even where they stand in different links. A card ends where another story, another
headline or too much other text begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final, cast

from lxml import etree

from newsloom.dom.outline import INLINE_TAGS
from newsloom.dom.pictures import picture_address
from newsloom.readers.loom.page import HEADINGS, PICTURES, Anchor, LinkedPage, text_length
from newsloom.text.dates import parse_date

__all__ = ["Card", "find_cards"]

# Beyond these a box is a region of the page, not a card.
_REGIONS: Final = frozenset({"html", "body", "main", "table", "tbody"})
_MOST_TEXT_ADDED: Final = 600  # characters: a teaser of four lines
_MOST_ELEMENTS: Final = 400
_LEAST_TEASER_WORDS: Final = 6
_MOST_KICKER_WORDS: Final = 8
_LEAST_HEADLINE_WORDS: Final = 3
_MOST_HEADLINE: Final = 300
_LEAST_PICTURE_WIDTH: Final = 40

_as_text = etree.XPath("string()", smart_strings=False)
# Plain strings: those that know their element cost three times as much, and one in ten is asked for it.
_texts = etree.XPath(".//text()", smart_strings=False)
_UNREAD: Final = frozenset({"script", "style", "noscript", "template"})


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
    headings = _heading_counts(page)
    groups: dict[int, list[tuple[int, Anchor]]] = {}
    for order, anchor in enumerate(page.anchors):
        if is_story[anchor.target]:
            groups.setdefault(_card_place(page, anchor.place, only, headings), []).append((order, anchor))
    return [_card(page, place, members, base) for place, members in groups.items()]


def _heading_counts(page: LinkedPage) -> list[int]:
    """For each element how many headings stand in it, those without links included."""
    counts = [0] * len(page.elements)
    for heading in page.headings:
        counts[heading.place] += 1
    for place in range(len(counts) - 1, 0, -1):
        counts[page.parents[place]] += counts[place]
    return counts


def _card_place(page: LinkedPage, place: int, only: list[int], headings: list[int]) -> int:
    target = only[place]
    size = -1
    while True:
        above = page.parents[place]
        if above < 0 or only[above] != target or page.elements[above].tag in _REGIONS:
            return place
        if headings[above] > headings[place] > 0:
            return place
        if size < 0:
            size = text_length(page.elements[place])
        larger = text_length(page.elements[above])
        if larger - size > _MOST_TEXT_ADDED:
            return place
        place, size = above, larger


def _card(page: LinkedPage, place: int, members: list[tuple[int, Anchor]], base: str | None) -> Card:
    element = page.elements[place]
    texts = [text for text in cast("list[str]", _texts(element)) if not text.isspace()]
    headline, level = _headline(element, members, texts)
    kicker, teaser = _around_headline(element, texts, headline)
    return Card(
        target=members[0][1].target,
        place=place,
        order=members[0][0],
        headline=headline,
        level=level,
        kicker=kicker,
        teaser=teaser,
        image=_picture(element, base),
        time=_time(element),
    )


def _headline(element: etree._Element, members: list[tuple[int, Anchor]], texts: list[str]) -> tuple[str, int]:
    headings = [(one, _folded(one)) for one in islice(element.iter(*HEADINGS), 4)]
    if not headings:
        # The heading may stand around the link, and the card within it.
        headings = [(one, _folded(one)) for one in islice(element.iterancestors(), 3) if one.tag in HEADINGS]
    worded = [(-HEADINGS[str(one.tag)], len(text), text) for one, text in headings if _has_words(text)]
    if worded:
        level, _, text = max(worded)
        return text[:_MOST_HEADLINE].strip(), -level
    longest = max((anchor.text for _, anchor in members), key=len)
    # A link around the whole card says headline and teaser in one breath: its first full text is the headline.
    full = next(
        (text for text in texts if text.count(" ") + 1 >= _LEAST_HEADLINE_WORDS and text.strip() in longest), ""
    )
    headline = " ".join(full.split()) if 0 < len(full) < len(longest) / 2 else longest
    return headline[:_MOST_HEADLINE].strip(), 0


def _around_headline(element: etree._Element, texts: list[str], headline: str) -> tuple[str | None, str]:
    """The short text above the headline, and the longest below it."""
    folded = [" ".join(text.split()) for text in texts]
    where = next((index for index, text in enumerate(folded) if text in headline or headline in text), len(folded))
    above = [text for text in folded[:where] if text.count(" ") < _MOST_KICKER_WORDS and _has_words(text)]
    below = [index for index in range(where + 1, len(folded)) if folded[index] not in headline]
    longest = max(below, key=lambda index: len(folded[index]), default=None)
    teaser = _block_text(element, texts[longest]) if longest is not None and " " in folded[longest] else ""
    if headline in teaser or teaser.count(" ") + 1 < _LEAST_TEASER_WORDS:
        teaser = ""
    return above[-1] if above else None, teaser


def _block_text(card: etree._Element, text: str) -> str:
    """The whole line in which a piece of text stands: links and emphasis part a teaser into pieces."""
    element = next((one for one in card.iter() if text in (one.text, one.tail)), None)
    if element is not None and element.text != text:
        element = element.getparent()
    while element is not None and element.tag in INLINE_TAGS and element.tag != "a":
        element = element.getparent()
    if element is None or element.tag in _UNREAD:
        return ""
    return " ".join(str(_as_text(element)).split())[:_MOST_TEXT_ADDED]


def _picture(element: etree._Element, base: str | None) -> str | None:
    for one in islice(element.iter(*PICTURES, "source"), 20):
        address = picture_address(one, base, least_width=_LEAST_PICTURE_WIDTH)
        if address:
            return address
    return None


def _time(element: etree._Element) -> datetime | None:
    for one in islice(element.iter("time"), 3):
        found = parse_date(one.get("datetime") or "")
        if isinstance(found, datetime):
            return found
    return None


def _folded(element: etree._Element) -> str:
    # Joined by spaces: kicker and headline often stand in neighbouring spans with nothing between.
    return " ".join(" ".join(map(str, islice(element.itertext(), _MOST_ELEMENTS))).split())


def _has_words(text: str) -> bool:
    return any(map(str.isalpha, text))
