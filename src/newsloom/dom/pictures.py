"""Where a picture element's picture is: its address, also where it waits for the reader to scroll near.

An ``<img>`` or ``<source>`` goes in, the address of the picture comes out; drawings that hold a place are none.
Nothing is fetched, and captions are not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from newsloom.dom.claims import web_address
from newsloom.text.patterns import pattern

__all__ = ["picture_address"]

_MAX_SET_CHARACTERS: Final = 10_000
# Where the address waits until the reader scrolls near, as the common scripts for it call the place.
_WAITING: Final = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-original-src", "data-url")
_WAITING_OR_SHOWN: Final = (*_WAITING, "src")
_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")
# Drawn by the page itself, or one point wide, to hold a place; symbols and faces.
_PLACEHOLDER: Final = pattern(
    r"\.svg\b|\.gif\b|placeholder|spacer|blank\.|1x1|pixel|/icons?[/._-]|sprite|avatar|/themes/", re.IGNORECASE
)
# One of these is in every address of a drawing; to look for them costs a tenth of the expression.
_SIGNS: Final = ".svg .gif placeholder spacer blank. 1x1 pixel /icon sprite avatar /themes/".split()
_SIZE_IN_SET: Final = pattern(r"(?:^|,)\s*([^\s,]\S*)\s+(\d{1,5})(?:\.\d+)?[wx](?=\s*(?:,|$))")


def picture_address(element: etree._Element, base: str | None, *, least_width: int = 0) -> str | None:
    """The absolute address of the element's picture; None where it is a drawing, or declared narrower."""
    width = element.get("width") or ""
    if width.isdecimal() and 0 < int(width[:5]) < least_width:
        return None
    for link in _links(element):
        if not _is_placeholder(link):
            address = web_address(link, base)
            if address:
                return address
    return None


def _is_placeholder(link: str) -> bool:
    if link[:5].lower() == "data:":
        return True
    small = link.lower()
    return any(map(small.__contains__, _SIGNS)) and _PLACEHOLDER.search(link) is not None


def _links(element: etree._Element) -> Iterator[str]:
    for name in _WAITING if element.tag == "source" else _WAITING_OR_SHOWN:
        link = element.get(name)
        if link:
            yield link
    for name in _SETS:
        links = element.get(name)
        if links:
            sizes = _SIZE_IN_SET.findall(links[:_MAX_SET_CHARACTERS])
            yield max(sizes, key=lambda size: int(size[1]))[0] if sizes else links.split(",", 1)[0].strip()
