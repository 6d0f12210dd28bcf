"""The store that lives as long as its process: for tests of what is not about storage, and for trying things out."""

from __future__ import annotations

from newsloom.stores.memory.store import MemoryStore

__all__ = ["MemoryStore"]
