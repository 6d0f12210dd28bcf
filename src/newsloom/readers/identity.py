"""The id of an item that leads to a story: its address in, the same id from every reader and at every time out."""

from __future__ import annotations

import functools
import hashlib
from typing import Final

__all__ = ["item_id"]

_DIGITS: Final = 16


# Most stories of a page stood on it an hour ago. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=4096)
def item_id(url: str) -> str:
    """The id of the items that lead to an address."""
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
