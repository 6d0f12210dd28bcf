"""Runs and failures in SQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, insert, select, update

from newsloom.records import Failure, Run
from newsloom.stores.digests import failure_digest
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.tables.addresses import ADDRESSES
from newsloom.stores.sql.tables.diary import FAILURES, LONG_AGO, RUNS, document_of_run, failure_of, run_of

__all__ = ["SqlDiary"]

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


@dataclass(frozen=True, slots=True)
class SqlDiary:
    """What happened: runs, and what went wrong in them."""

    _executor: Executor

    def keep_run(self, run: Run, /) -> None:
        self._executor.file()
        document = document_of_run(run)
        if not self._executor.run(_RENEW_RUN, same=run.id, started_at=run.started_at, document=document):
            self._executor.run(_NEW_RUN, id=run.id, started_at=run.started_at, document=document)

    def runs(self, limit: int = 20) -> tuple[Run, ...]:
        return tuple(map(run_of, self._executor.rows(_RUNS, limit=max(limit, 0))))

    def keep_failure(self, failure: Failure, /) -> None:
        self._executor.file()
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
            at=failure.at or LONG_AGO,
            body=failure.digest,
        )

    def failures(self, limit: int = 100, *, url: str | None = None) -> tuple[Failure, ...]:
        if url is None:
            rows = self._executor.rows(_FAILURES, limit=max(limit, 0))
        else:
            rows = self._executor.rows(_FAILURES_OF, limit=max(limit, 0), address=self._executor.address(url))
        return tuple(map(failure_of, rows))
