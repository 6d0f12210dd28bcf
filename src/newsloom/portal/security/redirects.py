"""Where a reader may be sent back to: what a form says in, a path of this portal out."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

__all__ = ["local_path"]

_MOST: Final = 2000


def local_path(wanted: str | None, otherwise: str = "/") -> str:
    """The path if it is one within the portal; browsers take "//host" and "/\\host" for other hosts."""
    if not wanted or len(wanted) > _MOST or not wanted.startswith("/") or wanted.startswith(("//", "/\\")):
        return otherwise
    # Tabs and line breaks are dropped by browsers, and what is left may begin with two slashes.
    if "\\" in wanted or any(not one.isprintable() for one in wanted):
        return otherwise
    try:
        parts = urlsplit(wanted)
    except ValueError:
        return otherwise
    return otherwise if parts.scheme or parts.netloc else wanted
