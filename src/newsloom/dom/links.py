"""Absolute URLs of links: a page's root and URL in, the base of its links out; a link and its base in, a URL out."""

from __future__ import annotations

import functools
import re
from itertools import islice
from typing import Final
from urllib.parse import urljoin, urlsplit

from lxml import etree

from newsloom.dom.shorttext import one_line
from newsloom.text.patterns import pattern

__all__ = ["absolute_url", "base_url"]

# Browsers take the first that has an address.
_MAX_BASES: Final = 10
# Most links are absolute and plain; splitting and joining them takes ten times as long.
_ABSOLUTE: Final = pattern(r"https?://[a-zA-Z0-9.-]{1,253}(?:/[!-~]{0,2000}(?<![?#]))?")
_ORIGIN: Final = pattern(r"https?://[a-zA-Z0-9.-]{1,253}(?=[/?#]|\Z)")
# A path from the root, or from a host, in which nothing is to be resolved, and its query; to join it with the base
# takes three times as long.
_PATH: Final = pattern(
    r"(?://[a-zA-Z\d.-]{1,253})?/[\w~%=,:@+-][\w~%=,:@+.-]*(?:/+[\w~%=,:@+-][\w~%=,:@+.-]*)*/?(?:\?[!-\"$-~]+)?",
    re.ASCII,
)


def base_url(root: etree._Element | None, url: str | None) -> str | None:
    """The base of the page's links: its base element's address where it has one, else its own."""
    if root is None:
        return url
    # The head is all that is searched; where it ends early, the body begins. The iterator is one match ahead, so it
    # is given what every body holds: else it would walk the whole page for another base.
    for element in islice(root.iter("base", "body", "div", "p", "a"), _MAX_BASES):
        if element.tag == "body":
            break
        address = absolute_url(element.get("href"), url) if element.tag == "base" else None
        if address:
            return address
    return url


def absolute_url(link: str | None, base: str | None) -> str | None:
    """The link made absolute; None unless it is http or https and names a host."""
    if not link:
        return None
    if _ABSOLUTE.fullmatch(link):
        return link
    root = _root_of(base) if base and _PATH.fullmatch(link) else None
    if root is None:
        return _joined(link, base)
    return root.partition("//")[0] + link if link.startswith("//") else root[:-1] + link


# The links of a page have one base. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=64)
def _root_of(base: str) -> str | None:
    origin = _ORIGIN.match(base)
    return f"{origin[0]}/" if origin else _joined("/", base)


def _joined(link: str, base: str | None) -> str | None:
    try:
        address = urljoin(base or "", one_line(link))
        parts = urlsplit(address)
    except ValueError:
        return None
    return address if parts.scheme in {"http", "https"} and parts.netloc else None
