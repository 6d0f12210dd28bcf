"""A front page's Document to its news items, in reading order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.forest import Forest, load_forest
from newsloom.parameters import Share
from newsloom.readers.identity import item_id
from newsloom.readers.loom.alikecards import lift_alike_cards
from newsloom.readers.loom.cards import Card, find_cards
from newsloom.readers.loom.features import NAMES, feature_rows
from newsloom.readers.loom.links import LinkedPage, anchors_in_prose
from newsloom.readers.loom.merging import merge_cards, merge_targets
from newsloom.readers.loom.offers import without_labelled, without_offers
from newsloom.readers.loom.pagetype import is_one_story
from newsloom.readers.loom.places import is_live, is_no_story
from newsloom.readers.loom.runningnumbers import add_recent
from newsloom.readers.loom.sections import find_sections
from newsloom.readers.loom.urls import shape_of
from newsloom.records import Item
from newsloom.text.invitations import without_invitation

__all__ = ["LoomReader", "read_by"]

# Of an address to be a story. At 0.4 forests that had not seen a site had a precision of 0.962 instead of 0.971, and
# 0.939 with addresses as numbers, for a recall of 0.991 instead of 0.989.
_LEAST_CHANCE: Final = 0.5
# Of an address whose words name its headline.
_TELLING_WORDS: Final = 4
_TELLING_SHARE: Final = 0.5
# Of a link that says more than "More on this".
_HEADLINE_WORDS: Final = 4
# The lead stands among the first; further down a large picture is an eye-catcher of its section.
_LEAD_PLACES: Final = 6

# Of earlier versions. Fewer may lie minutes apart.
_MIN_VERSIONS: Final = 2
_MIN_GROUP: Final = 4
# How many times the odds change at most: a group that is all new, and one in which nothing is.
_ALL_NEW: Final = 4.0
_NOTHING_NEW: Final = 0.25


@dataclass(frozen=True, kw_only=True)
class LoomReader:
    """Learn the page's own patterns of addresses and cards; score every link with a trained forest of small trees."""

    name: ClassVar[str] = "loom"
    version: ClassVar[int] = 10
    reads_code: ClassVar[bool] = False

    least_chance: Share = _LEAST_CHANCE

    def read(self, document: Document, /) -> tuple[Item, ...]:
        return read_by(load_forest(__package__), document, self.least_chance)


def read_by(forest: Forest, document: Document, least_chance: float = _LEAST_CHANCE) -> tuple[Item, ...]:
    """The items of a front page by a forest: the training asks those that have not seen the site."""
    page = LinkedPage.of(document)
    if not page.urls:
        return ()
    rows = feature_rows(page, document)
    chances = np.frombuffer(forest.probabilities(rows.T))
    chances = lift_alike_cards(chances, rows, page, document, least_chance)
    is_told = _are_told_by_address(rows)
    is_likely = _with_turnover(chances, page, document.earlier) >= least_chance
    is_in_doubt = ~is_likely & is_told
    is_likely |= [is_one and is_live(url) for is_one, url in zip(is_in_doubt, page.urls, strict=True)]
    is_likely = add_recent(page, is_likely, rows)
    is_long = rows[:, NAMES.index("words")] >= _HEADLINE_WORDS
    is_story, naming = without_offers(page, _are_stories(page, is_likely, document), is_told, is_long.tolist())
    offers = _linking_to(page, ((is_likely | is_long) & ~np.array(is_story)).tolist())
    page = merge_targets(page, is_story)
    cards = merge_cards(find_cards(page, is_story, document.base))
    if is_one_story(document, page, cards):
        return ()
    sections = find_sections(page, cards, offers)
    return _items(page, without_labelled(cards, page, sections, naming), sections, document)


def _are_stories(page: LinkedPage, is_likely: npt.NDArray[np.bool_], document: Document) -> list[bool]:
    """By target whether it is likely a story, linked outside of running text, and no offer or list by its address."""
    is_story = [False] * len(page.urls)
    host = (document.url or "").partition("://")[2].partition("/")[0]
    likely: list[bool] = is_likely.tolist()
    for target, is_in_prose in zip(page.targets, anchors_in_prose(page), strict=True):
        if likely[target] and not is_in_prose and not is_story[target]:
            is_story[target] = not is_no_story(page.urls[target], host)
    return is_story


def _linking_to(page: LinkedPage, is_wanted: list[bool]) -> list[int]:
    return [element for element, target in zip(page.elements, page.targets, strict=True) if is_wanted[target]]


def _are_told_by_address(rows: npt.NDArray[np.float32]) -> list[bool]:
    words, share = rows[:, NAMES.index("slug_words")], rows[:, NAMES.index("slug_share")]
    found: list[bool] = ((words >= _TELLING_WORDS) & (share >= _TELLING_SHARE)).tolist()
    return found


def _with_turnover(
    chances: npt.NDArray[np.float64], page: LinkedPage, earlier: tuple[Document, ...]
) -> npt.NDArray[np.float64]:
    """The chances, corrected where enough older versions of the page are at hand: what never changes is no news.

    An address is judged by its group, addresses of the same shape: a lone story may stand for days, but where none of a
    group ever changes, nothing there is news.
    """
    if len(earlier) < _MIN_VERSIONS:
        return chances
    known = [set(LinkedPage.of(document).urls) for document in earlier]
    age = np.array([sum(url in version for version in known) / len(known) for url in page.urls])
    shapes = [shape_of(url).key for url in page.urls]
    numbers: dict[str, int] = {}
    group = np.array([numbers.setdefault(shape, len(numbers)) for shape in shapes])
    sizes = np.bincount(group)
    turnover = 1 - (np.bincount(group, weights=age) / sizes)[group]
    factor = np.where(sizes[group] >= _MIN_GROUP, _NOTHING_NEW * (_ALL_NEW / _NOTHING_NEW) ** turnover, 1.0)
    # What is new itself is news, whatever its group.
    factor = np.where(age == 0, np.maximum(factor, 1.0), factor)
    odds = chances / np.maximum(1 - chances, 1e-9) * factor
    corrected: npt.NDArray[np.float64] = odds / (1 + odds)
    return corrected


def _items(page: LinkedPage, cards: list[Card], sections: Mapping[int, str], document: Document) -> tuple[Item, ...]:
    principal = _principal_cards(cards)
    lead = _lead(cards, principal)
    items = []
    for position, card in enumerate(cards):
        url = page.urls[card.target]
        identity = item_id(url)
        is_principal = principal[card.target] is card
        items.append(
            Item(
                id=identity if is_principal else f"{identity}-{position}",
                page_url=document.url,
                headline=card.headline,
                kicker=card.kicker,
                text=without_invitation(card.teaser).strip(),
                url=url,
                image=card.image,
                time=card.time,
                section=sections.get(card.element),
                pattern="card" if card.teaser or card.image else "headline",
                position=position,
                is_lead=card is lead,
                duplicate_of=None if is_principal else identity,
            )
        )
    return tuple(items)


def _principal_cards(cards: list[Card]) -> dict[int, Card]:
    """Of the cards of one story the one that says most; the first of equals."""
    best: dict[int, Card] = {}
    for card in cards:
        known = best.get(card.target)
        if known is None or _richness(card) > _richness(known):
            best[card.target] = card
    return best


def _richness(card: Card) -> int:
    return 2 * (card.level > 0) + bool(card.image) + bool(card.teaser)


def _lead(cards: list[Card], principal: dict[int, Card]) -> Card | None:
    first = [card for card in cards if principal[card.target] is card][:_LEAD_PLACES]
    return max(first, key=lambda card: (_richness(card), -card.level), default=None)
