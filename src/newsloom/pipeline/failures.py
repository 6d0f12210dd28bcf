"""Unresolved failures: addresses whose last fetch or extraction failed, each with when it is due again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from newsloom.records import Failure
from newsloom.stores.protocol import Store, Transaction

__all__ = ["UnresolvedFailure", "unresolved_failures"]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnresolvedFailure:
    """The last failure of an address, and when it is fetched again. ``due_at`` is None if it was given up."""

    failure: Failure
    due_at: datetime | None


def unresolved_failures(
    store: Store, *, limit: int, stage: str | None = None, after: str | None = None
) -> tuple[UnresolvedFailure, ...]:
    """At most ``limit`` unresolved failures after the address ``after``, in the order the addresses became known."""
    with store.read() as transaction:
        failures = transaction.run_log.unresolved(limit, stage=stage, after=after)
        return tuple(UnresolvedFailure(failure=one, due_at=_due_at(transaction, one.url)) for one in failures)


def _due_at(transaction: Transaction, url: str) -> datetime | None:
    appointment = transaction.schedule.get(url)
    link = transaction.links.get(url)
    times = [appointment.due_at if appointment else None, link[1] if link else None]
    return min((time for time in times if time), default=None)
