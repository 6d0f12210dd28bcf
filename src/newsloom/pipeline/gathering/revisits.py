"""When a story is fetched again: for edits, or because it could not be fetched. Pure.

News is corrected soon or never, so the looks at a story thin out and end. A story that cannot be fetched is tried
again with growing patience, and then given up: its address will come back if a paper names it anew.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

__all__ = ["edit_check", "second_try"]

HOUR: Final = timedelta(hours=1)

# After its first sight. Most edits come within the first hours, corrections within a day or a few.
_EDIT_AGES: Final = (1 * HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR)

_TRY_DELAYS: Final = (timedelta(minutes=5), timedelta(minutes=30), 3 * HOUR, 12 * HOUR)

# What another try may mend. A page that is refused by robots.txt, too large or no text stays so.
_PASSING: Final = frozenset({"busy", "connection", "dns", "encoding", "protocol", "timeout", "tls"})
_PASSING_STATUS: Final = frozenset({408, 425, 429})


def edit_check(first_seen: datetime, now: datetime) -> datetime | None:
    """When a story first seen then is looked at for edits next; None when it has been seen often enough."""
    return next((first_seen + age for age in _EDIT_AGES if first_seen + age > now), None)


def second_try(
    kind: str, status: int | None, *, failures: int, now: datetime, retry_after_seconds: float | None = None
) -> datetime | None:
    """When an address is tried again after its ``failures``-th failure; None when it is given up."""
    if not _is_passing(kind, status) or not 1 <= failures <= len(_TRY_DELAYS):
        return None
    # Nobody is waited for longer than the last of our own delays.
    asked = timedelta(seconds=min(max(retry_after_seconds or 0.0, 0.0), _TRY_DELAYS[-1].total_seconds()))
    return now + max(_TRY_DELAYS[failures - 1], asked)


def _is_passing(kind: str, status: int | None) -> bool:
    if kind == "status":
        return status is None or status >= 500 or status in _PASSING_STATUS
    return kind in _PASSING
