"""Is this a front page at all, or one story with links around it?

A story has a headline that leads nowhere, and long pieces of prose in one box. A front page has such pieces too, but a
card of its own for each, and what it asks about cookies stands in a dialog: a box that holds much of the page's prose
and few cards is a story.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain, islice
from typing import Final

from lxml import etree

from newsloom.dom import Document
from newsloom.readers.loom.cards import Card
from newsloom.readers.loom.flat import FlatTree
from newsloom.readers.loom.headline import word_count
from newsloom.readers.loom.page import LinkedPage
from newsloom.text.addresses import normalised

__all__ = ["is_one_story"]

_LONG_PIECE: Final = 80  # characters; shorter ones are headlines, captions, menus
# Settled on the labelled pages: nineteen in twenty stories have more prose in one box, no front page has half of it.
_STORY_CHARACTERS: Final = 750
_DECLARED_CHARACTERS: Final = 350  # where the page itself says that it is a story
_CHARACTERS_A_CARD: Final = 300
# Of all long pieces, where the page has no headline: pages that print many stories whole have a tenth in each box.
_LEAST_SHARE: Final = 0.25
_LEAST_SHARE_DECLARED: Final = 0.1
# Pages of sections say that they are articles, too, and have a name of four words: no teaser is a twentieth of a page.
_LEAST_SHARE_HEADED: Final = 0.05
_NEWS: Final = "newsarticle"  # of schema.org, with its kinds
_HEADLINE_WORDS: Final = 4  # a section's name has fewer
_MOST_HEADINGS: Final = 20
_MOST_HEADLINE: Final = 300
_UNREAD: Final = frozenset({"textarea", "option", "title"})
_FURNITURE: Final = ("nav", "footer")
_OUTERMOST: Final = frozenset({"body", "html"})
_DIALOGS: Final = (".//*[@role='dialog']", ".//*[@role='alertdialog']", ".//*[@aria-modal='true']")
_MOST_DIALOGS: Final = 20


def is_one_story(document: Document, page: LinkedPage, cards: list[Card]) -> bool:
    """Whether the page says that its headline is news, or one box holds more prose than its cards explain."""
    pieces = [piece for piece, text in enumerate(page.tree.pieces) if len(text) > _LONG_PIECE]
    most, _ = _most_prose(page, pieces, cards)
    headline = _headline(document, page)
    if not headline and most < _STORY_CHARACTERS:
        return False
    # What few front pages need is read last, for that costs as much as all of the above.
    if headline and _is_declared_news(document, headline):
        return True
    if most < _DECLARED_CHARACTERS:
        return False
    asked = _texts_of_dialogs(document.root)
    most, share = _most_prose(page, [piece for piece in pieces if page.tree.pieces[piece].strip() not in asked], cards)
    is_declared = "article" in (document.declared.type or "").lower()
    if headline:
        return most >= _STORY_CHARACTERS or (
            is_declared and most >= _DECLARED_CHARACTERS and share >= _LEAST_SHARE_HEADED
        )
    return most >= _STORY_CHARACTERS and share >= (_LEAST_SHARE_DECLARED if is_declared else _LEAST_SHARE)


def _is_declared_news(document: Document, headline: str) -> bool:
    """Whether the page declares a piece of news of that name: front pages declare those of their cards."""
    if not (document.declared.type or "").lower().endswith(_NEWS):
        return False
    words = set(headline.lower().split())
    told = set(document.declared.title_of.get("json-ld", "").lower().split())
    return 2 * len(words & told) >= len(words)


def _headline(document: Document, page: LinkedPage) -> str:
    """The page's own headline: one that leads nowhere, or to the page itself; empty where there is none."""
    own = normalised(document.url) if document.url else None
    for heading in page.tree.numbers["h1"][:_MOST_HEADINGS]:
        text = page.tree.text(heading, _MOST_HEADLINE)
        if word_count(text) >= _HEADLINE_WORDS and _led_to(page, heading) <= {own}:
            return text
    return ""


def _led_to(page: LinkedPage, heading: int) -> set[str]:
    """Where the links in a heading lead, and the link around it."""
    first = bisect_left(page.places, heading)
    stop = bisect_left(page.places, page.tree.stops[heading], first)
    if first and page.tree.stops[page.places[first - 1]] > heading:
        first -= 1
    return {page.targets[target] for target in page.links[first:stop]}


def _most_prose(page: LinkedPage, pieces: list[int], cards: list[Card]) -> tuple[int, float]:
    """The size of the largest box of prose that cards do not explain, and its share of all long pieces."""
    places = sorted([card.place for card in cards])
    prose = _prose(page, pieces)
    most = max(
        (
            size
            for box, size in prose.items()
            if size > _CHARACTERS_A_CARD * len(page.tree.within(box, places, len(places)))
        ),
        default=0,
    )
    return most, most / max(sum(len(page.tree.pieces[piece]) for piece in pieces), 1)


def _prose(page: LinkedPage, pieces: list[int]) -> dict[int, int]:
    """How many characters of long pieces each box holds; those in links, menus and footers are not counted."""
    tree = page.tree
    if not pieces:
        return {}
    # A tag left open holds the rest of the page, and its headline.
    around = _around(tree, tree.numbers["h1"][:_MOST_HEADINGS])
    is_skipped = tree.inside([place for place in (*page.places, *tree.tagged(_FURNITURE)) if place not in around])
    prose: dict[int, int] = {}
    for piece in pieces:
        home, is_first = tree.home(piece)
        if is_skipped[home] or (is_first and tree.tags[home] in _UNREAD):
            continue
        size = len(tree.pieces[piece].strip())
        # Two boxes around a paragraph: many papers put each paragraph into a box of its own.
        box = tree.parents[home] if is_first else home
        for _ in range(2):
            if box >= 0 and tree.tags[box] not in _OUTERMOST:
                prose[box] = prose.get(box, 0) + size
                box = tree.parents[box]
    return prose


def _around(tree: FlatTree, places: list[int]) -> set[int]:
    found: set[int] = set()
    for place in places:
        while place >= 0 and place not in found:
            found.add(place)
            place = tree.parents[place]  # noqa: PLW2901 - the way up
    return found


def _texts_of_dialogs(root: etree._Element | None) -> set[str]:
    """The long texts of what is laid over the page: questions about cookies, offers, mostly."""
    if root is None:
        return set()
    dialogs = islice(chain.from_iterable(map(root.iterfind, _DIALOGS)), _MOST_DIALOGS)
    return {str(text).strip() for dialog in dialogs for text in dialog.itertext() if len(text) > _LONG_PIECE}
