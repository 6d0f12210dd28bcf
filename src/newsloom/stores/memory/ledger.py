"""A dictionary that takes back what was written: entries in, entries out, all undone if a transaction fails."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Final, TypeVar

from newsloom.errors import StoreError

__all__ = ["PLACE", "Ledger"]

Key = TypeVar("Key")
Value = TypeVar("Value")

PLACE: Final = ":memory:"
_ABSENT: Final = object()


class Ledger(MutableMapping[Key, Value]):
    """Entries that can be written only between ``open`` and ``commit`` or ``undo``."""

    def __init__(self) -> None:
        self._entries: dict[Key, Value] = {}
        self._before: list[tuple[Key, object]] | None = None

    def open(self) -> None:
        self._before = []

    def commit(self) -> None:
        self._before = None

    def undo(self) -> None:
        """Put back what stood there when the ledger was opened."""
        for key, value in reversed(self._before or []):
            if value is _ABSENT:
                self._entries.pop(key, None)
            else:
                self._entries[key] = value  # type: ignore[assignment]
        self._before = None

    def __getitem__(self, key: Key) -> Value:
        return self._entries[key]

    def __setitem__(self, key: Key, value: Value) -> None:
        self._note(key)
        self._entries[key] = value

    def __delitem__(self, key: Key) -> None:
        self._note(key)
        del self._entries[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def _note(self, key: Key) -> None:
        if self._before is None:
            raise StoreError(PLACE, "this transaction only reads; write in one opened with transaction()")
        self._before.append((key, self._entries.get(key, _ABSENT)))
