"""Writes articles to Parquet, from rows like those of ``Article.as_dict``. Needs the extra ``bulk``.

Text, times, numbers and lists of text have typed columns; pictures, blocks and provenance are JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any, Final

from newsloom.errors import MissingExtra

__all__ = ["EXPORTED", "check_parquet", "write_parquet"]

_TIMES: Final = ("published", "modified", "first_seen", "changed_at")
_LISTS: Final = ("authors", "keywords", "paragraphs")
_JSON: Final = ("images", "provenance", "blocks")

EXPORTED: Final = (
    *("id", "paper", "first_seen", "changed_at", "story"),
    *("url", "canonical_url", "site", "title", "description", "text", "date", "section", "language", "reason"),
    *("published", "modified", "authors", "keywords", "images", "provenance", "blocks"),
    *("next_page", "access", "is_article", "confidence", "word_count"),
)
"""The columns of an exported warehouse."""

# Rows per batch.
_PORTION: Final = 500


def check_parquet(wish: str) -> None:
    """Raises ``MissingExtra`` for this feature if Parquet cannot be written."""
    # Not imported: that takes a tenth of a second, and processes that lead bulk work write no Parquet themselves.
    if find_spec("pyarrow") is None:
        raise MissingExtra(wish, "bulk")


def write_parquet(rows: Iterable[Mapping[str, Any]], file: Path, columns: Collection[str]) -> int:
    """Write rows like those of ``Article.as_dict``. Returns their number. A missing field is null."""
    # An extra: see check_parquet.
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    schema = pa.schema([(name, _kind(pa, name)) for name in columns])
    count = 0
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for portion in _portions(iter(rows)):
            cells = [{name: _cell(name, row.get(name)) for name in columns} for row in portion]
            writer.write_table(pa.Table.from_pylist(cells, schema=schema))
            count += len(portion)
    return count


def _portions(rows: Iterator[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    while portion := list(islice(rows, _PORTION)):
        yield portion


def _kind(pa: Any, name: str) -> Any:
    if name in _TIMES:
        return pa.timestamp("us", tz="UTC")
    if name in _LISTS:
        return pa.list_(pa.string())
    return {"is_article": pa.bool_(), "confidence": pa.float64(), "word_count": pa.int64()}.get(name, pa.string())


def _cell(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in _TIMES:
        return datetime.fromisoformat(value)
    return json.dumps(value, ensure_ascii=False) if name in _JSON else value
