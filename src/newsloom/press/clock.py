"""The clock of the made-up week, which stands still at a set time or runs faster than real time.

Both the papers and the newsroom use it, so that a week can pass in minutes, and a test takes no time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

__all__ = ["PressClock"]


class PressClock:
    """Returns ``time`` when called, until it is set to another or started. ``ticks`` counts real seconds."""

    def __init__(self, time: datetime, *, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self.set(time)

    def __call__(self) -> datetime:
        return min(self._time + timedelta(seconds=(self._ticks() - self._zero) * self._speed), self._until)

    def set(self, time: datetime) -> None:
        """Stand still at this time."""
        self._time, self._zero, self._speed, self._until = time, self._ticks(), 0.0, time

    def run(self, speed: float, *, until: datetime) -> None:
        """Run from now at ``speed`` seconds per real second, up to a time; stand still if that is in the past."""
        time = self()
        self._time, self._zero, self._speed, self._until = time, self._ticks(), speed, max(time, until)
