# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Finds the section heading, such as "Sport" or "Politics", that each card of a page is under.

A section heading is short and on no card. It applies to the cards that follow it in the nearest box around it that
contains any. Links that look like stories but are not count as cards here: the heading above a box of podcasts does not
apply to the news below.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from operator import attrgetter
from typing import Final

from newsloom.readers.loom.cards import Card
from newsloom.readers.loom.compact import CompactTree, count_before, is_inside
from newsloom.readers.loom.links import LinkedPage
from newsloom.text.size import count_words

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["find_sections"]

_MAX_WORDS: Final = 4
_MAX_CHARACTERS: Final = 40
_MAX_READ: Final = 2_000  # with the spaces of the code


def find_sections(page: LinkedPage, cards: list[Card], offers: list[int]) -> dict[int, str]:
    """The section of each card, by the card's element; cards under no heading are missing.

    ``offers`` are the elements of links that look like stories but are not.
    """
    names = _section_names(page, cards, offers)
    upcoming = next(names, None)
    parents: cython.int[::1] = page.tree.parents
    scopes: dict[int, str] = {}
    found: dict[int, str] = {}
    for card in sorted(cards, key=attrgetter("order")):
        while upcoming and upcoming[0] <= card.order:
            _, scope, name = upcoming
            scopes[scope] = name
            upcoming = next(names, None)
        section = _nearest_section(parents, card.element, scopes) if scopes else None
        if section:
            found[card.element] = section
    return found


def _section_names(page: LinkedPage, cards: list[Card], offers: list[int]) -> Iterator[tuple[int, int, str]]:
    """For each section the number of anchors before its heading, the box it applies to, and its name."""
    tree = page.tree
    elements = {card.element for card in cards}
    places = sorted({*elements, *offers})
    is_on_card: cython.int[::1] = is_inside(tree, places)
    cards_before: cython.int[::1] = count_before(tree, places)
    offers_before: cython.int[::1] = count_before(tree, offers)
    ends: cython.int[::1] = tree.ends
    known: dict[int, int] = {}
    heading: cython.Py_ssize_t
    for heading in page.headings:
        is_of_offer: cython.bint = offers_before[ends[heading]] > offers_before[heading]
        if is_of_offer or is_on_card[heading] or tree.size(heading) > _MAX_READ:
            continue
        name = tree.text(heading, _MAX_READ, separator=" ")
        if _is_name(name):
            scope = _scope_of(tree, heading, cards_before, known)
            if scope > 0:
                yield bisect_left(page.elements, heading), scope, name


@cython.cfunc
def _scope_of(
    tree: CompactTree, heading: cython.Py_ssize_t, cards_before: cython.int[::1], known: dict[int, int]
) -> cython.Py_ssize_t:
    """The nearest element around a heading that contains a card, or -1.

    Thousands of headings may share a path of a thousand ancestors: ``known`` caches where it ends.
    """
    parents: cython.int[::1] = tree.parents
    ends: cython.int[::1] = tree.ends
    element: cython.Py_ssize_t = heading
    passed = []
    while element >= 0 and element not in known and cards_before[ends[element]] == cards_before[element]:
        passed.append(element)
        element = parents[element]
    found: cython.Py_ssize_t = known.get(element, element)
    known.update(dict.fromkeys(passed, found))
    return found


@cython.cfunc
def _nearest_section(parents: cython.int[::1], element: cython.Py_ssize_t, scopes: dict[int, str]) -> str | None:
    element = parents[element]
    while element >= 0:
        name = scopes.get(element)
        if name is not None:
            return name
        element = parents[element]
    return None


def _is_name(text: str) -> bool:
    return 1 < len(text) <= _MAX_CHARACTERS and count_words(text) <= _MAX_WORDS and any(map(str.isalpha, text))
