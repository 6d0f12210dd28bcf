"""Measures the progress of a task over the results of a step: rows done, of the rows known before it begins."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from newsloom.pipeline.bulk.places import place_at
from newsloom.pipeline.bulk.work import Tell

__all__ = ["TaskMeter", "rows_in_files"]

_TELL_SECONDS: Final = 0.5


class TaskMeter:
    """Counts the rows of a task and reports the share that is done.

    A row that is read and then compared counts twice. ``known`` is the total that will be added.
    """

    def __init__(self, tell: Tell | None, task: str, known: int) -> None:
        self._tell = tell
        self._task = task
        self._known = known
        self._done = 0.0
        self._told_at = time.monotonic()

    def add(self, rows: float) -> None:
        """Add rows that are done. Reports at most twice a second."""
        self._done += rows
        now = time.monotonic()
        if self._tell is not None and self._known and now - self._told_at >= _TELL_SECONDS:
            self._told_at = now
            numbers: Mapping[str, float] = {"share": min(1.0, self._done / self._known)}
            self._tell(self._task, numbers)

    def over(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The batches of a table, each counted when the next is requested."""
        for batch in batches:
            yield batch
            self.add(len(batch))


def rows_in_files(files: Sequence[str]) -> int:
    """How many rows Parquet files have, by their footers."""
    from pyarrow import parquet  # noqa: PLC0415 - an extra

    count = 0
    for file in files:
        with place_at(file).open("rb") as stream:
            count += parquet.ParquetFile(stream).metadata.num_rows
    return count
