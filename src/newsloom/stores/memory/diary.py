"""Runs and failures in memory."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from newsloom.records import Failure, Run
from newsloom.stores.digests import failure_digest
from newsloom.stores.memory.ledgers import Ledgers

__all__ = ["MemoryDiary"]

# Failures without a time come last.
_LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class MemoryDiary:
    """What happened: runs, and what went wrong in them."""

    _ledgers: Ledgers

    def keep_run(self, run: Run, /) -> None:
        self._ledgers.runs[run.id] = run

    def runs(self, limit: int = 20) -> tuple[Run, ...]:
        latest = sorted(self._ledgers.runs.values(), key=lambda run: (run.started_at, run.id), reverse=True)
        return tuple(latest[: max(limit, 0)])

    def keep_failure(self, failure: Failure, /) -> None:
        self._ledgers.failures.setdefault(failure_digest(failure), failure)

    def failures(self, limit: int = 100, *, url: str | None = None) -> tuple[Failure, ...]:
        # The last kept first: sorting leaves those of one time in this order.
        about = [one for one in reversed(tuple(self._ledgers.failures.values())) if url in (None, one.url)]
        latest = sorted(about, key=lambda one: one.at or _LONG_AGO, reverse=True)
        return tuple(latest[: max(limit, 0)])
