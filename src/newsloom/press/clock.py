"""The clock of the made-up week: it stands where it is set, or runs faster than the day.

The papers are printed by it and the newsroom lives by it, so that a week can pass in minutes, and a test needs no time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

__all__ = ["PressClock"]


class PressClock:
    """Tells ``time`` until it is set to another, or is let run; ``ticks`` are the seconds that really pass."""

    def __init__(self, time: datetime, *, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self.set(time)

    def __call__(self) -> datetime:
        return min(self._time + timedelta(seconds=(self._ticks() - self._zero) * self._speed), self._until)

    def set(self, time: datetime) -> None:
        """Stand still at this time."""
        self._time, self._zero, self._speed, self._until = time, self._ticks(), 0.0, time

    def run(self, speed: float, *, until: datetime) -> None:
        """Go on from now, so many seconds for each that passes, up to a time; not at all where that is over."""
        time = self()
        self._time, self._zero, self._speed, self._until = time, self._ticks(), speed, max(time, until)
