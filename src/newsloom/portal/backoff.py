"""Decides, by how long recent pages took, whether a page may be rendered on the event loop.

A page that takes a millisecond is rendered sooner than it is handed to a thread. On a slow disk, or a file on another
machine, it may take a hundred times as long and hold up every reader; then pages go to threads for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["InlineBackoff"]

# A page with sixty reports takes some ten milliseconds; a busy machine adds as many.
_SLOW_SECONDS: Final = 0.05
# The pause after one slow page, which a busy machine has now and then. It doubles with each slow page that follows
# soon, as on a slow disk or with slow pages: there everyone waits once a minute.
_PAUSE_SECONDS: Final = 0.5
_LONGEST_PAUSE_SECONDS: Final = 60.0
# "Soon" is within this many pauses after the last one.
_SOON: Final = 10


class InlineBackoff:
    """Backs off after a slow page, and longer after each that follows soon; always if ``is_enabled`` is False.

    ``clock`` counts seconds. Not thread-safe: for the event loop only.
    """

    def __init__(self, clock: Callable[[], float], *, is_enabled: bool = True) -> None:
        self._clock = clock
        self._is_enabled = is_enabled
        self._closed_until = float("-inf")
        self._pause_seconds = 0.0

    def is_open(self) -> bool:
        return self._is_enabled and self._clock() >= self._closed_until

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Time the block, which holds up the event loop."""
        began = self._clock()
        try:
            yield
        finally:
            self._note(began, self._clock())

    def _note(self, began: float, ended: float) -> None:
        if ended - began <= _SLOW_SECONDS:
            return
        is_soon = began - self._closed_until <= _SOON * self._pause_seconds
        self._pause_seconds = min(2 * self._pause_seconds, _LONGEST_PAUSE_SECONDS) if is_soon else _PAUSE_SECONDS
        self._closed_until = ended + self._pause_seconds
