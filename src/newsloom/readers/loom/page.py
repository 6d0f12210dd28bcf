"""A front page as its links see it: every anchor, what it stands in, and what surrounds it alone.

A Document goes in; its anchors come out with the elements around them, and nothing else of the page is visited: that
is a third of it. A *patch* is the largest element around an anchor in which no other address is linked: before
anything is known of a page, that is the best guess at what belongs to the link. Nothing here decides what is news.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, cast

from lxml import etree

from newsloom.dom import Document
from newsloom.text.addresses import normalised

__all__ = ["HEADINGS", "PICTURES", "PLACES", "Anchor", "LinkedPage", "Sight", "text_length"]

HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
PICTURES: Final = ("img", "picture", "video", "amp-img", "a-img")
_SIGHTS: Final = (*HEADINGS, *PICTURES, "time")
# <article> is not among them: a reader that leans on it is lost where cards are plain boxes.
PLACES: Final = ("nav", "header", "footer", "aside", "li", "form", "table", "p")
MAX_ANCHORS: Final = 10_000
"""Links beyond this are not looked at; the front page richest in links at hand has 1,100."""

_PLACE_BITS: Final = {tag: 1 << bit for bit, tag in enumerate(PLACES)}
_MAX_TEXT: Final = 600
_MOULD_LEVELS: Final = 4
_NOWHERE: Final = -1
_MIXED: Final = -2
# A heading or a picture of a card lies a few boxes deep in its link.
_MAX_STEPS: Final = 12
# Characters: what is shorter is a kicker, a place or a number before a headline.
_START_OF_SENTENCE: Final = 25


@dataclass(slots=True, kw_only=True)
class Anchor:
    """One link of the page; ``level`` is that of the heading it stands in or holds, 0 where there is none."""

    place: int
    target: int
    text: str
    level: int
    has_picture: bool = False


class Sight(NamedTuple):
    """A heading, a picture or a time: the nearest place around it, and how many anchors come before it."""

    element: etree._Element
    place: int
    order: int


@dataclass(slots=True)
class LinkedPage:
    """The anchors, and by index the elements that are or hold one, as the page has them: those further out first.

    ``headings``, ``pictures`` and ``times`` are those near an anchor, in the order of the page.
    """

    elements: list[etree._Element] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    index: dict[etree._Element, int] = field(default_factory=dict)
    headings: list[Sight] = field(default_factory=list)
    pictures: list[Sight] = field(default_factory=list)
    times: list[Sight] = field(default_factory=list)

    @classmethod
    def of(cls, document: Document) -> LinkedPage:
        page = cls()
        if document.root is not None:
            page._look_around(page._find_anchors(document.root, document.base))
        return page

    def mould(self, place: int) -> tuple[object, ...]:
        """What an element and those around it are called: cards of one kind have one mould."""
        parts: list[object] = []
        while place >= 0 and len(parts) < 2 * _MOULD_LEVELS:
            element = self.elements[place]
            parts += (element.tag, element.get("class"))
            place = self.parents[place]
        return tuple(parts)

    def only_targets(self, is_counted: list[bool] | None = None) -> list[int]:
        """For each element the one target linked within it, negative where there is none or more than one."""
        only = [_NOWHERE] * len(self.elements)
        for anchor in self.anchors:
            place, target = anchor.place, anchor.target
            if is_counted and not is_counted[target]:
                continue
            # Above an element that is marked so already, everything is.
            while place >= 0 and only[place] != target and only[place] != _MIXED:
                only[place] = target if only[place] == _NOWHERE else _MIXED
                if only[place] == _MIXED:
                    target = _MIXED
                place = self.parents[place]
        return only

    def patch(self, place: int, only: list[int]) -> int:
        """The largest element around ``place`` that holds its target only."""
        parents = self.parents
        while parents[place] > 0 and only[parents[place]] == only[place]:
            place = parents[place]
        return place

    def is_in_prose(self, anchor: Anchor) -> bool:
        """Whether the link stands within a sentence, as those of a story's text do."""
        element = self.elements[anchor.place]
        before = element.getprevious()
        parent = element.getparent()
        text = before.tail if before is not None else parent.text if parent is not None else None
        return text is not None and len(text.strip()) >= _START_OF_SENTENCE

    def holding(self, found: Iterable[int]) -> list[bool]:
        """For each element whether one of the places found is in it."""
        marks = [False] * len(self.elements)
        for one in found:
            place = one
            while place >= 0 and not marks[place]:
                marks[place] = True
                place = self.parents[place]
        return marks

    def _find_anchors(self, root: etree._Element, base: str | None) -> list[tuple[etree._Element, int]]:
        """Enter the anchors; what else is worth a look comes back, with how many anchors come before each."""
        targets: dict[str, int] = {}
        known: dict[str, str | None] = {}
        others = []
        for element in root.iter("a", *_SIGHTS):
            if element.tag != "a":
                others.append((element, len(self.anchors)))
                continue
            href = element.get("href")
            if not href or href.startswith(("#", "javascript:")):
                continue
            if href not in known:
                known[href] = normalised(href, base)
            url = known[href]
            if url is None or len(self.anchors) == MAX_ANCHORS:
                continue
            place = self._add(element)
            target = targets.setdefault(url, len(targets))
            self.anchors.append(Anchor(place=place, target=target, text=_label(element), level=self._level(place)))
        self.targets = list(targets)
        return others

    def _add(self, element: etree._Element) -> int:
        """The element's index; it and those around it are entered where they are new."""
        index = self.index
        new = []
        one: etree._Element | None = element
        while one is not None and one not in index:
            new.append(one)
            one = one.getparent()
        above = index[one] if one is not None else _NOWHERE
        for one in reversed(new):
            place = index[one] = len(self.elements)
            self.elements.append(one)
            self.parents.append(above)
            self.places.append((self.places[above] if above >= 0 else 0) | _PLACE_BITS.get(str(one.tag), 0))
            above = place
        return above

    def _level(self, place: int) -> int:
        for _ in range(3):
            place = self.parents[place]
            if place < 0:
                break
            level = HEADINGS.get(str(self.elements[place].tag))
            if level:
                return level
        return 0

    def _look_around(self, others: list[tuple[etree._Element, int]]) -> None:
        anchors = {anchor.place: anchor for anchor in self.anchors}
        for element, order in others:
            sight = Sight(element, self._nearest(element), order)
            if sight.place < 0:
                continue
            anchor = anchors.get(sight.place)
            level = HEADINGS.get(str(element.tag))
            if level:
                self.headings.append(sight)
                if anchor and not anchor.level:
                    anchor.level = level
            elif element.tag == "time":
                self.times.append(sight)
            else:
                self.pictures.append(sight)
                if anchor:
                    anchor.has_picture = True

    def _nearest(self, element: etree._Element) -> int:
        """The nearest element around this one, or itself, that is or holds an anchor."""
        one: etree._Element | None = element
        for _ in range(_MAX_STEPS):
            if one is None:
                break
            if one in self.index:
                return self.index[one]
            one = one.getparent()
        return _NOWHERE


_as_text = etree.XPath("string()", smart_strings=False)
_length = etree.XPath("string-length()")


def text_length(element: etree._Element) -> int:
    """How many characters stand in an element, which need not be put together for that."""
    return int(cast("float", _length(element)))


def _label(element: etree._Element) -> str:
    text = " ".join(str(_as_text(element))[: 2 * _MAX_TEXT].split())
    # Links laid over a card are empty, and named for those who cannot see it.
    return (text or (element.get("aria-label") or element.get("title") or "").strip())[:_MAX_TEXT]
