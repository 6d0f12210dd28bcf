"""The time that a watching worker lives by: how it is told, and how it is waited for.

Both are functions that can be handed in, so that a test lives through a week in a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

__all__ = ["Clock", "system_clock"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """``now`` tells the time, in UTC; ``pause`` waits so many seconds, or until the event is set."""

    now: Callable[[], datetime]
    pause: Callable[[float, asyncio.Event], Awaitable[None]]


def system_clock() -> Clock:
    """The clock of this machine."""
    return Clock(now=lambda: datetime.now(UTC), pause=_pause)


async def _pause(seconds: float, until: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(seconds):
            await until.wait()
    except TimeoutError:
        return
