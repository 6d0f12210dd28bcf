"""Removes offers from the likely stories of a page: cards that look like news but are not.

A paper names its stories in one way, keeps nearly all of them on its own site, and marks links that were paid for. So
an address named differently from nearly all others, or a folder of other stories on the page, is not a story. A card
labelled "Podcast" or "Shop" is not one unless its address is named like the paper's stories. On other sites, recipes,
topics and games are never stories, whatever their addresses. The labels, in many languages, are in ``data/labels.txt``.
"""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from newsloom.readers.loom.cards import Card
from newsloom.readers.loom.links import LinkedPage
from newsloom.readers.loom.places import is_live, is_of_offers
from newsloom.readers.loom.urls import has_identifier, shape_of, site_of_host
from newsloom.text.casing import fold
from newsloom.text.patterns import pattern
from newsloom.text.wordlists import read_lines

__all__ = ["Naming", "without_labelled", "without_offers"]

# With fewer likely stories, a page shows no way of naming them.
_LEAST_STORIES: Final = 8
# Shares of the likely stories. If ``_ALL`` are named alike, no other address is a story; if ``_MOST`` are, only those
# whose addresses contain the words of their headlines. On the six labelled sites all 5,574 stories have a number or an
# identifier.
_ALL: Final = 0.9
_MOST: Final = 0.66
# The share of likely stories that may be on other sites than most.
_FEW_ELSEWHERE: Final = 0.25
_LEAST_BELOW: Final = 2
_NUMBER_DIGITS: Final = 5
_DATE: Final = pattern(r"/(?:19|20)\d\d(?:[/-](?:0?[1-9]|1[0-2])(?![0-9])|(?:0[1-9]|1[0-2])(?:[0-3]\d)?(?![0-9]))")
_MARKS: Final = " :*+|•·-–—()[]#"
_MOST_LABEL: Final = 40  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """How the stories of a page are named; ``is_named`` is None if their addresses have nothing in common.

    ``share`` of the stories are named so. ``home`` is the site of nearly all stories, or None; ``folders`` are the
    folders of the stories named so.
    """

    is_named: Callable[[str], bool] | None
    share: float
    home: str | None
    folders: frozenset[str] = frozenset()

    def is_at_home(self, url: str) -> bool:
        return self.home in (None, _site(url))

    def is_like_stories(self, url: str) -> bool:
        return self.is_named is not None and self.is_named(url)

    def is_unlike_stories(self, url: str, *, is_told: bool, is_long: bool = True) -> bool:
        """Whether an address is not named like stories, and is in a folder without any or linked by a word or two.

        If some of the likely stories are named differently, those with ``is_told`` still count as stories.
        """
        if self.is_named is None or (is_told and self.share < _ALL) or self.is_named(url):
            return False
        return shape_of(url).folder not in self.folders or (self.share >= _ALL and not is_long)


def without_offers(
    page: LinkedPage, is_story: Sequence[bool], is_told: Sequence[bool], is_long: Sequence[bool]
) -> tuple[list[bool], Naming]:
    """For each target whether it is still likely a story, and how the page names its stories.

    ``is_told`` says for each target whether its address has the words of its headline, ``is_long`` whether its longest
    link text is as long as a headline.
    """
    likely = [target for target, is_one in enumerate(is_story) if is_one]
    paid = _paid_targets(page, is_story)
    sites = {target: _site(page.urls[target]) for target in likely}
    home = _home_site(sites.values())
    elsewhere = {target for target, site in sites.items() if home not in (None, site)}
    usual = [target for target in likely if is_long[target] and target not in paid and target not in elsewhere]
    naming = _naming([page.urls[target] for target in usual], home)
    in_order = sorted(page.urls[target] for target in likely)
    found = [False] * len(is_story)
    for target in likely:
        url = page.urls[target]
        if target in paid or (target in elsewhere and is_of_offers(url)):
            continue
        if not naming.is_like_stories(url):
            is_unlike = naming.is_unlike_stories(url, is_told=is_told[target], is_long=is_long[target])
            if (is_unlike and not is_live(url)) or (target in elsewhere and not is_told[target]):
                continue
            if _is_folder_of_stories(url, in_order):
                continue
        found[target] = True
    return found, naming


def without_labelled(cards: list[Card], page: LinkedPage, sections: Mapping[int, str], naming: Naming) -> list[Card]:
    """The cards without those labelled as paid, or as an offer if the address is not named like a story.

    Once these are gone, the rest may be named alike: cards that are not, and cards in a folder of offers, are offers
    without a label. So is a series with no other story in its folder.
    """
    kinds = {id(card): _kinds_of(card, page, sections.get(card.element)) for card in cards}
    if not any(map(any, kinds.values())):
        # Addresses named unlike the others have been left out already.
        return cards
    is_offer = [_is_offer(page.urls[card.target], kinds[id(card)], naming) for card in cards]
    left = [card for card, is_one in zip(cards, is_offer, strict=True) if not is_one]
    offered = Counter(_folder(card, page) for card, is_one in zip(cards, is_offer, strict=True) if is_one)
    news = [card for card in left if kinds[id(card)] == (None, None)]
    told = Counter(_folder(card, page) for card in news)
    folders = {folder for folder, count in told.items() if count > offered[folder]}
    urls = dict.fromkeys(page.urls[card.target] for card in news if _folder(card, page) in folders)
    naming = _naming([url for url in urls if naming.is_at_home(url)], naming.home)
    return [card for card in left if not _is_unlike_news(card, page, naming, folders)]


