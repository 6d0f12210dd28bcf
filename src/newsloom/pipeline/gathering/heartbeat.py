"""The heartbeat: each gatherer writes the time to the store, and removes it when it ends normally.

An old time comes from a gatherer that was killed or hangs. All gatherers share one note.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from newsloom.stores.protocol import Transaction

__all__ = ["BEAT_SECONDS", "beat", "last_beat", "longest_silence", "rest"]

BEAT_SECONDS: Final = 60.0
"""The seconds between two beats of a busy gatherer. An idle one beats whenever it looks for work."""

_NOTE: Final = "gathering"
# An edition of many stories, or a transaction that waits for another, may take minutes.
_SILENCE: Final = timedelta(minutes=15)


def beat(transaction: Transaction, now: datetime) -> None:
    """Write the time."""
    transaction.checkpoints.write(_NOTE, now.isoformat())


def rest(transaction: Transaction) -> None:
    """Remove the time: the gatherer ends normally."""
    if transaction.checkpoints.read(_NOTE):
        transaction.checkpoints.write(_NOTE, "")


def last_beat(transaction: Transaction) -> datetime | None:
    """The last heartbeat. None if no gatherer is supposed to be running."""
    note = transaction.checkpoints.read(_NOTE)
    try:
        return datetime.fromisoformat(note) if note else None
    except ValueError:
        return None


def longest_silence(lease_seconds: float) -> timedelta:
    """How long a running gatherer may be silent: it may wait for its pages until their lease ends."""
    return max(_SILENCE, timedelta(seconds=2 * lease_seconds))
