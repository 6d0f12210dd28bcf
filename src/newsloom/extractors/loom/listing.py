"""Decides whether the kept lines of a document are a list of other stories.

The front page of a small paper has whole paragraphs of each story, so its lines read like a story. Its structure gives
it away: there are parts of one kind side by side, each with a text and a link to its own page.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final
from urllib.parse import urldefrag, urlsplit

from newsloom.dom import Document
from newsloom.dom.links import absolute_url
from newsloom.dom.outline import Outline
from newsloom.extractors.loom.linkspans import lines_with_links
from newsloom.text.casing import lower
from newsloom.text.wordlists import read_lines

__all__ = ["is_listing"]

_LEAST_PARTS: Final = 4
# At least this share of what is kept is in parts with their own link; the rest is a greeting or a note.
_LEAST_SHARE: Final = 0.75
# The part that holds a text and its link is at most this many levels above the link.
_MAX_LEVELS: Final = 5
_MAX_LINES: Final = 2_000
# A headline, not "News" or "12".
_LEAST_CHARACTERS: Final = 8
_MAX_HEADLINE_CHARACTERS: Final = 200
_MAX_ONWARD_CHARACTERS: Final = 40
_MAX_LINKS_OF_LINE: Final = 20
# Only as links at the end of a line; elsewhere they are ordinary words.
_SHORT_INVITATIONS: Final = ("more", "mehr", "details", "más", "suite", "continua", "mer", "meer")
_HERE: Final = "https://page.invalid/"


def is_listing(document: Document, kept: Sequence[int]) -> bool:
    """Whether most of what is kept is in parts that each link to another page of the site."""
    outline = document.outline
    if len(kept) < _LEAST_PARTS or outline.tree is None:
        return False
    leading = list(islice(_leading_lines(outline, kept), _MAX_LINES))
    if len(leading) < _LEAST_PARTS:
        return False
    addresses: dict[str, int] = {}
    for index in leading:
        address = _address(document, index)
        if address:
            addresses.setdefault(address, outline.columns[2][index])
    if len(addresses) < _LEAST_PARTS:
        return False
    parts: dict[int, set[int]] = defaultdict(set)
    for box in addresses.values():
        for part in _around(outline, box):
            parts[outline.parents[part]].add(part)
    best = max(parts.values(), key=len, default=set())
    return len(best) >= _LEAST_PARTS and _is_most(outline, kept, best)


def _leading_lines(outline: Outline, kept: Sequence[int]) -> Iterator[int]:
    """Yields lines, from just above the first kept one to just below the last, that are a link or end with one."""
    texts, unlinked, _ = outline.columns
    for index in lines_with_links(outline, range(max(kept[0] - 1, 0), min(kept[-1] + 2, len(texts)))):
        text = texts[index]
        is_link = not unlinked[index] and _LEAST_CHARACTERS <= len(text) <= _MAX_HEADLINE_CHARACTERS
        if is_link or _leads_on(text):
            yield index


def _leads_on(text: str) -> bool:
    return lower(text[-_MAX_ONWARD_CHARACTERS:]).rstrip(" .…»›>→)]").endswith(_onward())


@functools.cache
def _onward() -> tuple[str, ...]:
    return tuple(f" {words}" for words in (*read_lines("invitations"), *_SHORT_INVITATIONS))


def _address(document: Document, index: int) -> str | None:
    """The page of this site that the line's last link leads to; None if it leads elsewhere or to this page."""
    outline = document.outline
    tree = outline.tree
    if tree is None:
        return None
    node = outline.nodes[outline.columns[2][index]]
    links = [tree.get(inner, "href") for inner in _links_within(outline, node)]
    link = next((link for link in reversed(links) if link), None) or ""
    base = document.base or _HERE
    address = absolute_url(link, base) if not link.startswith("#") else None
    if address is None:
        return None
    page = urldefrag(address)[0]
    is_here = urlsplit(page).netloc == urlsplit(base).netloc
    return page if is_here and page != urldefrag(base)[0] else None


def _links_within(outline: Outline, node: int) -> Iterator[int]:
    """Yields the links in the node, or else the one around it."""
    tree = outline.tree
    if tree is None:
        return
    end = min(tree.ends[node], node + _MAX_LINKS_OF_LINE)
    found = [inner for inner in range(node, end) if tree.names[tree.tags[inner]] == "a"]
    around = node
    for _ in range(_MAX_LEVELS):
        around = tree.parents[around] if around >= 0 else -1
        if not found and around >= 0 and tree.names[tree.tags[around]] == "a":
            found = [around]
    yield from found


def _around(outline: Outline, box: int) -> Iterator[int]:
    for _ in range(_MAX_LEVELS):
        if outline.parents[box] < 0:
            return
        yield box
        box = outline.parents[box]


def _is_most(outline: Outline, kept: Sequence[int], parts: set[int]) -> bool:
    """Whether the parts hold most of what is kept, and enough parts hold some of it."""
    within: dict[int, int] = defaultdict(int)
    size = 0
    _, unlinked, box_of = outline.columns
    for index in kept:
        size += len(unlinked[index])
        box = box_of[index]
        while box >= 0 and box not in parts:
            box = outline.parents[box]
        if box >= 0:
            within[box] += len(unlinked[index])
    told = [part for part, characters in within.items() if characters]
    return len(told) >= _LEAST_PARTS and sum(within.values()) >= _LEAST_SHARE * size
