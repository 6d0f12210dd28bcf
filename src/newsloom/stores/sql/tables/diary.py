"""Runs and failures."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Column, ForeignKey, Index, Row, Table, UniqueConstraint

from newsloom.records import Failure, Run
from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Digest, Document, Key, Moment, Words

__all__ = ["FAILURES", "LONG_AGO", "RUNS", "document_of_run", "failure_of", "run_of"]

RUNS: Final = Table(
    "runs",
    METADATA,
    Column("id", Words, primary_key=True),
    Column("started_at", Moment, nullable=False, index=True),
    Column("document", Document, nullable=False),
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


# What has no time comes last; as a time and not as NULL, which every dialect sorts in its own way.
LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


def run_of(row: Row[Any], /) -> Run:
    """The run of a row of ``RUNS``."""
    fields = dict(row.document)
    ended_at = fields.pop("ended_at")
    return Run(
        id=row.id,
        started_at=row.started_at,
        ended_at=None if ended_at is None else datetime.fromisoformat(ended_at),
        **fields,
    )


def document_of_run(run: Run, /) -> dict[str, Any]:
    """What a run did, for the column ``document``."""
    names = [one.name for one in dataclasses.fields(run) if one.name not in ("id", "started_at")]
    fields = {name: getattr(run, name) for name in names}
    ended_at = run.ended_at and run.ended_at.isoformat()
    return fields | {"ended_at": ended_at, "failures": dict(run.failures)}


def failure_of(row: Row[Any], /) -> Failure:
    """The failure of a row of ``FAILURES`` with its ``url``."""
    at = None if row.at == LONG_AGO else row.at
    return Failure(url=row.url, stage=row.stage, kind=row.kind, reason=row.reason, at=at, digest=row.body)
