"""One transaction at a time in each thread: a nested one is refused, for it would wait for itself for ever."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from newsloom.errors import StoreError

__all__ = ["Turns"]


class Turns:
    """Who has a transaction open, thread by thread."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._open = threading.local()

    @contextmanager
    def take(self) -> Iterator[None]:
        """Hold this thread's turn. Raises ``StoreError`` if it is held already."""
        if getattr(self._open, "is_held", False):
            raise StoreError(self._place, "a transaction is open in this thread already; end it before opening another")
        self._open.is_held = True
        try:
            yield
        finally:
            self._open.is_held = False
