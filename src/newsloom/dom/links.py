"""Finds the base of a page's links and makes links absolute."""

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

# Browsers use the first one that has an address.
_MAX_BASES: Final = 10
# Most links are absolute and plain; splitting and joining them takes ten times as long.
_ABSOLUTE: Final = pattern(r"https?://[a-zA-Z0-9.-]{1,253}(?:/[!-~]{0,2000}(?<![?#]))?")
_ORIGIN: Final = pattern(r"https?://[a-zA-Z0-9.-]{1,253}(?=[/?#]|\Z)")
# A path from the root or from a host in which nothing needs to be resolved, and its query. Joining it with the base
# by ``urljoin`` takes three times as long.
_PATH: Final = pattern(
    r"(?://[a-zA-Z\d.-]{1,253})?/[\w~%=,:@+-][\w~%=,:@+.-]*(?:/+[\w~%=,:@+-][\w~%=,:@+.-]*)*/?(?:\?[!-\"$-~]+)?",
    re.ASCII,
)


def base_url(root: etree._Element | None, url: str | None) -> str | None:
    """The base of the page's links: the address of its base element if it has one, else its own URL."""
    if root is None:
        return url
    # Only the head is searched. The iterator is always one match ahead, so it also looks for tags that every body
    # contains: otherwise it would walk the whole page in search of another base.
    for element in islice(root.iter("base", "body", "div", "p", "a"), _MAX_BASES):
        if element.tag == "body":
            break
        address = absolute_url(element.get("href"), url) if element.tag == "base" else None
        if address:
            return address
    return url


def absolute_url(link: str | None, base: str | None) -> str | None:
    """The absolute URL of a link; None unless it is http or https and has a host."""
    if not link:
        return None
    if _ABSOLUTE.fullmatch(link):
        return link
    root = _root_of(base) if base and _PATH.fullmatch(link) else None
    if root is None:
        return _joined(link, base)
    return root.partition("//")[0] + link if link.startswith("//") else root[:-1] + link


# The links of a page have one base. Bounded because the keys come from pages.
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
