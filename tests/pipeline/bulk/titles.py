"""A step without models: the titles of pages. It does what pages can do to a process, by their titles."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pyarrow.parquet as pq

from newsloom.pipeline.bulk.entries import PageEntry
from newsloom.pipeline.bulk.results import Marker
from newsloom.pipeline.bulk.schema import ARTICLE_COLUMNS, arrow_schema
from newsloom.pipeline.bulk.steps.protocol import PageRows
from newsloom.pipeline.bulk.steps.results import OneTask, write_table
from newsloom.pipeline.bulk.work import Tell


@dataclass(frozen=True, slots=True)
class TitleStep:
    """A page takes ``seconds``; one whose title says so hangs, eats memory or crashes."""

    label: ClassVar[str] = "titles"
    fails_as_row: ClassVar[bool] = True

    seconds: float = 0.0

    def __call__(self, numbered: tuple[int, PageEntry], /) -> tuple[int, PageRows]:
        number, entry = numbered
        content = entry.page().content
        text = content if isinstance(content, str) else content.decode()
        title = text.partition("<h1>")[2].partition("</h1>")[0]
        _suffer(title)
        if self.seconds:
            time.sleep(self.seconds)
        return number, PageRows(rows=({"title": title},))

    def prepare(self) -> None:
        pass

    def job(self) -> Mapping[str, Any]:
        return {"step": self.label}

    def schema(self) -> Any:
        return arrow_schema(ARTICLE_COLUMNS, ("title", "url"))


@dataclass(frozen=True, slots=True)
class ProcessStep(TitleStep):
    """The process in which each page was read, in place of the title."""

    def __call__(self, numbered: tuple[int, PageEntry], /) -> tuple[int, PageRows]:
        return numbered[0], PageRows(rows=({"title": str(os.getpid())},))


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfDone:
    """A task that tells that half of it is done, and goes on when a file is there."""

    folder: str
    may_end: str
    tell: Tell | None = None

    def __call__(self, task: OneTask) -> Marker:
        assert self.tell is not None
        self.tell(task.name, {"share": 0.5})
        while not Path(self.may_end).exists():
            time.sleep(0.02)
        return write_table(self.folder, task, arrow_schema(ARTICLE_COLUMNS, ("title",)), iter([]))


def titles_in(folder: Path) -> list[str]:
    """The titles in all Parquet files of a folder, sorted."""
    rows = [row for file in folder.glob("*.parquet") for row in pq.read_table(file).to_pylist()]
    return sorted(row["title"] for row in rows)


def _suffer(title: str) -> None:
    if "Hangs" in title:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        while True:
            pass
    if "Eats" in title:
        bytearray(10**9)
    if "Crashes" in title:
        os.kill(os.getpid(), signal.SIGSEGV)
