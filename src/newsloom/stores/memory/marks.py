"""Marks in memory: how far work has come, and who does it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from newsloom.stores.memory.ledgers import Ledgers

__all__ = ["MemoryMarks"]


@dataclass(frozen=True, slots=True)
class MemoryMarks:
    """Notes of work that goes on for ever."""

    _ledgers: Ledgers

    def read(self, name: str, /) -> str | None:
        return self._ledgers.notes.get(name)

    def write(self, name: str, note: str, /) -> None:
        self._ledgers.notes[name] = note

    def claim(self, name: str, owner: str, now: datetime, lease_seconds: float, /) -> bool:
        holder, until = self._ledgers.claims.get(name, (owner, now))
        if holder != owner and until > now:
            return False
        self._ledgers.claims[name] = (owner, now + timedelta(seconds=lease_seconds))
        return True

    def release(self, name: str, owner: str, /) -> None:
        holder, _ = self._ledgers.claims.get(name, ("", None))
        if holder == owner:
            self._ledgers.claims.pop(name, None)
