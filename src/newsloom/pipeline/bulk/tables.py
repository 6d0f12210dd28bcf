"""Reads pages from Parquet files: makes entries of rows with the page, its address and the feed's title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from newsloom.errors import InputError
from newsloom.pipeline.bulk.entries import BrokenEntry, PageEntry, RowEntry
from newsloom.pipeline.bulk.places import Place
from newsloom.pipeline.parquet import check_parquet

__all__ = ["PARQUET_MAGIC", "row_groups", "rows_in"]

PARQUET_MAGIC: Final = b"PAR1"

# The names of columns for pages: ours first, then those of public crawls.
_PAGE: Final = ("html", "content", "page_content", "body", "raw_html")
_URL: Final = ("url", "warc_target_uri", "link")
_TITLE: Final = ("feed_title", "title")
_TIME: Final = ("fetched_at", "warc_date", "crawl_date")
# Rows read at a time: pages may have 8 MB each.
_ROWS: Final = 16


def row_groups(file: Place) -> list[tuple[int, int]]:
    """Rows and bytes of each row group."""
    with file.open("rb") as stream:
        metadata = _opened(file, stream).metadata
        groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
        return [(group.num_rows, group.total_byte_size) for group in groups]


def rows_in(file: Place, start: int = 0, end: int | None = None) -> Iterator[PageEntry]:
    """The pages of the row groups from ``start`` to ``end``. Raises ``InputError`` if there is no column of pages."""
    check_parquet(f"reading {file}")
    with file.open("rb") as stream:
        table = _opened(file, stream)
        names = table.schema_arrow.names
        chosen = {kind: next((name for name in known if name in names), None) for kind, known in _COLUMNS.items()}
        if chosen["page"] is None:
            raise InputError(str(file), f"has no column with pages; wanted one of {', '.join(_PAGE)}")
        yield from _rows(table, chosen, range(start, table.metadata.num_row_groups if end is None else end))


_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {"page": _PAGE, "url": _URL, "title": _TITLE, "time": _TIME}


def _rows(table: Any, chosen: Mapping[str, str | None], groups: range) -> Iterator[PageEntry]:
    number = sum(table.metadata.row_group(group).num_rows for group in range(groups.start))
    columns = sorted({name for name in chosen.values() if name})
    try:
        for batch in table.iter_batches(batch_size=_ROWS, row_groups=list(groups), columns=columns):
            for row in batch.to_pylist():
                number += 1
                yield _entry({kind: row[name] if name else None for kind, name in chosen.items()}, f"row {number}")
    except (OSError, ValueError) as error:
        yield BrokenEntry(name=f"row {number + 1}", reason=f"the rest of the file cannot be read: {error}")


def _entry(told: Mapping[str, Any], name: str) -> PageEntry:
    content, url, title, time = told["page"], told["url"], told["title"], told["time"]
    if not isinstance(content, bytes | str):
        return BrokenEntry(name=name, reason="the row has no page")
    return RowEntry(
        name=name,
        content=content,
        url=url if isinstance(url, str) else None,
        title=title if isinstance(title, str) else None,
        fetched_at=_aware(time),
    )


def _aware(time: object) -> datetime | None:
    if not isinstance(time, datetime):
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _opened(file: Place, stream: Any) -> Any:
    check_parquet(f"reading {file}")
    from pyarrow import ArrowInvalid, parquet  # noqa: PLC0415 - an extra

    try:
        return parquet.ParquetFile(stream)
    except (ArrowInvalid, OSError) as error:
        raise InputError(str(file), f"is not a complete Parquet file: {error}") from error
