"""Whether readers may be kept waiting for a moment: how long each wait was in, yes or no out.

What takes a millisecond is done sooner than given to a thread; but a disk that turns, or a file on another machine, may
take a hundred times as long, and then nobody else shall wait for it. For one thread, the event loop's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["Patience"]

# A page with sixty reports takes some ten milliseconds; a machine with too much to do adds as many.
_LONG_SECONDS: Final = 0.05
# After one long wait, which a busy machine has now and then; twice as long after each that comes soon after it, as
# they do where the disk is slow or some pages are: there everyone waits once a minute.
_REST_SECONDS: Final = 0.5
_LONGEST_REST_SECONDS: Final = 60.0
# Soon: within so many rests after the last one.
_SOON: Final = 10


class Patience:
    """Lost with a long wait, found again after a rest; ``is_any`` False: there never is. ``clock`` counts seconds."""

    def __init__(self, clock: Callable[[], float], *, is_any: bool = True) -> None:
        self._clock = clock
        self._is_any = is_any
        self._lost_until = float("-inf")
        self._rest_seconds = 0.0

    def is_left(self) -> bool:
        return self._is_any and self._clock() >= self._lost_until

    @contextmanager
    def spent(self) -> Iterator[None]:
        """Everyone waits for what is done in the block."""
        began = self._clock()
        try:
            yield
        finally:
            self._note(began, self._clock())

    def _note(self, began: float, ended: float) -> None:
        if ended - began <= _LONG_SECONDS:
            return
        is_soon = began - self._lost_until <= _SOON * self._rest_seconds
        self._rest_seconds = min(2 * self._rest_seconds, _LONGEST_REST_SECONDS) if is_soon else _REST_SECONDS
        self._lost_until = ended + self._rest_seconds
