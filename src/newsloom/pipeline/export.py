"""Export of a store: articles as JSON lines or Parquet, pages as WARC.

Writes the chosen articles of a store to a file, which appears under its name only when it is complete. Articles are
read in batches, so the store may be larger than memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from newsloom.conversion import to_builtins
from newsloom.errors import InputError, MissingExtra
from newsloom.pipeline.parquet import EXPORTED, check_parquet, write_parquet
from newsloom.records import Article, ArticleQuery
from newsloom.stores.digests import article_id
from newsloom.stores.protocol import Store
from newsloom.stores.sites import site_of_article

__all__ = ["FORMS", "stored_articles", "whole_file", "write_articles"]

FORMS: Final = ("jsonl", "parquet", "warc")

_PORTION: Final = 500


def stored_articles(store: Store, query: ArticleQuery | None = None) -> Iterator[Article]:
    """The stored articles that match a query, in the order in which they were first seen, read in batches."""
    asked = replace(query or ArticleQuery(), order="earliest", limit=_PORTION)
    while True:
        with store.read() as transaction:
            portion = transaction.articles.find(asked)
        yield from portion
        if len(portion) < _PORTION:
            return
        asked = replace(asked, after=portion[-1].url)


def write_articles(store: Store, articles: Iterator[Article], target: Path | IO[str], form: str) -> int:
    """Write articles in one of ``FORMS``. Returns how many articles, or with "warc" how many versions of pages.

    An article is written with its ``id``, ``paper``, ``first_seen``, ``changed_at``, and the id of its ``story``. Only
    JSON lines can be written to a stream. Raises ``InputError`` if the file cannot be written, and ``MissingExtra`` if
    the ``bulk`` extra is needed.
    """
    if not isinstance(target, Path):
        return _write_jsonl(_rows(store, articles), target)
    with whole_file(target) as unfinished:
        match form:
            case "parquet":
                check_parquet("export --format parquet")
                return write_parquet(_rows(store, articles), unfinished, EXPORTED)
            case "warc":
                return _write_warc(store, articles, unfinished)
            case _:
                with unfinished.open("w", encoding="utf-8") as stream:
                    return _write_jsonl(_rows(store, articles), stream)


def _rows(store: Store, articles: Iterator[Article]) -> Iterator[dict[str, Any]]:
    """Each article as a JSON object, with the fields that only the store knows."""
    while portion := list(islice(articles, _PORTION)):
        urls = [article.url or "" for article in portion]
        with store.read() as transaction:
            times = transaction.lookups.times(urls)
            stories = transaction.lookups.stories(urls)
        for url, article in zip(urls, portion, strict=True):
            first_seen, changed_at = times.get(url, (None, None))
            yield {
                "id": article_id(url),
                "paper": site_of_article(url),
                "first_seen": to_builtins(first_seen),
                "changed_at": to_builtins(changed_at),
                "story": stories.get(url),
                **article.as_dict(),
            }


def _write_jsonl(rows: Iterator[dict[str, Any]], stream: IO[str]) -> int:
    count = 0
    for row in rows:
        stream.write(json.dumps(row, ensure_ascii=False) + "\n")
        count += 1
    return count


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
        # A resource, not a response: the headers of the response are not stored, and none are invented.
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
def whole_file(file: Path) -> Iterator[Path]:
    """A temporary file beside the target, renamed to it when the block ends without an error."""
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        yield unfinished
        unfinished.replace(file)
    except OSError as error:
        raise InputError(str(file), error.strerror or str(error)) from error
    finally:
        unfinished.unlink(missing_ok=True)
