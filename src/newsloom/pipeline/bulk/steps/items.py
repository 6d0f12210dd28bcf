"""The step that reads front pages and makes a row of each news item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from newsloom.catalogue import build
from newsloom.conversion import to_builtins
from newsloom.pipeline.bulk.entries import PageEntry, RowEntry
from newsloom.pipeline.bulk.reading import FIRST_PAGE
from newsloom.pipeline.bulk.schema import ITEM_COLUMNS, arrow_schema, item_row
from newsloom.pipeline.bulk.steps.protocol import PageRows
from newsloom.pipeline.read import DEFAULT_READER, read_items
from newsloom.text.urls import site_of

__all__ = ["ItemsStep"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsStep:
    """Read the news items of each front page, in reading order."""

    label: ClassVar[str] = "items"
    fails_as_row: ClassVar[bool] = True

    reader: str = DEFAULT_READER

    def __call__(self, numbered: tuple[int, PageEntry], /) -> tuple[int, PageRows]:
        number, entry = numbered
        page = entry.page()
        items = read_items(page.content, url=page.url, reader=self.reader)
        site = site_of(page.url) if page.url else None
        rows = tuple(item_row(to_builtins(item), site=site, fetched_at=page.fetched_at) for item in items)
        return number, PageRows(rows=rows, counts={"items": len(items)})

    def prepare(self) -> None:
        self((0, RowEntry(name="", content=FIRST_PAGE)))

    def job(self) -> Mapping[str, Any]:
        version = build("reader", self.reader).version
        return {"step": self.label, "reader": self.reader, "version": version}

    def schema(self) -> Any:
        return arrow_schema(ITEM_COLUMNS)
