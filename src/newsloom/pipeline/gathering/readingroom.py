"""Where pages are read: many readings in, as many results out, each a record or a ``Failure`` in its place.

Pages are hostile and their parser is C code, so they are read in processes of their own, each page within a time
budget: what breaks, breaks alone. The processes are kept from batch to batch, for starting one costs more than reading
a hundred pages. ``PlainRoom`` reads in this process, without a budget, for tests and for pages that are trusted.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from newsloom.engines.local.crew import Crew
from newsloom.errors import InputError
from newsloom.pipeline.gathering.reading import Sighting, SourceReading, StoryReading, read_page
from newsloom.records import Article, Failure

__all__ = ["CrewRoom", "PlainRoom", "ReadingRoom"]

Reading = SourceReading | StoryReading
Result = Sighting | Article | Failure

# How far the crew reads ahead; the batch is in memory already.
_WINDOW = 64


class ReadingRoom(Protocol):
    """Reads pages; used by one thread at a time."""

    def read(self, readings: tuple[Reading, ...], /) -> tuple[Result, ...]: ...

    def close(self) -> None: ...


class CrewRoom:
    """Reads in ``processes`` other processes; a page that takes longer than ``page_seconds`` is a failure."""

    def __init__(self, *, extractor: str, reader: str, processes: int, page_seconds: float) -> None:
        step: Callable[[tuple[int, Reading]], tuple[int, Sighting | Article]]
        step = functools.partial(read_page, extractor=extractor, reader=reader)
        self._crew = Crew(step, processes, page_seconds)

    def read(self, readings: tuple[Reading, ...], /) -> tuple[Result, ...]:
        # The number is the name under which a failure is reported.
        named = ((str(number), (number, reading)) for number, reading in enumerate(readings))
        return _in_place(self._crew.outcomes(named, _WINDOW), len(readings))

    def close(self) -> None:
        self._crew.dismiss()


@dataclass(frozen=True, kw_only=True)
class PlainRoom:
    """Reads right here; only what is wrong with a page's form becomes a failure, a crash is a crash."""

    extractor: str
    reader: str

    def read(self, readings: tuple[Reading, ...], /) -> tuple[Result, ...]:
        return _in_place(map(self._read, enumerate(readings)), len(readings))

    def close(self) -> None:
        pass

    def _read(self, numbered: tuple[int, Reading]) -> tuple[int, Sighting | Article] | Failure:
        try:
            return read_page(numbered, extractor=self.extractor, reader=self.reader)
        except InputError as error:
            return Failure(url=str(numbered[0]), stage="read", kind=type(error).__name__, reason=str(error))


def _in_place(outcomes: Iterable[tuple[int, Sighting | Article] | Failure], count: int) -> tuple[Result, ...]:
    results: dict[int, Result] = {}
    for outcome in outcomes:
        if isinstance(outcome, Failure):
            results[int(outcome.url)] = outcome
        else:
            results[outcome[0]] = outcome[1]
    return tuple(results[number] for number in range(count))
