"""What is no news although its card looks like it: the likely stories of a page in, without the offers among them, out.

A paper names its stories in one way, keeps nearly all on its own site, and says of a link that it was paid for. An
address that is named otherwise than nearly all others, or below which further stories of the page stand is no story of
it; a card that is labelled "Podcast" or "Shop" is none unless its address is named like those of the paper's stories;
and where a link leads to another site, recipes, topics and games are none whatever their addresses. What such labels
are in many languages is in ``data/labels.txt``.
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

# A page with fewer likely stories has no habit of naming them.
_LEAST_STORIES: Final = 8
# Of the likely stories: where so many are named alike, no other is one; where so many are, only those that the words
# of their addresses name. On the six labelled sites all 5,574 stories have a number or an identifier.
_ALL: Final = 0.9
_MOST: Final = 0.66
# Of the likely stories that lead to other sites than most do.
_FEW_ELSEWHERE: Final = 0.25
_LEAST_BELOW: Final = 2
_NUMBER_DIGITS: Final = 5
_DATE: Final = pattern(r"/(?:19|20)\d\d(?:[/-](?:0?[1-9]|1[0-2])(?![0-9])|(?:0[1-9]|1[0-2])(?:[0-3]\d)?(?![0-9]))")
_MARKS: Final = " :*+|•·-–—()[]#"
_MOST_LABEL: Final = 40  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """How the stories of a page are named: ``is_named`` is None where they have nothing in common.

    ``home`` is the site of nearly all of them, None where there is none; ``folders`` are those of the named.
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
        """Whether an address is not named like stories, in a folder where none is, or behind a word or two.

        Where some of the likely stories are named otherwise, those that their addresses tell are stories.
        """
        if self.is_named is None or (is_told and self.share < _ALL) or self.is_named(url):
            return False
        return shape_of(url).folder not in self.folders or (self.share >= _ALL and not is_long)


def without_offers(
    page: LinkedPage, is_story: Sequence[bool], is_told: Sequence[bool], is_long: Sequence[bool]
) -> tuple[list[bool], Naming]:
    """By target whether it is still likely a story, and how the page names its stories.

    ``is_told`` says for each target whether the words of its address are those of its headline, ``is_long`` whether its
    longest link says as much as a headline.
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
    """The cards without those labelled as paid, or as an offer where the address is not named like a story's.

    Without them the rest may be named alike, and what is not is an offer without a label; so is what stands in a
    folder of offers. A series is one where no other story of the page stands in its folder.
    """
    kinds = {id(card): _kinds_of(card, page, sections.get(card.element)) for card in cards}
    if not any(map(any, kinds.values())):
        # What is named unlike the others was left out before.
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
    """What the label of the card says that it is, and what the heading of its box says."""
    return _kind(card.kicker or _first_text(card, page)), _kind(section)


def _is_offer(url: str, kinds: tuple[str | None, str | None], naming: Naming) -> bool:
    label, section = (None if kind == "perhaps" else kind for kind in kinds)
    if label == "paid":
        return True
    if label is None and section is None:
        return False
    # What another site names as its stories may still be labelled as a recipe there.
    return not naming.is_like_stories(url) or (label is not None and not naming.is_at_home(url))


def _is_unlike_news(card: Card, page: LinkedPage, naming: Naming, folders: Collection[str]) -> bool:
    url = page.urls[card.target]
    if naming.is_like_stories(url) or not naming.is_at_home(url) or is_live(url):
        return False
    if naming.is_unlike_stories(url, is_told=True):
        return True
    # A card with the time of its print is a story's.
    return card.time is None and shape_of(url).folder not in folders


def _folder(card: Card, page: LinkedPage) -> str:
    return shape_of(page.urls[card.target]).folder


def _first_text(card: Card, page: LinkedPage) -> str | None:
    """What a card without a kicker begins with: its label may be a part of the heading."""
    tree = page.tree
    first = tree.first_texts[card.element]
    return tree.text_node(first) if first < tree.last_texts[card.element] else None


def _paid_targets(page: LinkedPage, is_story: Sequence[bool]) -> set[int]:
    """The targets of links that say, as search engines want it, that they were paid for."""
    anchors = [anchor for anchor, target in enumerate(page.targets) if is_story[target]]
    values, codes = page.tree.values_at([page.elements[anchor] for anchor in anchors], "rel")
    is_paid = ["sponsored" in value.lower() for value in values]
    return {page.targets[anchor] for anchor, code in zip(anchors, codes, strict=True) if code >= 0 and is_paid[code]}


def _home_site(sites: Collection[str | None]) -> str | None:
    """The site of nearly all likely stories, None where there is none: a page of links to elsewhere."""
    site, count = Counter(sites).most_common(1)[0] if sites else (None, 0)
    return site if len(sites) - count <= _FEW_ELSEWHERE * len(sites) else None


def _site(url: str) -> str | None:
    return site_of_host(shape_of(url).host)


def _naming(urls: Sequence[str], home: str | None) -> Naming:
    """What nearly all addresses have: an identifier, a number of as many digits, either of them, or a date."""
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
    """Numbers are counted up: those of a page's stories are as long, but for a digit, and older pages have shorter."""
    digits = Counter(shape_of(url).longest_number for url in urls).most_common(1)[0][0]
    return lambda url: digits >= _NUMBER_DIGITS and abs(shape_of(url).longest_number - digits) <= 1


def _has_name(url: str) -> bool:
    return shape_of(url).longest_number >= _NUMBER_DIGITS or _has_identifier(url)


def _has_date(url: str) -> bool:
    return _DATE.search(url) is not None


def _is_folder_of_stories(url: str, in_order: Sequence[str]) -> bool:
    """Whether others of the sorted addresses stand below it."""
    place = url.partition("?")[0].rstrip("/")
    # All that begins with the folder stands side by side: "0" follows "/".
    below = bisect_left(in_order, f"{place}0") - bisect_left(in_order, f"{place}/")
    return below - url.startswith(f"{place}/") >= _LEAST_BELOW


def _kind(label: str | None) -> str | None:
    return _known_kind(label) if label and len(label) <= _MOST_LABEL else None


# A page says the same labels and sections again and again. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=1024)
def _known_kind(label: str) -> str | None:
    return _labels().get(fold(label.strip(_MARKS)))


@functools.cache
def _labels() -> Mapping[str, str]:
    rows = [line.partition(":") for line in read_lines("labels", package=__package__)]
    return {fold(name.strip()): kind for kind, _, names in rows for name in names.split(",")}
