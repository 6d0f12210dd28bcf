"""A bulk run to be killed, whose step takes its time. A module of its own, so that workers can import it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from newsloom.pipeline.bulk.entries import PageEntry
from newsloom.pipeline.bulk.jobs import JobOptions, read_pages
from newsloom.pipeline.bulk.schema import ARTICLE_COLUMNS, arrow_schema
from newsloom.pipeline.bulk.steps.protocol import PageRows

__all__ = ["SlowStep"]

_PAGE_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class SlowStep:
    """Titles of pages, as slowly as articles are extracted, without their models to load after each kill."""

    label: ClassVar[str] = "slow"
    fails_as_row: ClassVar[bool] = True

    def __call__(self, numbered: tuple[int, PageEntry], /) -> tuple[int, PageRows]:
        number, entry = numbered
        content = entry.page().content
        text = content if isinstance(content, str) else content.decode()
        time.sleep(_PAGE_SECONDS)
        return number, PageRows(rows=({"title": text.partition("<h1>")[2].partition("</h1>")[0]},))

    def prepare(self) -> None:
        pass

    def job(self) -> Mapping[str, Any]:
        return {"step": self.label}

    def schema(self) -> Any:
        return arrow_schema(ARTICLE_COLUMNS, ("title", "url"))

    @classmethod
    def run(cls, crawl: Path, out: Path, scheduler: str | None, shard_bytes: int) -> int:
        options = JobOptions(workers=1, scheduler=scheduler, shard_bytes=shard_bytes)
        return len(read_pages(cls(), [str(crawl)], str(out), options).broken)
