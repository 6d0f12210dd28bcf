"""The work on one shard: applies a step to its pages, each within its budget, and writes a file of rows and a marker.

A shard is read, processed and written in another process, while this one waits. If that process is lost, or must be
ended because of a page, the shard is done again page by page: each page in a process that does nothing else, so that
only the page that caused this is a failure.
"""

from __future__ import annotations

import errno
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from newsloom.engines.failures import attempt, prepare
from newsloom.engines.local.resident import resident_pool, resident_process
from newsloom.engines.local.watched import ProcessLost, UnsoundProcess, Watch
from newsloom.errors import BudgetExceeded, InputError
from newsloom.logs import INFO, log_event, log_failure, stage_logger
from newsloom.pipeline.bulk.entries import PageEntry
from newsloom.pipeline.bulk.inputs import PagesOnly
from newsloom.pipeline.bulk.ordering import read_in_order
from newsloom.pipeline.bulk.places import place_at
from newsloom.pipeline.bulk.results import Marker, ResultFolder, ShardFile
from newsloom.pipeline.bulk.schema import failure_row
from newsloom.pipeline.bulk.shards import Shard, entries_in, share_read
from newsloom.pipeline.bulk.steps.protocol import PageRows, PageStep
from newsloom.records import Failure

__all__ = ["DiskFull", "PageWork", "Tell", "naming_full_disks"]

_LOG: Final = stage_logger(__name__)

# How far other pages may get ahead of a slow one.
_PAGES_PER_PROCESS: Final = 256
# The maximum bytes of a page to keep with the reason why it could not be read.
_MOST_KEPT_BYTES: Final = 10_000_000
_TELL_SECONDS: Final = 0.5
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS})

Tell: TypeAlias = Callable[[str, Mapping[str, float]], None]
_Outcomes: TypeAlias = Iterable[tuple[PageEntry, PageRows | Failure]]


