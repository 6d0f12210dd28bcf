"""Times as whole numbers, as stores and cursors write them: a moment in, microseconds since 1970 out, and back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

__all__ = ["EPOCH", "TICK", "moment_of", "timestamp"]

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
TICK: Final = timedelta(microseconds=1)
"""The least difference of two moments."""


def timestamp(moment: datetime, /) -> int:
    """The microseconds since 1970 of a moment with a zone."""
    return (moment - EPOCH) // TICK


def moment_of(timestamp: int, /) -> datetime:
    """The moment, in UTC. Raises ``OverflowError`` beyond the years that Python has."""
    return EPOCH + timestamp * TICK
