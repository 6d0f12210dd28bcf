"""Pages to lines: a batch of entries goes in, as many lines of JSON come out, each in its place.

Each page is read in another process, within a time budget, and comes back as a finished line: so this process only
moves bytes. What breaks a page is a line that says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from newsloom.engines.local.crew import Crew
from newsloom.engines.local.engine import usable_cores
from newsloom.pipeline.bulk.batches import Batch
from newsloom.pipeline.bulk.entries import Entry, LineEntry
from newsloom.pipeline.bulk.inputs import STAGE
from newsloom.pipeline.extract import extract
from newsloom.records import Article, Failure

__all__ = ["FAILURE_FIELDS", "FIELDS", "Desk", "PageReader", "Reading"]

FIELDS: Final = tuple(Article().as_dict())
"""The fields of an article that a line may have."""

FAILURE_FIELDS: Final = ("url", "stage", "kind", "reason")
"""The fields of a line that tells of a failure; like every line it also has ``page``."""

_FIRST_PAGE: Final = """<html><title>Harbour opens</title><body><h1>Harbour opens</h1><p>By Ada Strand, 3 May 2024</p>
<p>The harbour opened on Monday after nine years of work, and the first ship came in at noon.</p></body></html>"""

# As many as keep a process busy for half a second: at the end of a batch all wait for the slowest.
_PAGES_PER_WORKER: Final = 64
# How far the crew reads ahead; the batch is in memory already.
_WINDOW: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One line, with its line break; ``failure`` is the kind of what went wrong, if anything did."""

    line: bytes
    is_article: bool = False
    failure: str | None = None


class Desk:
    """Reads batches in ``workers`` other processes, or in one for each core; they start with the first page."""

    def __init__(self, extractor: str, fields: tuple[str, ...], workers: int | None, page_seconds: float) -> None:
        size = workers or usable_cores()
        self._crew: Crew[tuple[int, Entry], tuple[int, Reading]]
        self._crew = Crew(PageReader(extractor, fields), size, page_seconds)
        self.batch_pages = size * _PAGES_PER_WORKER

    def read(self, batch: Batch) -> Iterator[Reading]:
        """The lines of a batch, in its order, each as soon as those before it are there."""
        readings = {
            place: _failed(entry.url, None, entry)
            for place, entry in enumerate(batch.entries)
            if isinstance(entry, Failure)
        }
        entries = {place: entry for place, entry in enumerate(batch.entries) if not isinstance(entry, Failure)}
        # The place is the name under which a failure is reported.
        named = ((str(place), (place, entry)) for place, entry in entries.items())
        wanted = 0
        for outcome in self._crew.outcomes(named, _WINDOW):
            if isinstance(outcome, Failure):
                place = int(outcome.url)
                readings[place] = _failed(entries[place].name, entries[place].url, outcome)
            else:
                readings[outcome[0]] = outcome[1]
            while wanted in readings:
                yield readings.pop(wanted)
                wanted += 1
        # What broke before it was read, where nothing stands behind it.
        yield from (readings[place] for place in sorted(readings))

    def close(self) -> None:
        self._crew.dismiss()


@dataclass(frozen=True, slots=True)
class PageReader:
    """The step: an entry with its number to the same number and the page's line."""

    extractor: str
    fields: tuple[str, ...] = ()

    def __call__(self, numbered: tuple[int, Entry]) -> tuple[int, Reading]:
        number, entry = numbered
        page = entry.page()
        article = extract(page.content, url=page.url, title=page.title, extractor=self.extractor)
        told = article.as_dict()
        line = _line({"page": entry.name, **({name: told[name] for name in self.fields} if self.fields else told)})
        return number, Reading(line=line, is_article=article.is_article)

    def __reduce__(self) -> tuple[Callable[..., PageReader], tuple[str, tuple[str, ...]]]:
        return _warm_reader, (self.extractor, self.fields)


def _warm_reader(extractor: str, fields: tuple[str, ...]) -> PageReader:
    """The step as it arrives in a process: models and word lists are loaded before the first page's time begins."""
    reader = PageReader(extractor, fields)
    reader((0, LineEntry(name="", line=json.dumps({"html": _FIRST_PAGE}).encode())))
    return reader


def _failed(page: str, url: str | None, failure: Failure) -> Reading:
    told = {"page": page, "url": url, "stage": STAGE, "kind": failure.kind, "reason": failure.reason}
    return Reading(line=_line(told), failure=failure.kind)


def _line(values: dict[str, Any]) -> bytes:
    # Half a character, as JSON can hold it and UTF-8 cannot, is shown as a question mark.
    return json.dumps(values, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
