"""The store in one file, which is the default, and the same store in memory."""

from __future__ import annotations

from newsloom.stores.sqlite.memory import MemoryStore
from newsloom.stores.sqlite.store import SqliteStore

__all__ = ["MemoryStore", "SqliteStore"]
