"""A bulk run: reads all pages of an input, writes one output, and returns a ``BulkCounts``.

Pages are read in other processes, each within a time budget, and written in the order of the input. A page that fails
becomes a line that says so. The number of pages in memory is bounded.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, Final

from newsloom.catalogue import build
from newsloom.errors import InputError, UnknownName
from newsloom.logs import INFO, log_event, stage_logger
from newsloom.parameters import named_files
from newsloom.pipeline.bulk.inputs import InputEntry, PagesOnly, entries_of
from newsloom.pipeline.bulk.outputs import Output, opened_file, opened_stream
from newsloom.pipeline.bulk.places import Place, RemoteFile, file_stamp
from newsloom.pipeline.bulk.reading import FAILURE_FIELDS, FIELDS, BulkReader, PageLine
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR

__all__ = ["BulkCounts", "BulkOptions", "BulkProgress", "read_in_bulk"]

_LOG: Final = stage_logger(__name__)

# A page that takes longer is a failure. The slowest real page takes a second; the rest is for busy machines, since the
# results must not depend on what else a machine does.
_PAGE_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkOptions:
    """How to read. ``fields`` empty means all, ``workers`` None means every core."""

    extractor: str = DEFAULT_EXTRACTOR
    fields: tuple[str, ...] = ()
    workers: int | None = None
    page_seconds: float = _PAGE_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkCounts:
    """What a run did. ``taken_up`` pages were done by an earlier run; ``passed`` entries were not pages."""

    pages: int = 0
    articles: int = 0
    failures: Mapping[str, int] = field(default_factory=dict)
    passed: int = 0
    taken_up: int = 0
    seconds: float = 0.0


BulkProgress = Callable[[BulkCounts], None]


def read_in_bulk(
    source: Place | BinaryIO,
    target: Path | BinaryIO,
    options: BulkOptions | None = None,
    *,
    is_replacing: bool = False,
    report: BulkProgress | None = None,
) -> BulkCounts:
    """Read all pages of a folder, a WARC or JSON lines, and write a line for each, in order.

    A file gets its name when it is complete; an interrupted run is resumed. ``report`` is called with the counts after
    each page. Raises ``InputError`` if something cannot be read or written, ``UnknownName`` for an unknown extractor or
    field, and ``MissingExtra`` for Parquet without the extra ``bulk``.
    """
    chosen = options or BulkOptions()
    job_key, entries = _job_key(source, chosen), entries_of(source)
    if isinstance(source, Path) and isinstance(target, Path) and target.exists() and target.samefile(source):
        raise InputError(str(target), "is also the input; name another file")
    begin = time.monotonic()
    with (
        _opened(target, job_key, is_replacing=is_replacing) as output,
        closing(BulkReader(chosen.extractor, chosen.fields, chosen.workers, chosen.page_seconds)) as desk,
    ):
        pages = PagesOnly(_not_yet_done(entries, output))
        counts = BulkCounts(taken_up=output.count)
        log_event(_LOG, INFO, "bulk run started, %(taken_up)d pages done before", taken_up=output.count)
        for reading in desk.read(iter(pages)):
            output.write(reading.line)
            counts = _added(counts, reading, pages.passed, time.monotonic() - begin)
            if report is not None:
                report(counts)
        if counts.pages or counts.taken_up:
            output.finish(_columns(chosen.fields or FIELDS))
    counts = replace(counts, passed=pages.passed)
    _log_end(counts)
    return counts


def _log_end(counts: BulkCounts) -> None:
    message = (
        "bulk run ended after %(seconds).1f s: %(pages)d pages, %(articles)d articles, %(failed)d failures, "
        "%(passed)d entries that are not pages"
    )
    facts = {"pages": counts.pages, "articles": counts.articles, "passed": counts.passed, "seconds": counts.seconds}
    failures = dict(counts.failures)
    log_event(_LOG, INFO, message, **facts, failed=sum(failures.values()), failures=failures)


def _added(counts: BulkCounts, reading: PageLine, passed: int, seconds: float) -> BulkCounts:
    failed = {reading.failure: counts.failures.get(reading.failure, 0) + 1} if reading.failure else {}
    return replace(
        counts,
        pages=counts.pages + 1,
        articles=counts.articles + reading.is_article,
        failures={**counts.failures, **failed},
        passed=passed,
        seconds=seconds,
    )


def _job_key(source: Place | BinaryIO, options: BulkOptions) -> str:
    """A text that differs whenever the output may differ."""
    unknown = next((name for name in options.fields if name not in FIELDS), None)
    if unknown is not None:
        raise UnknownName("field", unknown, FIELDS)
    version = build("extractor", options.extractor).version
    files = [_place(Path(name)) for name in named_files(options.extractor)]
    return json.dumps([_place(source), options.extractor, version, options.fields, *files])


def _place(source: Place | BinaryIO) -> list[object]:
    """The identity of the input. A rewritten file is another input."""
    if isinstance(source, RemoteFile):
        return [str(source), *file_stamp(source)]
    if not isinstance(source, Path):
        return ["-"]
    if not source.is_file():
        return [str(source.resolve())]
    facts = source.stat()
    return [str(source.resolve()), facts.st_size, facts.st_mtime_ns]


def _opened(target: Path | BinaryIO, job_key: str, *, is_replacing: bool) -> AbstractContextManager[Output]:
    if isinstance(target, Path):
        return opened_file(target, job_key, is_replacing=is_replacing)
    return opened_stream(target)


def _not_yet_done(entries: Iterator[InputEntry], output: Output) -> Iterator[InputEntry]:
    """The entries that have no line yet. Raises ``InputError`` if the input changed."""
    last: str | None = None
    for _ in range(output.count):
        entry = next(iter(PagesOnly(entries)), None)
        last = entry.name if entry else None
    if last != output.last:
        raise InputError(output.name, "the pages are not those it was started with; remove it to start again")
    return entries


def _columns(fields: Collection[str]) -> list[str]:
    return list(dict.fromkeys(["page", *fields, *FAILURE_FIELDS]))