def _kinds_of(card: Card, page: LinkedPage, section: str | None) -> tuple[str | None, str | None]:
    """The kinds that the card's label and the heading of its section stand for."""
    return _kind(card.kicker or _first_text(card, page)), _kind(section)


def _is_offer(url: str, kinds: tuple[str | None, str | None], naming: Naming) -> bool:
    label, section = (None if kind == "perhaps" else kind for kind in kinds)
    if label == "paid":
        return True
    if label is None and section is None:
        return False
    # A card on another site may be labelled as a recipe although its address is named like a story.
    return not naming.is_like_stories(url) or (label is not None and not naming.is_at_home(url))


def _is_unlike_news(card: Card, page: LinkedPage, naming: Naming, folders: Collection[str]) -> bool:
    url = page.urls[card.target]
    if naming.is_like_stories(url) or not naming.is_at_home(url) or is_live(url):
        return False
    if naming.is_unlike_stories(url, is_told=True):
        return True
    # A card with a publication time is a story.
    return card.time is None and shape_of(url).folder not in folders


def _folder(card: Card, page: LinkedPage) -> str:
    return shape_of(page.urls[card.target]).folder


def _first_text(card: Card, page: LinkedPage) -> str | None:
    """The first text of a card without a kicker: its label may be part of the heading."""
    tree = page.tree
    first = tree.first_texts[card.element]
    return tree.text_node(first) if first < tree.last_texts[card.element] else None


def _paid_targets(page: LinkedPage, is_story: Sequence[bool]) -> set[int]:
    """The targets of links marked ``rel="sponsored"``, as search engines want paid links marked."""
    anchors = [anchor for anchor, target in enumerate(page.targets) if is_story[target]]
    values, codes = page.tree.values_at([page.elements[anchor] for anchor in anchors], "rel")
    is_paid = ["sponsored" in value.lower() for value in values]
    return {page.targets[anchor] for anchor, code in zip(anchors, codes, strict=True) if code >= 0 and is_paid[code]}


def _home_site(sites: Collection[str | None]) -> str | None:
    """The site of nearly all likely stories; None for a page of links to other sites."""
    site, count = Counter(sites).most_common(1)[0] if sites else (None, 0)
    return site if len(sites) - count <= _FEW_ELSEWHERE * len(sites) else None


def _site(url: str) -> str | None:
    return site_of_host(shape_of(url).host)


def _naming(urls: Sequence[str], home: str | None) -> Naming:
    """What nearly all addresses have: an identifier, a number of similar length, one of the two, or a date."""
    if len(urls) >= _LEAST_STORIES:
        for is_named, least in (
            (_has_identifier, _ALL),
            (_has_like_number(urls), _ALL),
            (_has_name, _MOST),
            (_has_date, _MOST),
        ):
            named = [url for url in urls if is_named(url)]
            share = len(named) / len(urls)
            if share >= least:
                folders = frozenset(shape_of(url).folder for url in named)
                return Naming(is_named=is_named, share=share, home=home, folders=folders)
    return Naming(is_named=None, share=0.0, home=home)


def _has_identifier(url: str) -> bool:
    return has_identifier(url.lower())


def _has_like_number(urls: Sequence[str]) -> Callable[[str], bool]:
    """A test for numbers of the usual length, give or take a digit: they count up, so older pages have shorter ones."""
    digits = Counter(shape_of(url).longest_number for url in urls).most_common(1)[0][0]
    return lambda url: digits >= _NUMBER_DIGITS and abs(shape_of(url).longest_number - digits) <= 1


def _has_name(url: str) -> bool:
    return shape_of(url).longest_number >= _NUMBER_DIGITS or _has_identifier(url)


def _has_date(url: str) -> bool:
    return _DATE.search(url) is not None


def _is_folder_of_stories(url: str, in_order: Sequence[str]) -> bool:
    """Whether at least ``_LEAST_BELOW`` of the sorted addresses are below this one."""
    place = url.partition("?")[0].rstrip("/")
    # Addresses that begin with the folder are next to each other; "0" follows "/".
    below = bisect_left(in_order, f"{place}0") - bisect_left(in_order, f"{place}/")
    return below - url.startswith(f"{place}/") >= _LEAST_BELOW


def _kind(label: str | None) -> str | None:
    return _known_kind(label) if label and len(label) <= _MOST_LABEL else None


# A page repeats the same labels and sections. Bounded because pages choose the keys.
@functools.lru_cache(maxsize=1024)
def _known_kind(label: str) -> str | None:
    return _labels().get(fold(label.strip(_MARKS)))


@functools.cache
def _labels() -> Mapping[str, str]:
    rows = [line.partition(":") for line in read_lines("labels", package=__package__)]
    return {fold(name.strip()): kind for kind, _, names in rows for name in names.split(",")}
