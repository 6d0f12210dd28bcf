"""The times used by the checks of stores."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

__all__ = ["HOUR", "at"]

HOUR: Final = timedelta(hours=1)
_MIDNIGHT: Final = datetime(2026, 11, 1, tzinfo=UTC)


def at(hours: float, /) -> datetime:
    """Returns the time this many hours after the checks' midnight."""
    return _MIDNIGHT + hours * HOUR
