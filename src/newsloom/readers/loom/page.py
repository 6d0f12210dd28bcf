"""A front page as its links see it: every anchor, what it stands in, and what surrounds it alone.

A Document goes in; its anchors come out in the order of the page, with what was seen near them: headings, pictures,
times. A *patch* is the largest element around an anchor in which no other address is linked: before anything is known
of a page, that is the best guess at what belongs to the link. Nothing here decides what is news.
"""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import numpy as np
from lxml import etree

from newsloom.dom import Document
from newsloom.dom.kernel import twin_of
from newsloom.readers.loom.flat import FlatTree
from newsloom.text.addresses import normalised, origin_of

__all__ = ["HEADINGS", "PLACES", "LinkedPage", "number_moulds", "read_links"]

HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
# <article> is not among them: a reader that leans on it is lost where cards are plain boxes.
PLACES: Final = ("nav", "header", "footer", "aside", "li", "form", "table", "p")
MAX_ANCHORS: Final = 10_000
"""Links beyond this are not looked at; the front page richest in links at hand has 1,100."""

_PICTURES: Final = ("img", "picture", "video", "amp-img", "a-img")
# Where a picture's address may be found: a source alone is no picture, and a <picture> has none of its own.
_SOURCES: Final = ("img", "source", "video", "amp-img", "a-img")
# The end of a line among them, for a link on the next line is not in the sentence before.
_WANTED: Final = frozenset({"a", "br", "time", *HEADINGS, *_PICTURES, *_SOURCES, *PLACES})
# Only of these an attribute is asked for.
_KEPT: Final = frozenset({"a", "time", *_SOURCES})
_MAX_TEXT: Final = 600
_MOULD_LEVELS: Final = 2  # beyond the first
# Characters of a class: one may stand around every anchor, and pages choose it.
_MOST_CLASS: Final = 1_000
# A heading with more links is a list; and those within others must not be counted again and again.
_MOST_IN_HEADING: Final = 8
_NOWHERE: Final = -1
_MIXED: Final = -2
# Characters: what is shorter is a kicker, a place or a number before a headline.
_START_OF_SENTENCE: Final = 25
_GOING_ON: Final = ",;"

Mould = tuple[object, ...]


@dataclass(slots=True)
class LinkedPage:
    """The anchors in the order of the page: by its number in each list an anchor's element, target, text and heading.

    ``levels`` are those of the headings that the anchors stand in or hold, 0 where there is none; ``headings``,
    ``pictures``, ``sources`` (of pictures) and ``times`` are the numbers of the elements so called.
    """

    tree: FlatTree
    places: list[int] = field(default_factory=list)
    links: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, document: Document) -> LinkedPage:
        tree = FlatTree.of(document.root, _WANTED, _KEPT)
        page = cls(
            tree=tree,
            headings=tree.tagged(HEADINGS),
            pictures=tree.tagged(_PICTURES),
            sources=tree.tagged(_SOURCES),
            times=tree.numbers["time"],
        )
        page._find_anchors(document.base)
        page._find_levels()
        return page

    def moulds(self, anchors: list[int]) -> list[int]:
        """The anchors' moulds by number: cards of one kind have one mould."""
        return _number_moulds(self.tree, [self.places[anchor] for anchor in anchors])

    def only_targets(self, is_counted: Sequence[bool] | None = None) -> list[int]:
        """For each element the one target linked within it, negative where there is none or more than one."""
        places, links = np.array(self.places, dtype=np.int64), np.array(self.links, dtype=np.int64)
        if is_counted is not None:
            counted = np.array(is_counted, dtype=np.bool_)[links]
            places, links = places[counted], links[counted]
        if not len(links):
            return [_NOWHERE] * len(self.tree.tags)
        first, stop = self.tree.ranges(places)
        # An element's anchors are a range: they all lead to one target if none leads elsewhere than the one before.
        changes = np.cumsum(np.append(0, links[1:] != links[:-1]))
        head, last = np.minimum(first, len(links) - 1), np.maximum(stop - 1, 0)
        only = np.where(changes[head] == changes[last], links[head], _MIXED)
        only[first == stop] = _NOWHERE
        found: list[int] = only.tolist()
        return found

    def patch(self, place: int, only: list[int]) -> int:
        """The largest element around ``place`` that holds its target only."""
        parents, target = self.tree.parents, only[place]
        above = parents[place]
        while above > 0 and only[above] == target:
            place, above = above, parents[above]
        return place

    def is_in_prose(self, place: int) -> bool:
        """Whether the link at ``place`` stands within a sentence, as those of a story's text do."""
        return self._follows_text(place) or self._is_followed_by_text(place)

    def _follows_text(self, place: int) -> bool:
        tree = self.tree
        before = tree.firsts[place] - 1
        # With another element in between, the text before is not that of the link's own line.
        if before < 0 or tree.firsts[place - 1] > before or len(tree.pieces[before]) < _START_OF_SENTENCE:
            return False
        home, _ = tree.home(before)
        return home == tree.parents[place] and len(tree.pieces[before].strip()) >= _START_OF_SENTENCE

    def _is_followed_by_text(self, place: int) -> bool:
        """Whether a sentence goes on behind the link: in small letters, or with a comma."""
        tree = self.tree
        behind, after = tree.lasts[place], tree.stops[place]
        if behind == len(tree.pieces) or (after < len(tree.tags) and tree.firsts[after] == behind):
            return False
        text = tree.pieces[behind].strip()
        goes_on = len(text) >= _START_OF_SENTENCE and (text[0].islower() or text[0] in _GOING_ON)
        return goes_on and tree.home(behind)[0] == tree.parents[place]

    def _find_anchors(self, base: str | None) -> None:
        origin = origin_of(base) if base else None
        anchors = self.tree.numbers["a"][:MAX_ANCHORS]
        self.targets = _read_links(self, anchors, origin, functools.partial(_address, base), _MAX_TEXT)

    def _find_levels(self) -> None:
        """A link may stand in a heading, or around one."""
        places, stops, tags = self.places, self.tree.stops, self.tree.tags
        self.levels = levels = [0] * len(places)
        for heading in self.headings:
            level = HEADINGS[tags[heading]]
            first = bisect_left(places, heading)
            for anchor in range(first, min(bisect_left(places, stops[heading], first), first + _MOST_IN_HEADING)):
                levels[anchor] = level
            if first and stops[places[first - 1]] > heading and not levels[first - 1]:
                levels[first - 1] = level


