"""The warehouse given back as files: articles as JSON lines or Parquet, pages as WARC.

A store and a choice of articles go in, a file comes out; it appears under its name only when it is whole. Articles are
read in portions, so the store may be larger than memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final

from newsloom.errors import InputError, MissingExtra
from newsloom.pipeline.columns import EXPORTED, check_parquet, write_parquet
from newsloom.records import Article, ArticleQuery
from newsloom.stores.protocol import Store

__all__ = ["FORMS", "stored_articles", "write_articles"]

FORMS: Final = ("jsonl", "parquet", "warc")

_PORTION: Final = 500


def stored_articles(
    store: Store, *, source_url: str | None = None, since: datetime | None = None, until: datetime | None = None
) -> Iterator[Article]:
    """The stored articles in the order in which they were first seen, a portion at a time."""
    after: str | None = None
    while True:
        with store.read() as transaction:
            query = ArticleQuery(
                source_url=source_url, since=since, until=until, order="earliest", after=after, limit=_PORTION
            )
            portion = transaction.articles.find(query)
        yield from portion
        if len(portion) < _PORTION:
            return
        after = portion[-1].url


def write_articles(store: Store, articles: Iterator[Article], target: Path | IO[str], form: str) -> int:
    """Write articles in one of ``FORMS``; how many articles, or with "warc" versions of pages, comes back.

    Only JSON lines can be written to a stream. Raises ``InputError`` where the file cannot be written, and
    ``MissingExtra`` where the ``bulk`` extra is needed.
    """
    if not isinstance(target, Path):
        return _write_jsonl(articles, target)
    with _whole(target) as unfinished:
        match form:
            case "parquet":
                return _write_parquet(articles, unfinished)
            case "warc":
                return _write_warc(store, articles, unfinished)
            case _:
                with unfinished.open("w", encoding="utf-8") as stream:
                    return _write_jsonl(articles, stream)


def _write_jsonl(articles: Iterator[Article], stream: IO[str]) -> int:
    count = 0
    for article in articles:
        stream.write(article.to_json() + "\n")
        count += 1
    return count


def _write_parquet(articles: Iterator[Article], file: Path) -> int:
    check_parquet("export --format parquet")
    return write_parquet((article.as_dict() for article in articles), file, EXPORTED)


def _write_warc(store: Store, articles: Iterator[Article], file: Path) -> int:
    try:
        from warcio.warcwriter import WARCWriter  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra("export --format warc", "bulk") from error
    count = 0
    with file.open("wb") as stream:
        writer = WARCWriter(stream, gzip=True, warc_version="1.1")
        for article in articles:
            count += _write_versions(store, article.url or "", writer)
    return count


def _write_versions(store: Store, url: str, writer: Any) -> int:
    with store.read() as transaction:
        versions = transaction.pages.versions(url)
        pages = [page for version in versions if (page := transaction.pages.at(url, version.first_seen))]
    for page in pages:
        # A resource, not a response: the headers of the answer are not kept, and none shall be made up.
        writer.write_record(
            writer.create_warc_record(
                page.url,
                "resource",
                payload=BytesIO(page.body),
                length=len(page.body),
                warc_content_type=page.content_type or "application/octet-stream",
                warc_headers_dict={"WARC-Date": f"{page.fetched_at:%Y-%m-%dT%H:%M:%S.%fZ}"},
            )
        )
    return len(pages)


@contextmanager
def _whole(file: Path) -> Iterator[Path]:
    """A file beside the one wanted, which takes its name when the block ends well."""
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        yield unfinished
        unfinished.replace(file)
    except OSError as error:
        raise InputError(str(file), error.strerror or str(error)) from error
    finally:
        unfinished.unlink(missing_ok=True)
