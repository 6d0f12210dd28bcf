"""Checks of every store, whatever its database: one function for each promise.

Each check takes an open, empty store; a broken promise raises an ``AssertionError`` with a plain message. How fast a
store is, and what it survives, is not checked here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from newsloom.stores.protocol import Store
from newsloom.testing.store_checks import articles, leases, links, lists, pages, search, stories, transactions

__all__ = ["STORE_CHECKS"]

# All public names of these modules are checks.
_GROUPS: Final = (leases, pages, links, articles, lists, search, stories, transactions)

STORE_CHECKS: Final[tuple[Callable[[Store], None], ...]] = tuple(
    getattr(group, name) for group in _GROUPS for name in group.__all__
)
