"""The store in one file, the default; and the same in memory."""

from __future__ import annotations

from newsloom.stores.sqlite.memory import MemoryStore
from newsloom.stores.sqlite.store import SqliteStore

__all__ = ["MemoryStore", "SqliteStore"]