class DiskFull(InputError):
    """No shard's results can be written any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWork:
    """Applies a step to all pages of a shard. Called by an engine, in a thread that does nothing else.

    With one process for the shard, everything is done there. With several, they read the pages of this shard, and this
    process writes. They are reused for the next shard. ``tell`` is called with a shard's name and progress; if it
    raises, the work ends.
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
            raise InputError(shard.name, f"wanted the job {self.job}, but this worker has {self.step.job()}")
        writing = _ShardWriting(step=self.step, folder=self.folder, page_seconds=self.page_seconds)
        if self.processes == 1:
            try:
                with resident_process(self.page_seconds, self.page_memory_bytes) as process:
                    done: Marker = process.run(writing, shard, lambda numbers: self._told(shard, numbers))
                    return done
            except ProcessLost as loss:
                log_event(_LOG, INFO, "%(shard)s page by page: %(reason)s", shard=shard.name, reason=str(loss))
        return self._page_by_page(shard, writing)

    def _page_by_page(self, shard: Shard, writing: _ShardWriting) -> Marker:
        told_at = time.monotonic()

        def tell(numbers: Mapping[str, float]) -> None:
            nonlocal told_at
            if time.monotonic() - told_at > _TELL_SECONDS:
                told_at = time.monotonic()
                self._told(shard, numbers)

        pages = PagesOnly(entries_in(shard))
        with resident_pool(self.processes, self.page_seconds, self.page_memory_bytes) as pool:
            outcomes = read_in_order(pool, self.step, iter(pages), self.processes * _PAGES_PER_PROCESS)
            return writing.write(shard, pages, self._checked(shard, outcomes), tell)

    def _checked(self, shard: Shard, outcomes: _Outcomes) -> _Outcomes:
        for entry, outcome in outcomes:
            if isinstance(outcome, Failure):
                # Raises if the run is over: a process that was ended for that is not the page's failure.
                self._told(shard, {})
            yield entry, outcome

    def _told(self, shard: Shard, numbers: Mapping[str, float]) -> None:
        if self.tell is not None:
            self.tell(shard.name, numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ShardWriting:
    """Writes a shard's file and marker, in the watched process, or from pages that other processes have read."""

    step: PageStep
    folder: str
    page_seconds: float

    def __call__(self, shard: Shard, watch: Watch) -> Marker:
        pages = PagesOnly(entries_in(shard))
        return self.write(shard, pages, self._outcomes(pages, watch), watch.tell)

    def prepare(self) -> None:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        import pyarrow.parquet  # noqa: PLC0415 - an extra

        # Other memory pools reserve gigabytes of address space, which would count as a page's memory.
        pa.set_memory_pool(pa.system_memory_pool())
        self.step.schema()
        prepare(self.step)

    def write(
        self, shard: Shard, pages: PagesOnly, outcomes: _Outcomes, tell: Callable[[Mapping[str, float]], None]
    ) -> Marker:
        with naming_full_disks(self.folder):
            file = ShardFile(ResultFolder(place_at(self.folder)), shard.name, self.step.schema())
            try:
                counts, failures = self._add_rows(file, shard, outcomes, tell)
                counts.update(passed=pages.passed, revisits=pages.revisits)
                return file.finish(
                    Marker(shard=shard.name, source=shard.source, stamp=shard.stamp, counts=counts, failures=failures)
                )
            except BaseException:
                file.abandon()
                raise

    def _add_rows(
        self, file: ShardFile, shard: Shard, outcomes: _Outcomes, tell: Callable[[Mapping[str, float]], None]
    ) -> tuple[Counter[str], Counter[str]]:
        counts, failures, rows = Counter[str](), Counter[str](), 0
        for entry, outcome in outcomes:
            counts["pages"] += 1
            if isinstance(outcome, Failure):
                failures[outcome.kind] += 1
                placed = self._failed(shard, entry, outcome)
            else:
                counts.update(outcome.counts)
                placed = _placed(shard, entry, outcome)
            file.add(placed)
            rows += len(placed)
            share = share_read(shard, entry.name, counts["pages"])
            tell({"pages": counts["pages"], "rows": rows, "failures": failures.total(), "share": share})
        return counts, failures

    def _outcomes(self, pages: PagesOnly, watch: Watch) -> _Outcomes:
        for number, entry in enumerate(pages):
            modules = len(sys.modules)
            watch.begin()
            outcome = attempt(self.step, (number, entry), name=str(number), budget_seconds=self.page_seconds)
            watch.end()
            if isinstance(outcome, Failure):
                _check_sound(outcome, has_imported=len(sys.modules) != modules)
                yield entry, outcome
            else:
                yield entry, outcome[1]

    def _failed(self, shard: Shard, entry: PageEntry, failure: Failure) -> list[dict[str, Any]]:
        stage = self.step.label
        log_failure(_LOG, Failure(url=entry.url or entry.name, stage=stage, kind=failure.kind, reason=failure.reason))
        if not self.step.fails_as_row:
            return []
        kept = _stored(entry)[:_MOST_KEPT_BYTES]
        row = failure_row(stage, failure.kind, failure.reason, url=entry.url, kept_page=kept)
        return [{**row, "source": shard.source, "page": entry.name}]


def _check_sound(failure: Failure, *, has_imported: bool) -> None:
    """Raise ``UnsoundProcess`` if a failed page may have left the process in a state that affects later pages."""
    is_half_imported = failure.kind == BudgetExceeded.__name__ and has_imported
    if is_half_imported or failure.kind == MemoryError.__name__:
        raise UnsoundProcess(f"a page was ended by {failure.kind}")


def _placed(shard: Shard, entry: PageEntry, outcome: PageRows) -> list[dict[str, Any]]:
    return [{**row, "source": shard.source, "page": entry.name} for row in outcome.rows]


def _stored(entry: PageEntry) -> bytes:
    try:
        return entry.stored()
    except OSError:
        # Reading the page was what failed.
        return b""


@contextmanager
def naming_full_disks(folder: str) -> Iterator[None]:
    """Raise ``DiskFull`` for errors that every shard would have."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise DiskFull(folder, error.strerror or str(error)) from error
        raise