def read_links(
    page: LinkedPage,
    anchors: list[int],
    origin: str | None,  # noqa: ARG001 - for the twin in C, which asks for an address only where it is not plain
    address: Callable[[str], str | None],
    most: int,
    /,
) -> list[str]:
    """Write the anchors that lead somewhere into a page that has none yet; their targets come back."""
    tree, places, links, labels = page.tree, page.places, page.links, page.labels
    targets: dict[str, int] = {}
    for place in anchors:
        href = tree.nodes[place].get("href")
        url = address(href) if href else None
        if url is not None:
            places.append(place)
            links.append(targets.setdefault(url, len(targets)))
            labels.append(tree.text(place, most) or _spoken(tree.nodes[place], most))
    return list(targets)


def number_moulds(tree: FlatTree, places: list[int], /) -> list[int]:
    """What elements and those around them are called, each mould with a number of its own, the first with 0."""
    parents, tags = tree.parents, tree.tags
    further: dict[int, Mould] = {}
    # Each class is read once, however many anchors it stands around.
    classes: dict[int, str | None] = {}
    numbers: dict[Mould, int] = {}
    found = []
    for place in places:
        node, above = tree.nodes[place], parents[place]
        parent = node.getparent()
        mould: Mould = (_class_of(node),)
        if parent is not None:
            # Neighbours on a list share all but the first box around them.
            beyond = further.get(parents[above])
            if beyond is None:
                beyond = further[parents[above]] = _mould_around(tree, parent, above, classes)
            if above not in classes:
                classes[above] = _class_of(parent)
            mould = (*mould, tags[above], classes[above], beyond)
        found.append(numbers.setdefault(mould, len(numbers)))
    return found


def _mould_around(tree: FlatTree, node: etree._Element, number: int, classes: dict[int, str | None]) -> Mould:
    mould = []
    for one in islice(node.iterancestors(), _MOULD_LEVELS):
        number = tree.parents[number]
        if number not in classes:
            classes[number] = _class_of(one)
        mould.append((one.tag, classes[number]))
    return tuple(mould)


def _class_of(node: etree._Element) -> str | None:
    value = node.get("class")
    return value[:_MOST_CLASS] if value else value


# Half of a front page's addresses stood on it months ago, nearly all of them an hour ago. Bounded, for pages choose
# the keys.
@functools.lru_cache(maxsize=4096)
def _address(base: str | None, href: str) -> str | None:
    # A place on the same page, or a program.
    return normalised(href, base) if not href.startswith(("#", "javascript:")) else None


def _spoken(node: etree._Element, most: int) -> str:
    """Links laid over a card are empty, and named for those who cannot see it."""
    return " ".join((node.get("aria-label") or node.get("title") or "")[:most].split())


_read_links: Final = twin_of(read_links)
_number_moulds: Final = twin_of(number_moulds)
