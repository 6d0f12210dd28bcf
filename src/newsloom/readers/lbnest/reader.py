"""Reads items off a front page by its links: filters judge each link, and a search finds teasers for some they reject.

The paper's later steps, finding a story's text and picture on the linked page, are not part of a reader.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final

from newsloom.dom import Document
from newsloom.parameters import Between, Count
from newsloom.readers.identity import item_id
from newsloom.readers.lbnest.filters import LinkingPage, linking_page, page_link
from newsloom.readers.lbnest.sequences import Sequence, Step, declared_steps, ready, shipped_sequence
from newsloom.readers.lbnest.teasers import TEASER, Teaser, TeaserSearch
from newsloom.readers.runs import Anchor, TextFlow, joined, split_headline, text_flow
from newsloom.records import Item

__all__ = ["ANCHOR", "LinkReader"]

ANCHOR: Final = "anchor"
"""The pattern of items found by their anchor text."""


@dataclass(frozen=True, kw_only=True)
class LinkReader:
    """Take links that pass a sequence of filters, or that stand beside a teaser (LBNEST, 2009)."""

    name: ClassVar[str] = "lbnest"
    version: ClassVar[int] = 3
    PAPER: ClassVar[Mapping[str, Any]] = {}
    FILES: ClassVar[Mapping[str, Callable[[str], Any]]] = {"filters": declared_steps}

    filters: tuple[Step, ...] | None = None  # None: those in data/links.toml
    levels: Annotated[int, Between(0, 100)] = 3  # levels of neighbours searched for a teaser; 0: no search
    least_teaser_words: Count = 8

    def read(self, document: Document, /) -> tuple[Item, ...]:
        flow = text_flow(document)
        page = linking_page(document.url, document.declared.sites)
        pile = _sorted_out(flow, page, ready(shipped_sequence() if self.filters is None else self.filters))
        teasers = self._teasers(flow, pile)
        anchors = sorted([*pile.accepted.values(), *(anchor for anchor, _ in teasers.values())], key=_place)
        return tuple(
            _item(document, flow, anchor, position, teasers.get(anchor.url)) for position, anchor in enumerate(anchors)
        )

    def _teasers(self, flow: TextFlow, pile: _Pile) -> dict[str, tuple[Anchor, Teaser]]:
        search = TeaserSearch(levels=self.levels, least_words=self.least_teaser_words)
        found: dict[str, tuple[Anchor, Teaser]] = {}
        for anchor in pile.in_doubt:
            if self.levels and anchor.url not in pile.accepted and anchor.url not in found:
                teaser = search.around(flow, anchor)
                if teaser:
                    found[anchor.url] = anchor, teaser
        return found


@dataclass(slots=True)
class _Pile:
    """The first anchor that passed for each address, and the anchors that a teaser may rescue."""

    accepted: dict[str, Anchor] = field(default_factory=dict)
    in_doubt: list[Anchor] = field(default_factory=list)


def _sorted_out(flow: TextFlow, page: LinkingPage, sequence: Sequence) -> _Pile:
    pile = _Pile()
    for anchor in flow.anchors:
        if anchor.url in pile.accepted:
            continue
        link = page_link(anchor.url, joined(flow.runs[anchor.start : anchor.stop]))
        may_be_rescued = next((rescue for passes, rescue in sequence if not passes(link, page)), None)
        if may_be_rescued is None:
            pile.accepted[anchor.url] = anchor
        elif may_be_rescued:
            pile.in_doubt.append(anchor)
    return pile


def _item(
    document: Document, flow: TextFlow, anchor: Anchor, position: int, found: tuple[Anchor, Teaser] | None
) -> Item:
    headline, text = found[1] if found else split_headline(flow.runs[anchor.start : anchor.stop])
    return Item(
        id=item_id(anchor.url),
        page_url=document.url,
        headline=headline,
        text=text,
        url=anchor.url,
        image=flow.picture(anchor.url),
        pattern=TEASER if found else ANCHOR,
        position=position,
    )


def _place(anchor: Anchor) -> int:
    return anchor.start
