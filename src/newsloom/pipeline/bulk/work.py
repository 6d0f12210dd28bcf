"""What is done with one shard: its pages through a step, each within its budget; a file of rows and its marker out."""

from __future__ import annotations

import errno
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from newsloom.engines.local.resident import resident_pool
from newsloom.errors import InputError
from newsloom.logs import log_failure, stage_logger
from newsloom.pipeline.bulk.entries import PageEntry
from newsloom.pipeline.bulk.inputs import PagesOnly
from newsloom.pipeline.bulk.ordering import read_in_order
from newsloom.pipeline.bulk.places import place_at
from newsloom.pipeline.bulk.results import Marker, ResultFolder, ShardFile
from newsloom.pipeline.bulk.schema import failure_row
from newsloom.pipeline.bulk.shards import Shard, entries_in
from newsloom.pipeline.bulk.steps.protocol import PageRows, PageStep
from newsloom.records import Failure

__all__ = ["DiskFull", "PageWork", "naming_full_disks"]

_LOG: Final = stage_logger(__name__)

# How far the other pages may get ahead of a slow one.
_PAGES_PER_PROCESS: Final = 256
# A page as it was stored, beside the reason why it could not be read.
_MOST_KEPT_BYTES: Final = 10_000_000
_TELL_SECONDS: Final = 0.5
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS})

Tell = Callable[[Mapping[str, float]], None]


class DiskFull(InputError):
    """Results cannot be written, whatever the shard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWork:
    """Does a step with all pages of a shard; called by an engine, in the process that writes the results.

    The pages are read in ``processes`` others, which stay for the next shard. ``tell`` hears how far it is.
    """

    step: PageStep
    folder: str
    job: Mapping[str, Any]
    page_seconds: float
    page_memory_bytes: int | None
    processes: int = 1
    tell: Tell | None = None

    def __call__(self, shard: Shard) -> Marker:
        # A worker elsewhere may have another version of Newsloom.
        if dict(self.step.job()) != dict(self.job):
            raise InputError(shard.name, f"this worker would do {self.step.job()}, wanted was {self.job}")
        folder = ResultFolder(place_at(self.folder))
        with naming_full_disks(self.folder):
            file = ShardFile(folder, shard.name, self.step.schema())
            try:
                return self._write(shard, file)
            except BaseException:
                file.abandon()
                raise

    def _write(self, shard: Shard, file: ShardFile) -> Marker:
        pages, counts, failures = PagesOnly(entries_in(shard)), Counter[str](), Counter[str]()
        told_at = time.monotonic()
        with resident_pool(self.processes, self.page_seconds, self.page_memory_bytes) as pool:
            most = self.processes * _PAGES_PER_PROCESS
            for entry, outcome in read_in_order(pool, self.step, iter(pages), most):
                counts["pages"] += 1
                if isinstance(outcome, Failure):
                    failures[outcome.kind] += 1
                    file.add(self._failed(shard, entry, outcome))
                else:
                    counts.update(outcome.counts)
                    file.add(_placed(shard, entry, outcome))
                if self.tell is not None and time.monotonic() - told_at > _TELL_SECONDS:
                    told_at = time.monotonic()
                    self.tell({"pages": counts["pages"], "failures": failures.total()})
        counts.update(passed=pages.passed, revisits=pages.revisits)
        told = Marker(shard=shard.name, source=shard.source, stamp=shard.stamp, counts=counts, failures=failures)
        return file.finish(told)

    def _failed(self, shard: Shard, entry: PageEntry, failure: Failure) -> list[dict[str, Any]]:
        stage = self.step.label
        log_failure(_LOG, Failure(url=entry.url or entry.name, stage=stage, kind=failure.kind, reason=failure.reason))
        if not self.step.fails_as_row:
            return []
        kept = _stored(entry)[:_MOST_KEPT_BYTES]
        row = failure_row(stage, failure.kind, failure.reason, url=entry.url, kept_page=kept)
        return [{**row, "source": shard.source, "page": entry.name}]


def _placed(shard: Shard, entry: PageEntry, outcome: PageRows) -> list[dict[str, Any]]:
    return [{**row, "source": shard.source, "page": entry.name} for row in outcome.rows]


def _stored(entry: PageEntry) -> bytes:
    try:
        return entry.stored()
    except OSError:
        # That was the failure.
        return b""


@contextmanager
def naming_full_disks(folder: str) -> Iterator[None]:
    """Raise ``DiskFull`` for what would befall every shard."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise DiskFull(folder, error.strerror or str(error)) from error
        raise
