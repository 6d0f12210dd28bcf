"""A clock that runs faster than the day: where it begins and how fast goes in, the time it shows comes out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

__all__ = ["FastClock"]


@dataclass(frozen=True, kw_only=True)
class FastClock:
    """Shows ``begin`` when ``ticks`` shows ``zero``, and from there on ``speed`` seconds for each that passes."""

    begin: datetime
    speed: float
    zero: float
    ticks: Callable[[], float] = time.monotonic

    def __call__(self) -> datetime:
        return self.begin + timedelta(seconds=(self.ticks() - self.zero) * self.speed)
