"""Decides from the folders and the host of an address whether its page may be a story at all.

Offers, topics and series have cards that look like those of stories, and addresses as long; but papers use few names
for the folders and hosts where they keep them (``data/places.txt``). Addresses must be in their normal form.
"""

from __future__ import annotations

import functools
import pkgutil
from collections.abc import Mapping
from typing import Final

from newsloom.readers.loom.urls import shape_of
from newsloom.text.patterns import pattern

__all__ = ["is_live", "is_no_story", "is_of_offers", "names_story"]

# An address names a story if it has this many words, or a number of this many digits.
_NAMING_WORDS: Final = 4
_NAMING_DIGITS: Final = 5
_PICTURES: Final = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg")
# The beginning of an identifier: "a08de25a-0bc1-…".
_IDENTIFIER: Final = pattern(r"[0-9a-f]{8}-[0-9a-f]{4}")


def is_no_story(url: str, host: str) -> bool:
    """Whether the address is that of an offer or a list of stories; ``host`` is the page's own.

    The page's own host is not judged: a paper's games are not news on its front page, but are on that of the games.
    """
    own, _, path = url.partition("://")[2].partition("?")[0].partition("/")
    if own != host and own.partition(".")[0] in _names()["host"]:
        return True
    *folders, last = path.lower().rstrip("/").split("/")
    if last.endswith(_PICTURES) or not _names()["trade"].isdisjoint(folders):
        return True
    if folders and folders[-1] in _names()["listing"] and not _has_number(url, last):
        return True
    return not names_story(url) and not _names()["offer"].isdisjoint((*folders, last))


def is_live(url: str) -> bool:
    """Whether the address is in a folder of live tickers, which papers name differently from their stories."""
    *folders, last = url.partition("://")[2].partition("?")[0].lower().rstrip("/").split("/")[1:] or [""]
    return bool(last) and not _names()["live"].isdisjoint(folders)


def is_of_offers(url: str) -> bool:
    """Whether the address is in a folder of offers or lists, even if it names a story."""
    folders = url.partition("://")[2].partition("?")[0].lower().split("/")[1:-1]
    return any(not _names()[kind].isdisjoint(folders) for kind in ("listing", "offer", "trade"))


def names_story(url: str) -> bool:
    """Whether the address has enough words, or a number long enough, to name one story."""
    shape = shape_of(url)
    return len(shape.slug) >= _NAMING_WORDS or shape.longest_number >= _NAMING_DIGITS


def _has_number(url: str, last: str) -> bool:
    return shape_of(url).longest_number >= _NAMING_DIGITS or _IDENTIFIER.search(last) is not None


@functools.cache
def _names() -> Mapping[str, frozenset[str]]:
    content = pkgutil.get_data(__package__, "data/places.txt") or b""
    rows = [line.split() for line in content.decode().splitlines() if line and not line.startswith("#")]
    kinds = {kind for kind, *_ in rows}
    return {kind: frozenset(name for own, *names in rows if own == kind for name in names) for kind in kinds}
