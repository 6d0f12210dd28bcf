"""A bulk run: where pages are and where articles go, a ``Tally`` comes back.

Pages are read in processes of their own, each within a time budget, and written in the order in which they lay; one
that breaks is a line that says so, and the run goes on. Memory holds a bounded number of pages, whatever the size of
the whole.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, Final

from newsloom.catalogue import room
from newsloom.errors import InputError, UnknownName
from newsloom.logs import INFO, log_event, stage_logger
from newsloom.pipeline.bulk.entries import Entry
from newsloom.pipeline.bulk.inputs import entries_of
from newsloom.pipeline.bulk.outputs import Output, opened_file, opened_stream
from newsloom.pipeline.bulk.reading import FAILURE_FIELDS, FIELDS, Desk, Reading
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR

__all__ = ["Plan", "Report", "Tally", "read_in_bulk"]

_LOG: Final = stage_logger(__name__)

# A page that takes longer is a failure. The slowest real page takes a second; the rest is for busy machines, since
# what is written must not depend on what else a machine does.
_PAGE_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How to read: ``fields`` empty for all of them, ``workers`` None for every core there is."""

    extractor: str = DEFAULT_EXTRACTOR
    fields: tuple[str, ...] = ()
    workers: int | None = None
    page_seconds: float = _PAGE_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What a run did: ``taken_up`` pages were there from an earlier one, ``passed`` counts what was no page."""

    pages: int = 0
    articles: int = 0
    failures: Mapping[str, int] = field(default_factory=dict)
    passed: int = 0
    taken_up: int = 0
    seconds: float = 0.0


Report = Callable[[Tally], None]


def read_in_bulk(
    source: Path | BinaryIO,
    target: Path | BinaryIO,
    plan: Plan | None = None,
    *,
    is_replacing: bool = False,
    report: Report | None = None,
) -> Tally:
    """Read all pages of a folder, a WARC or JSON lines, and write a line for each, in their order.

    A file appears under its name when it is whole; a run that was ended goes on where it was. ``report`` hears the
    tally after each page. Raises ``InputError`` for what cannot be read or written, ``UnknownName`` for an extractor or
    a field that does not exist, ``MissingExtra`` for Parquet without the extra ``bulk``.
    """
    chosen = plan or Plan()
    question, entries = _question(source, chosen), entries_of(source)
    if isinstance(source, Path) and isinstance(target, Path) and target.exists() and target.samefile(source):
        raise InputError(str(target), "is what is to be read; name another file")
    begin = time.monotonic()
    with (
        _opened(target, question, is_replacing=is_replacing) as output,
        closing(Desk(chosen.extractor, chosen.fields, chosen.workers, chosen.page_seconds)) as desk,
    ):
        pages = _Pages(_behind(entries, output))
        tally = Tally(taken_up=output.count)
        log_event(_LOG, INFO, "bulk run started, %(taken_up)d pages done before", taken_up=output.count)
        for reading in desk.read(iter(pages)):
            output.write(reading.line)
            tally = _added(tally, reading, pages.passed, time.monotonic() - begin)
            if report is not None:
                report(tally)
        if tally.pages or tally.taken_up:
            output.finish(_columns(chosen.fields or FIELDS))
    tally = replace(tally, passed=pages.passed)
    _log_end(tally)
    return tally


def _log_end(tally: Tally) -> None:
    message = (
        "bulk run ended after %(seconds).1f s: %(pages)d pages, %(articles)d articles, %(failed)d failures, "
        "%(passed)d entries that are no pages"
    )
    counts = {"pages": tally.pages, "articles": tally.articles, "passed": tally.passed, "seconds": tally.seconds}
    failures = dict(tally.failures)
    log_event(_LOG, INFO, message, **counts, failed=sum(failures.values()), failures=failures)


class _Pages:
    """The entries that are pages; ``passed`` counts the others so far."""

    def __init__(self, entries: Iterator[Entry | None]) -> None:
        self._entries = entries
        self.passed = 0

    def __iter__(self) -> Iterator[Entry]:
        for entry in self._entries:
            if entry is None:
                self.passed += 1
            else:
                yield entry


def _added(tally: Tally, reading: Reading, passed: int, seconds: float) -> Tally:
    failed = {reading.failure: tally.failures.get(reading.failure, 0) + 1} if reading.failure else {}
    return replace(
        tally,
        pages=tally.pages + 1,
        articles=tally.articles + reading.is_article,
        failures={**tally.failures, **failed},
        passed=passed,
        seconds=seconds,
    )


def _question(source: Path | BinaryIO, plan: Plan) -> str:
    """What is asked, as a text that is another where the answer may be another."""
    unknown = next((name for name in plan.fields if name not in FIELDS), None)
    if unknown is not None:
        raise UnknownName("field", unknown, FIELDS)
    version = room("extractor", plan.extractor).version
    return json.dumps([_place(source), plan.extractor, version, plan.fields])


def _place(source: Path | BinaryIO) -> list[object]:
    """Where the pages are. A file that was written anew is another: its pages have the same names, line for line."""
    if not isinstance(source, Path):
        return ["-"]
    if not source.is_file():
        return [str(source.resolve())]
    facts = source.stat()
    return [str(source.resolve()), facts.st_size, facts.st_mtime_ns]


def _opened(target: Path | BinaryIO, question: str, *, is_replacing: bool) -> AbstractContextManager[Output]:
    if isinstance(target, Path):
        return opened_file(target, question, is_replacing=is_replacing)
    return opened_stream(target)


def _behind(entries: Iterator[Entry | None], output: Output) -> Iterator[Entry | None]:
    """The entries that have no line yet."""
    last: str | None = None
    for _ in range(output.count):
        entry = next((one for one in entries if one is not None), None)
        last = entry.name if entry else None
    if last != output.last:
        raise InputError(output.name, "the pages are others than when it was begun; remove it to begin anew")
    return entries


def _columns(fields: Collection[str]) -> list[str]:
    return list(dict.fromkeys(["page", *fields, *FAILURE_FIELDS]))
