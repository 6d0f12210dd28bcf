"""Reads entries and makes JSON lines of them, in the same order.

Each page is read in another process within a time budget, and comes back as a finished line, so this process only
moves bytes. A failure is a line too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from newsloom.engines.local.engine import usable_cores
from newsloom.engines.local.pool import WorkerPool
from newsloom.logs import log_failure, stage_logger
from newsloom.pipeline.bulk.entries import LineEntry, PageEntry
from newsloom.pipeline.bulk.ordering import read_in_order
from newsloom.pipeline.extract import extract
from newsloom.records import Article, Failure

__all__ = ["FAILURE_FIELDS", "FIELDS", "FIRST_PAGE", "BulkReader", "EntryReader", "PageLine"]

_LOG: Final = stage_logger(__name__)

FIELDS: Final = tuple(Article().as_dict())
"""The fields of an article that a line may have."""

FAILURE_FIELDS: Final = ("url", "stage", "kind", "reason")
"""The fields of a line for a failure. Like every line it also has ``page``."""

FIRST_PAGE: Final = """<html><title>Harbour opens</title><body><h1>Harbour opens</h1><p>By Ada Strand, 3 May 2024</p>
<p>The harbour opened on Monday after nine years of work, and the first ship came in at noon.</p></body></html>"""
"""Any page, to load models and word lists with."""

# How far other pages may get ahead of a slow one.
_PAGES_PER_WORKER: Final = 256

_STAGE: Final = "bulk"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLine:
    """One line with its line break. ``failure`` is the kind of failure, if any."""

    line: bytes
    is_article: bool = False
    failure: str | None = None


class BulkReader:
    """Reads pages in ``workers`` other processes, by default one per core. They are started with the first page."""

    def __init__(self, extractor: str, fields: tuple[str, ...], workers: int | None, page_seconds: float) -> None:
        size = workers or usable_cores()
        self._pool: WorkerPool[tuple[int, PageEntry], tuple[int, PageLine]]
        self._pool = WorkerPool(size, page_seconds)
        self._step = EntryReader(extractor, fields)
        self._most_pages = size * _PAGES_PER_WORKER

    def read(self, entries: Iterator[PageEntry]) -> Iterator[PageLine]:
        """The lines of the pages, in order, each as soon as those before it are done."""
        for entry, outcome in read_in_order(self._pool, self._step, entries, self._most_pages):
            yield _failed(entry, outcome) if isinstance(outcome, Failure) else outcome

    def close(self) -> None:
        self._pool.close()


@dataclass(frozen=True, slots=True)
class EntryReader:
    """The step: takes a number and an entry, and returns the number and the page's line."""

    extractor: str
    fields: tuple[str, ...] = ()

    def __call__(self, numbered: tuple[int, PageEntry]) -> tuple[int, PageLine]:
        number, entry = numbered
        page = entry.page()
        article = extract(page.content, url=page.url, title=page.title, extractor=self.extractor)
        told = article.as_dict()
        line = _line({"page": entry.name, **({name: told[name] for name in self.fields} if self.fields else told)})
        return number, PageLine(line=line, is_article=article.is_article)

    def prepare(self) -> None:
        """Load models and word lists."""
        self((0, LineEntry(name="", line=json.dumps({"html": FIRST_PAGE}).encode())))


def _failed(entry: PageEntry, failure: Failure) -> PageLine:
    log_failure(_LOG, Failure(url=entry.url or entry.name, stage=_STAGE, kind=failure.kind, reason=failure.reason))
    told = {"page": entry.name, "url": entry.url, "stage": _STAGE, "kind": failure.kind, "reason": failure.reason}
    return PageLine(line=_line(told), failure=failure.kind)


def _line(values: dict[str, Any]) -> bytes:
    # Lone surrogates, which JSON allows but UTF-8 does not, become question marks.
    return json.dumps(values, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
