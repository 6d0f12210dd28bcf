"""Whether gathering lives: each gatherer leaves the time in the store, and takes it away when it ends as it should.

A time that grows old is left by a gatherer that was killed, or hangs. Several gatherers share one note: as long as one
of them works, gathering lives.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from newsloom.stores.protocol import Transaction

__all__ = ["BEAT_SECONDS", "beat", "last_beat", "longest_silence", "rest"]

BEAT_SECONDS: Final = 60.0
"""Between two beats of a gatherer that has much to do; one that has not beats whenever it looks for work."""

_NOTE: Final = "gathering"
# An edition of many stories, or a transaction that waits for another, may take minutes.
_SILENCE: Final = timedelta(minutes=15)


def beat(transaction: Transaction, now: datetime) -> None:
    """A gatherer works."""
    transaction.checkpoints.write(_NOTE, now.isoformat())


def rest(transaction: Transaction) -> None:
    """The gatherer ends as it should: nobody has to miss it."""
    if transaction.checkpoints.read(_NOTE):
        transaction.checkpoints.write(_NOTE, "")


def last_beat(transaction: Transaction) -> datetime | None:
    """When gathering was last known to live; None if nobody is supposed to gather."""
    note = transaction.checkpoints.read(_NOTE)
    try:
        return datetime.fromisoformat(note) if note else None
    except ValueError:
        return None


def longest_silence(lease_seconds: float) -> timedelta:
    """How long a gatherer that lives may be silent: it may wait for pages as long as it holds them."""
    return max(_SILENCE, timedelta(seconds=2 * lease_seconds))
