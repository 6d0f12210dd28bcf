"""The step that extracts each page and makes a row of its article."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from newsloom.catalogue import build
from newsloom.errors import UnknownName
from newsloom.pipeline.bulk.entries import PageEntry, RowEntry
from newsloom.pipeline.bulk.reading import FIELDS, FIRST_PAGE
from newsloom.pipeline.bulk.schema import ARTICLE_COLUMNS, arrow_schema, article_row
from newsloom.pipeline.bulk.steps.protocol import PageRows
from newsloom.pipeline.extract import DEFAULT_EXTRACTOR, extract

__all__ = ["ExtractStep"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractStep:
    """Extract the article of each page with any extractor. ``fields`` empty means all."""

    label: ClassVar[str] = "extract"
    fails_as_row: ClassVar[bool] = True

    extractor: str = DEFAULT_EXTRACTOR
    fields: tuple[str, ...] = ()

    def __call__(self, numbered: tuple[int, PageEntry], /) -> tuple[int, PageRows]:
        number, entry = numbered
        page = entry.page()
        article = extract(page.content, url=page.url, title=page.title, extractor=self.extractor)
        row = article_row(article.as_dict(), fetched_at=page.fetched_at, chosen=self.fields)
        return number, PageRows(rows=(row,), counts={"articles": int(article.is_article)})

    def prepare(self) -> None:
        self((0, RowEntry(name="", content=FIRST_PAGE)))

    def job(self) -> Mapping[str, Any]:
        unknown = next((name for name in self.fields if name not in FIELDS), None)
        if unknown is not None:
            raise UnknownName("field", unknown, FIELDS)
        version = build("extractor", self.extractor).version
        return {"step": self.label, "extractor": self.extractor, "version": version, "fields": list(self.fields)}

    def schema(self) -> Any:
        return arrow_schema(ARTICLE_COLUMNS, self.fields)
