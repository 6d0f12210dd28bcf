"""Is this a front page at all, or one story with links around it?

A story's text is long pieces of prose in one box. A front page has such pieces too, but a card of its own for each: a
box that holds much prose and few cards is a story.
"""

from __future__ import annotations

from typing import Final

from newsloom.dom import Document
from newsloom.readers.loom.cards import Card
from newsloom.readers.loom.page import LinkedPage

__all__ = ["is_one_story"]

_LONG_PIECE: Final = 80  # characters; shorter ones are headlines, captions, menus
# Settled on the labelled pages: nineteen in twenty stories have more prose in one box, no front page has half of it.
_STORY_CHARACTERS: Final = 750
_DECLARED_CHARACTERS: Final = 350  # where the page itself says that it is a story
_CHARACTERS_A_CARD: Final = 300
_UNREAD: Final = frozenset({"a", "textarea", "option", "title"})
_OUTERMOST: Final = frozenset({"body", "html"})


def is_one_story(document: Document, page: LinkedPage, cards: list[Card]) -> bool:
    """Whether one box of the page holds more prose than its cards explain."""
    full = {box: size for box, size in _prose(page).items() if size >= _DECLARED_CHARACTERS}
    places = sorted([card.place for card in cards])
    most = max(
        (
            size
            for box, size in full.items()
            if size > _CHARACTERS_A_CARD * len(page.tree.within(box, places, len(places)))
        ),
        default=0,
    )
    # What the page declares is read last, for that costs as much as all of the above.
    return most >= _STORY_CHARACTERS or (most > 0 and "article" in (document.declared.type or "").lower())


def _prose(page: LinkedPage) -> dict[int, int]:
    """How many characters of long pieces each box holds."""
    tree = page.tree
    prose: dict[int, int] = {}
    for piece in [piece for piece, text in enumerate(tree.pieces) if len(text) > _LONG_PIECE]:
        home, is_first = tree.home(piece)
        if is_first and tree.tags[home] in _UNREAD:
            continue
        size = len(tree.pieces[piece].strip())
        # Two boxes around a paragraph: many papers put each paragraph into a box of its own.
        box = tree.parents[home] if is_first else home
        for _ in range(2):
            if box >= 0 and tree.tags[box] not in _OUTERMOST:
                prose[box] = prose.get(box, 0) + size
                box = tree.parents[box]
    return prose
