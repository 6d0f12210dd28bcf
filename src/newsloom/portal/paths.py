"""The paths of the portal's pages, and checks of addresses before they become links.

Nothing from the press becomes a link unless it is an http(s) address.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final
from urllib.parse import quote, urlsplit

from newsloom.newsroom import article_id
from newsloom.text.urls import site_of

__all__ = [
    "article_id",
    "article_path",
    "escaped",
    "local_path",
    "outward",
    "paper_of",
    "paper_path",
    "picture_source",
    "section_path",
]

_MOST: Final = 2000

# What an address may contain unquoted (RFC 3986, section 2.3).
_UNRESERVED: Final = re.compile(r"[A-Za-z0-9._~-]*")


def article_path(url: str) -> str:
    """The page of the article with that address."""
    return f"/article/{article_id(url)}"


def paper_path(paper: str) -> str:
    """The page of a newspaper."""
    return f"/paper/{escaped(paper)}"


def section_path(section: str) -> str:
    """The page of a section."""
    return f"/section/{escaped(section)}"


def escaped(text: str) -> str:
    """The text quoted for a path or a query. A lone surrogate, which UTF-8 cannot encode, becomes a question mark."""
    # Most words and every host need no quoting; to find that out is ten times as fast as quoting them.
    return text if _UNRESERVED.fullmatch(text) else quote(text, safe="", errors="replace")


def outward(url: str | None) -> str | None:
    """The address if a browser may be sent there, else None."""
    try:
        parts = urlsplit(url or "")
        is_safe = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return None
    return url if is_safe else None


def picture_source(url: str | None, open_hosts: Container[str] = ()) -> str | None:
    """The address to load a picture from: https, so that no one in between sees it, except for ``open_hosts``."""
    address = outward(url)
    if address is None or urlsplit(address).hostname in open_hosts:
        return address
    parts = urlsplit(address)
    if parts.scheme == "https":
        return address
    return parts._replace(scheme="https", netloc=parts.netloc.removesuffix(":80")).geturl()


def paper_of(url: str) -> str:
    """The paper of an address, as stories name it. What is not an address is returned as it is."""
    return site_of(url) or url


def local_path(wanted: str | None, otherwise: str = "/") -> str:
    """The path if it is within the portal, else ``otherwise``. Browsers take "//host" and "/\\host" for other hosts."""
    if not wanted or len(wanted) > _MOST or not wanted.startswith("/") or wanted.startswith(("//", "/\\")):
        return otherwise
    # Browsers drop tabs and line breaks, and what is left may begin with two slashes.
    if "\\" in wanted or any(not one.isprintable() for one in wanted):
        return otherwise
    try:
        parts = urlsplit(wanted)
    except ValueError:
        return otherwise
    return otherwise if parts.scheme or parts.netloc else wanted
