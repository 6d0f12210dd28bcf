"""The log of runs, and of what went wrong in them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Row,
    Table,
    UniqueConstraint,
    and_,
    bindparam,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)

from newsloom.records import Failure, Run
from newsloom.stores.digests import failure_digest
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.derived import derived
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.pages import FETCHES
from newsloom.stores.sql.types import METADATA, Digest, JsonText, Key, Moment, Words
from newsloom.timestamps import EPOCH

__all__ = ["FAILURES", "RUNS", "SqlRunLog", "document_of_run", "failure_of", "run_of"]

RUNS: Final = Table(
    "runs",
    METADATA,
    Column("id", Words, primary_key=True),
    Column("started_at", Moment, nullable=False, index=True),
    Column("document", JsonText, nullable=False),
)

FAILURES: Final = Table(
    "failures",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("digest", Digest, nullable=False),
    Column("address_id", Key, ForeignKey("addresses.id"), nullable=False),
    Column("stage", Words, nullable=False),
    Column("kind", Words, nullable=False),
    Column("reason", Words, nullable=False),
    Column("at", Moment, nullable=False),
    Column("body", Words),
    UniqueConstraint("digest"),
    Index(None, "at", "id"),
    Index(None, "address_id", "at", "id"),
)


def run_of(row: Row[Any], /) -> Run:
    """The run of a row of ``RUNS``."""
    return derived("run", lambda: _run_with_facts(row), lambda: Run(id=row.id, started_at=row.started_at))


def _run_with_facts(row: Row[Any]) -> Run:
    fields = dict(row.document)
    ended_at = fields.pop("ended_at")
    return Run(
        id=row.id,
        started_at=row.started_at,
        ended_at=None if ended_at is None else datetime.fromisoformat(ended_at),
        **fields,
    )


def document_of_run(run: Run, /) -> dict[str, Any]:
    """The content of a run for the column ``document``."""
    names = [one.name for one in dataclasses.fields(run) if one.name not in ("id", "started_at")]
    fields = {name: getattr(run, name) for name in names}
    ended_at = run.ended_at and run.ended_at.isoformat()
    return fields | {"ended_at": ended_at, "failures": dict(run.failures)}


def failure_of(row: Row[Any], /) -> Failure:
    """The failure of a row of ``FAILURES`` with its ``url``."""
    # A failure without a time sorts last. It is stored as a time, because each dialect sorts NULL differently.
    at = None if row.at == EPOCH else row.at
    return Failure(url=row.url, stage=row.stage, kind=row.kind, reason=row.reason, at=at, digest=row.body)


_RENEW_RUN: Final = (
    update(RUNS)
    .where(RUNS.c.id == bindparam("same"))
    .values(started_at=bindparam("started_at"), document=bindparam("document"))
)
_NEW_RUN: Final = insert(RUNS)
_RUNS: Final = select(RUNS).order_by(RUNS.c.started_at.desc(), RUNS.c.id.desc()).limit(bindparam("limit"))

_SAME_FAILURE: Final = select(FAILURES.c.id).where(FAILURES.c.digest == bindparam("digest"))
_NEW_FAILURE: Final = insert(FAILURES)
_FAILURES: Final = (
    select(FAILURES, ADDRESSES.c.url)
    .join(ADDRESSES, ADDRESSES.c.id == FAILURES.c.address_id)
    .order_by(FAILURES.c.at.desc(), FAILURES.c.id.desc())
    .limit(bindparam("limit"))
)
_FAILURES_OF: Final = _FAILURES.where(FAILURES.c.address_id == bindparam("address"))

_NEWER: Final = FAILURES.alias("newer")
_IS_LAST: Final = ~exists().where(
    _NEWER.c.address_id == FAILURES.c.address_id,
    or_(_NEWER.c.at > FAILURES.c.at, and_(_NEWER.c.at == FAILURES.c.at, _NEWER.c.id > FAILURES.c.id)),
)
_IS_RESOLVED: Final = exists().where(
    FETCHES.c.address_id == FAILURES.c.address_id,
    FETCHES.c.fetched_at > FAILURES.c.at,
    FETCHES.c.is_confirming.is_(True),
    or_(FETCHES.c.digest.is_not(None), FAILURES.c.stage == "fetch"),
)
_UNRESOLVED: Final = (
    select(FAILURES, ADDRESSES.c.url)
    .join(ADDRESSES, ADDRESSES.c.id == FAILURES.c.address_id)
    .where(FAILURES.c.address_id > bindparam("after"), _IS_LAST, ~_IS_RESOLVED)
    .order_by(FAILURES.c.address_id)
    .limit(bindparam("limit"))
)
_UNRESOLVED_AT: Final = _UNRESOLVED.where(FAILURES.c.stage == bindparam("at_stage"))
_RESOLVE: Final = delete(FAILURES).where(
    FAILURES.c.address_id == bindparam("address"), FAILURES.c.stage == bindparam("at_stage")
)


@dataclass(frozen=True, slots=True)
class SqlRunLog:
    """Runs, and what went wrong in them."""

    _executor: Executor

    def keep_run(self, run: Run, /) -> None:
        self._executor.lock_for_writing()
        document = document_of_run(run)
        if not self._executor.run(_RENEW_RUN, same=run.id, started_at=run.started_at, document=document):
            self._executor.run(_NEW_RUN, id=run.id, started_at=run.started_at, document=document)

    def runs(self, limit: int = 20) -> tuple[Run, ...]:
        return tuple(map(run_of, self._executor.rows(_RUNS, limit=max(limit, 0))))

    def keep_failure(self, failure: Failure, /) -> None:
        self._executor.lock_for_writing()
        digest = failure_digest(failure)
        if self._executor.row(_SAME_FAILURE, digest=digest) is not None:
            return
        self._executor.run(
            _NEW_FAILURE,
            digest=digest,
            address_id=self._executor.keep_address(failure.url),
            stage=failure.stage,
            kind=failure.kind,
            reason=failure.reason,
            at=failure.at or EPOCH,
            body=failure.digest,
        )

    def failures(self, limit: int = 100, *, url: str | None = None) -> tuple[Failure, ...]:
        if url is None:
            rows = self._executor.rows(_FAILURES, limit=max(limit, 0))
        else:
            rows = self._executor.rows(_FAILURES_OF, limit=max(limit, 0), address=self._executor.address(url))
        return tuple(map(failure_of, rows))

    def unresolved(
        self, limit: int = 100, *, stage: str | None = None, after: str | None = None
    ) -> tuple[Failure, ...]:
        values = {"limit": max(limit, 0), "after": (after and self._executor.address(after)) or 0}
        if stage is None:
            rows = self._executor.rows(_UNRESOLVED, **values)
        else:
            rows = self._executor.rows(_UNRESOLVED_AT, **values, at_stage=stage)
        return tuple(map(failure_of, rows))

    def resolve(self, url: str, stage: str, /) -> None:
        self._executor.lock_for_writing()
        number = self._executor.address(url)
        if number is not None:
            self._executor.run(_RESOLVE, address=number, at_stage=stage)
