"""The columns of results: Arrow types by name. One schema for all steps that write articles. Needs the extra ``bulk``.

Results are partitioned by ``day`` and ``site``: the article's day in its own time zone, or the day on which the page
was fetched if the article has no date, and the site of its address. ``site_name`` is what the paper calls itself, which
is ``site`` in an article.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

from newsloom.text.urls import site_of

__all__ = ["ARTICLE_COLUMNS", "ITEM_COLUMNS", "arrow_schema", "article_row", "day_of", "failure_row", "item_row"]

TEXT, TEXTS, TIME, DAY, WHOLE, REAL, CLAIM, BYTES, JSON = (
    "string",
    "list<string>",
    "timestamp[us, UTC]",
    "date32",
    "int64",
    "double",
    "bool",
    "binary",
    "JSON string",
)

_PLACE: Final = {"source": TEXT, "page": TEXT, "day": DAY, "site": TEXT, "fetched_at": TIME}
_FAILURE: Final = {"stage": TEXT, "kind": TEXT, "reason": TEXT, "kept_page": BYTES}

ARTICLE_COLUMNS: Final[Mapping[str, str]] = {
    **_PLACE,
    **dict.fromkeys(("url", "canonical_url", "site_name", "title", "description", "text"), TEXT),
    "paragraphs": TEXTS,
    "blocks": JSON,
    **dict.fromkeys(("published", "modified"), TIME),
    "date": TEXT,
    "authors": TEXTS,
    **dict.fromkeys(("section", "category"), TEXT),
    "keywords": TEXTS,
    "language": TEXT,
    "images": JSON,
    **dict.fromkeys(("next_page", "access"), TEXT),
    "is_article": CLAIM,
    "confidence": REAL,
    "provenance": JSON,
    "word_count": WHOLE,
    **_FAILURE,
}
"""The columns of a row for an article or a failed page, with their types."""

ITEM_COLUMNS: Final[Mapping[str, str]] = {
    **_PLACE,
    **dict.fromkeys(("id", "page_url", "headline", "kicker", "text", "url", "image", "section", "pattern"), TEXT),
    "time": TIME,
    "position": WHOLE,
    "is_lead": CLAIM,
    "duplicate_of": TEXT,
    **_FAILURE,
}
"""The columns of a row for a front page's item or a failed page, with their types."""


def arrow_schema(columns: Mapping[str, str], chosen: Sequence[str] = ()) -> Any:
    """An Arrow schema of the columns, or of the chosen ones and those for place and failure."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    kinds = {
        TEXT: pa.string(),
        TEXTS: pa.list_(pa.string()),
        TIME: pa.timestamp("us", tz="UTC"),
        DAY: pa.date32(),
        WHOLE: pa.int64(),
        REAL: pa.float64(),
        CLAIM: pa.bool_(),
        BYTES: pa.binary(),
        JSON: pa.string(),
    }
    named = {"site_name" if name == "site" else name for name in chosen}
    kept = {*_PLACE, *_FAILURE, *named} if chosen else set(columns)
    return pa.schema([(name, kinds[kind]) for name, kind in columns.items() if name in kept])


def article_row(told: Mapping[str, Any], *, fetched_at: datetime | None, chosen: Sequence[str] = ()) -> dict[str, Any]:
    """A row for Arrow from an article's ``as_dict``. The writer adds ``source`` and ``page``."""
    row = {name: _cell(ARTICLE_COLUMNS[name], told[name]) for name in chosen or told if name in ARTICLE_COLUMNS}
    if "site" in (chosen or told):
        row["site_name"] = _cell(TEXT, told["site"])
    url = told["url"] or told["canonical_url"]
    site = site_of(url) if url else None
    return {**row, "site": site, "day": day_of(told["date"], fetched_at), "fetched_at": _utc(fetched_at)}


def item_row(told: Mapping[str, Any], *, site: str | None, fetched_at: datetime | None) -> dict[str, Any]:
    """A row for Arrow from an item's fields."""
    row = {name: _cell(ITEM_COLUMNS[name], value) for name, value in told.items() if name in ITEM_COLUMNS}
    return {**row, "site": site, "day": day_of(None, fetched_at), "fetched_at": _utc(fetched_at)}


def failure_row(stage: str, kind: str, reason: str, *, url: str | None, kept_page: bytes) -> dict[str, Any]:
    """A row for a page that could not be read, with the page itself."""
    return {
        "url": _sound(url) if url else None,
        "stage": stage,
        "kind": kind,
        "reason": _sound(reason),
        "kept_page": kept_page,
    }


def day_of(text: str | None, fetched_at: datetime | None) -> date | None:
    """The day under which a row is filed."""
    if text:
        try:
            return date.fromisoformat(text[:10])
        except ValueError:
            pass
    return fetched_at.astimezone(UTC).date() if fetched_at else None


def _cell(kind: str, value: Any) -> Any:
    if value is None or kind in (WHOLE, REAL, CLAIM):
        return value
    if kind == TIME:
        return _utc(datetime.fromisoformat(value))
    if kind == JSON:
        return _sound(json.dumps(value, ensure_ascii=False))
    if kind == TEXTS:
        return [_sound(one) for one in value]
    return _sound(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _utc(time: datetime | None) -> datetime | None:
    if time is None:
        return None
    try:
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError:
        # On the first and last day of the calendar, the UTC time may be out of range.
        return None


def _sound(text: str) -> str:
    """The text with lone surrogates, which JSON allows but UTF-8 does not, replaced by question marks."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text
