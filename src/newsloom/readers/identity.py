"""Computes the id of an item from the address it links to, so that every reader gives it the same id at any time."""

from __future__ import annotations

import functools
import hashlib
from typing import Final

__all__ = ["item_id"]

_DIGITS: Final = 16


# Most stories on a page were already there an hour ago. The cache is bounded because pages choose the keys.
@functools.lru_cache(maxsize=4096)
def item_id(url: str) -> str:
    """The id of the items that lead to an address."""
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
