"""Who opened what on which day. A visitor is a digest that cannot be linked to other days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import Column, Integer, Table, bindparam, delete, func, insert, select

from newsloom.records import Visit
from newsloom.stores.digests import address_digest
from newsloom.stores.sql.checkpoints import SqlCheckpoints
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.types import METADATA, Digest, Words

__all__ = ["VISITS", "SqlVisits"]

VISITS: Final = Table(
    "visits",
    METADATA,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("digest", Digest, primary_key=True),
    Column("visitor", Digest, primary_key=True),
    Column("subject", Words, nullable=False),
)

_SALT: Final = "visits"
_NEW: Final = insert(VISITS)
# Queried per article: the most-read articles have thousands of readers, few of whom are among the new visits.
_KNOWN: Final = select(VISITS.c.visitor).where(
    VISITS.c.day == bindparam("day"),
    VISITS.c.digest == bindparam("digest", type_=Digest),
    VISITS.c.visitor.in_(bindparam("visitors", expanding=True)),
)
_READERS: Final = func.count().label("readers")
# Counted in the index alone; only then are the addresses of the few results looked up.
_TOP: Final = (
    select(VISITS.c.digest, func.max(VISITS.c.day).label("day"), _READERS)
    .where(VISITS.c.day >= bindparam("since"))
    .group_by(VISITS.c.digest)
    .order_by(_READERS.desc(), VISITS.c.digest)
    .limit(bindparam("limit"))
    .subquery()
)
_ADDRESS: Final = select(VISITS.c.subject).where(VISITS.c.day == _TOP.c.day, VISITS.c.digest == _TOP.c.digest).limit(1)
_MOST_READ: Final = select(_ADDRESS.scalar_subquery().label("subject"), _TOP.c.readers).order_by(
    _TOP.c.readers.desc(), _TOP.c.digest
)
_FORGET: Final = delete(VISITS).where(VISITS.c.day < bindparam("before"))


@dataclass(frozen=True, slots=True)
class SqlVisits:
    """How many readers opened an article; each reader counts once a day."""

    _executor: Executor

    def add(self, visits: Iterable[Visit], /) -> int:
        # Two processes may store the same visit at once.
        self._executor.lock_for_writing()
        by_day: dict[int, dict[tuple[str, str], str]] = {}
        for visit in visits:
            seen = by_day.setdefault(visit.day.toordinal(), {})
            seen[address_digest(visit.subject), visit.visitor] = visit.subject
        return sum(self._add(day, seen) for day, seen in by_day.items())

    def _add(self, day: int, seen: dict[tuple[str, str], str]) -> int:
        visitors: dict[str, list[str]] = {}
        for digest, visitor in seen:
            visitors.setdefault(digest, []).append(visitor)
        known = {
            (digest, row.visitor)
            for digest, those in visitors.items()
            for batch in batches(those)
            for row in self._executor.rows(_KNOWN, day=day, digest=digest, visitors=list(batch))
        }
        new = [
            {"day": day, "digest": digest, "visitor": visitor, "subject": subject}
            for (digest, visitor), subject in seen.items()
            if (digest, visitor) not in known
        ]
        for values in batches(new):
            self._executor.run_all(_NEW, list(values))
        return len(new)

    def most_read(self, since: date, limit: int = 10, /) -> tuple[tuple[str, int], ...]:
        rows = self._executor.rows(_MOST_READ, since=since.toordinal(), limit=max(limit, 0))
        return tuple((row.subject, row.readers) for row in rows)

    def salt_of(self, day: date, proposed: str, /) -> str:
        self._executor.lock_for_writing()
        checkpoints = SqlCheckpoints(self._executor)
        known, _, salt = (checkpoints.read(_SALT) or "").partition(" ")
        if known == day.isoformat():
            return salt
        checkpoints.write(_SALT, f"{day.isoformat()} {proposed}")
        return proposed

    def forget(self, before: date, /) -> int:
        return self._executor.run(_FORGET, before=before.toordinal())
