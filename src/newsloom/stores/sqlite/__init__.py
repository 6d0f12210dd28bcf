"""The store in one file: the default."""

from __future__ import annotations

from newsloom.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
