"""Times as whole numbers, as stores and cursors write them: microseconds since 1970."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

__all__ = ["EPOCH", "TICK", "moment_of", "timestamp"]

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
TICK: Final = timedelta(microseconds=1)
"""The smallest difference between two times."""


def timestamp(moment: datetime, /) -> int:
    """Returns the microseconds from 1970 to a time, which must have a time zone."""
    return (moment - EPOCH) // TICK


def moment_of(timestamp: int, /) -> datetime:
    """Returns the time, in UTC. Raises ``OverflowError`` for years that Python does not have."""
    return EPOCH + timestamp * TICK
