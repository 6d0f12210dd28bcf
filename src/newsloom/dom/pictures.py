"""Finds the address of the picture of an ``<img>`` or ``<source>``, including those that load lazily.

Placeholders and icons do not count as pictures. Nothing is fetched, and captions are not read.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from newsloom.dom.links import absolute_url
from newsloom.dom.tree import Tree
from newsloom.text.keywords import Keywords
from newsloom.text.patterns import pattern

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["picture_address", "picture_address_at"]

_MAX_SET_CHARACTERS: Final = 10_000
# After each comma the expression may read the rest of the set; real sets have a few dozen commas.
_MAX_COMMAS: Final = 256
# Attributes in which common lazy-loading scripts keep the address.
_WAITING: Final = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-url")
_WAITING_OR_SHOWN: Final = (*_WAITING, "src")
_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")
_PLACES: Final = (*_WAITING_OR_SHOWN, *_SETS)
_ATTRIBUTES: Final = ("width", *_PLACES)
# Placeholders, which are drawn by the page itself or one point wide; icons and avatars.
_PLACEHOLDER: Final = pattern(
    r"\.svg\b|\.gif\b|placeholder|spacer|blank\.|1x1|pixel|/icons?[/._-]|sprite|avatar|/themes/", re.IGNORECASE
)
# Every such address contains one of these. Most addresses do not and are not matched with the expression.
_SIGNS: Final = ".svg .gif placeholder spacer blank. 1x1 pixel /icon sprite avatar /themes/".split()
_SIZE_IN_SET: Final = pattern(r"(?:^|,)\s*+([^\s,]\S*+)\s++(\d{1,5}+)(?:\.\d++)?+[wx](?=\s*+(?:,|$))")


def picture_address(element: etree._Element, base: str | None, *, least_width: int = 0) -> str | None:
    """The absolute address of the element's picture; None if it is a placeholder or declared narrower.

    The first attribute with a usable address counts; of a set of links only the widest is tried.
    """
    return _first_address(map(element.get, _ATTRIBUTES), element.tag, base, least_width)


def picture_address_at(tree: Tree, node: int, base: str | None, *, least_width: int = 0) -> str | None:
    """The same for a node of a tree."""
    return _first_address(iter(tree.get_each(node, _ATTRIBUTES)), tree.tag(node), base, least_width)


def _first_address(values: Iterator[str | None], tag: object, base: str | None, least_width: int) -> str | None:
    width = next(values) or ""
    if width.isdecimal() and 0 < int(width[:5]) < least_width:
        return None
    for place, link in zip(_PLACES, values, strict=True):
        if not link or (place == "src" and tag == "source"):
            continue
        found = _address(_widest(link) if place in _SETS else link, base)
        if found:
            return found
    return None


def _widest(links: str) -> str:
    """The widest of a set of links; the first if no widths are given."""
    start = links[:_MAX_SET_CHARACTERS]
    if start.count(",") > _MAX_COMMAS:
        start = ",".join(start.split(",", _MAX_COMMAS)[:_MAX_COMMAS])
    sizes = _SIZE_IN_SET.findall(start)
    return max(sizes, key=lambda size: int(size[1]))[0] if sizes else links.split(",", 1)[0].strip()


@cython.ccall
def _address(link: str, base: str | None) -> str | None:
    return None if _is_placeholder(link) else absolute_url(link, base)


@cython.ccall
def _is_placeholder(link: str) -> cython.bint:
    if link[:5].lower() == "data:":
        return True
    return _signs().bits_in(link) != 0 and _PLACEHOLDER.search(link) is not None


@functools.cache
def _signs() -> Keywords:
    return Keywords(dict.fromkeys(_SIGNS, 1))
