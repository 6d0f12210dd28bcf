"""A front page's Document to its news items, in reading order."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import ClassVar, Final

from newsloom.dom import Document
from newsloom.dom.kernel import twin_of
from newsloom.forest import load_forest, sum_leaves
from newsloom.readers.loom.cards import Card, find_cards
from newsloom.readers.loom.evidence import target_evidence
from newsloom.readers.loom.joining import is_offer, joined, under_one_address
from newsloom.readers.loom.page import LinkedPage
from newsloom.readers.loom.persistence import with_turnover
from newsloom.readers.loom.sections import find_sections
from newsloom.readers.loom.verdict import is_one_story
from newsloom.records import Item

__all__ = ["LoomReader"]

# Of an address to be a story. At 0.4 forests that had not seen a site had a precision of 0.962 instead of 0.971, and
# 0.939 with addresses as numbers, for a recall of 0.991 instead of 0.989.
_LEAST_CHANCE: Final = 0.5
# The lead stands among the first; further down a large picture is an eye-catcher of its section.
_LEAD_PLACES: Final = 6

_sum_leaves: Final = twin_of(sum_leaves)


@dataclass(frozen=True, kw_only=True)
class LoomReader:
    """Learn the page's own shapes of addresses and cards, and weigh every link with a trained forest of small trees."""

    name: ClassVar[str] = "loom"
    version: ClassVar[int] = 4

    least_chance: float = _LEAST_CHANCE

    def read(self, document: Document, /) -> tuple[Item, ...]:
        page = LinkedPage.of(document)
        if not page.targets:
            return ()
        _, rows = target_evidence(page, document)
        chances = with_turnover(load_forest(__package__).probabilities(rows, _sum_leaves), page, document.earlier)
        is_likely = (chances >= self.least_chance).tolist()
        pairs = zip(page.links, page.places, strict=True)
        is_apart = {target for target, place in pairs if is_likely[target] and not page.is_in_prose(place)}
        is_apart -= {target for target in is_apart if is_offer(page.targets[target])}
        is_story = [target in is_apart for target in range(len(page.targets))]
        page = under_one_address(page, is_story)
        cards = joined(find_cards(page, is_story, document.base))
        return () if is_one_story(document, page, cards) else _items(page, cards, document)


def _items(page: LinkedPage, cards: list[Card], document: Document) -> tuple[Item, ...]:
    sections = find_sections(page, cards)
    principal = _principal_cards(cards)
    lead = _lead(cards, principal)
    items = []
    for position, card in enumerate(cards):
        url = page.targets[card.target]
        identity = hashlib.sha256(url.encode()).hexdigest()[:16]
        is_principal = principal[card.target] is card
        items.append(
            Item(
                id=identity if is_principal else f"{identity}-{position}",
                page_url=document.url,
                headline=card.headline,
                kicker=card.kicker,
                text=card.teaser,
                url=url,
                image=card.image,
                time=card.time,
                section=sections.get(card.place),
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
