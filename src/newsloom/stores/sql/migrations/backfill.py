"""Fills in or rewrites rows in batches when a store is upgraded.

Columns are named as they were at that version. The search index, however, is today's, so it is passed in. A later
migration that changes the index must therefore take over this step.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from logging import INFO, WARNING
from typing import Any, Final

import zstandard
from sqlalchemy import Connection, Row, TextClause, bindparam, text

from newsloom.logs import log_event, stage_logger
from newsloom.records import Article
from newsloom.stores.delta import compressed, decompressed
from newsloom.stores.search import stems_of_article
from newsloom.stores.sites import site_of_article
from newsloom.stores.sql.article_rows import packed_fields
from newsloom.stores.sql.search import SearchIndex
from newsloom.stores.sql.types import Key, PackedJson, Words
from newsloom.text.categories import category_of

__all__ = ["add_checksums", "fill_articles", "name_sections", "split_blocks"]

_LOG: Final = stage_logger(__name__)

# The number of articles in memory at a time.
_BATCH: Final = 200

_LATEST: Final = "SELECT id FROM revisions WHERE article_id = articles.id ORDER BY first_seen DESC, id DESC LIMIT 1"
_KNOWN: Final = (
    f"UPDATE articles SET revision_id = ({_LATEST})",  # noqa: S608 - our own words
    "UPDATE articles SET changed_at = (SELECT first_seen FROM revisions WHERE id = articles.revision_id)",
    "INSERT INTO facets SELECT 'section', section, count(*) FROM articles WHERE section <> '' GROUP BY section",
    "INSERT INTO facets SELECT 'language', language, count(*) FROM articles WHERE language <> '' GROUP BY language",
)
_NEXT: Final = text(
    "SELECT articles.id, articles.revision_id, revisions.document, addresses.url FROM articles"
    " JOIN revisions ON revisions.id = articles.revision_id JOIN addresses ON addresses.id = articles.address_id"
    " WHERE articles.id > :last ORDER BY articles.id LIMIT :batch"
).columns(id=Key, revision_id=Key, document=PackedJson, url=Words)
_PLACE: Final = text("UPDATE articles SET site = :site WHERE id = :number").bindparams(bindparam("site", type_=Words()))


def fill_articles(connection: Connection, index: SearchIndex, /) -> None:
    """Point articles at their latest revision, count them, and make them searchable."""
    for statement in _KNOWN:
        connection.execute(text(statement))
    for batch in _batchs(connection):
        connection.execute(_PLACE, [{"number": row.id, "site": site_of_article(row.url)} for row in batch])
        readings = [(row, stems_of_article(Article.from_dict(row.document))) for row in batch]
        connection.execute(index.insertion, [index.row(row.id, row.revision_id, reading) for row, reading in readings])


def _batchs(connection: Connection) -> Iterator[list[Row[Any]]]:
    last = 0
    while rows := list(connection.execute(_NEXT, {"last": last, "batch": _BATCH})):
        yield rows
        last = rows[-1].id


# One line in the log for this many revisions: a store of a million takes minutes.
_SAID_EVERY: Final = 50_000

_WITHOUT_BLOCKS: Final = text("SELECT id, document FROM revisions WHERE id > :last ORDER BY id LIMIT :batch")
_WITH_BLOCKS: Final = text("SELECT id, document, blocks FROM revisions WHERE id > :last ORDER BY id LIMIT :batch")
_REWRITE: Final = text("UPDATE revisions SET document = :document, blocks = :blocks WHERE id = :number")


def split_blocks(connection: Connection, /) -> None:
    """Move the blocks from the documents of all revisions into their own column."""
    _rewrite(connection, _WITHOUT_BLOCKS, lambda row: packed_fields(json.loads(decompressed(row.document))))


def add_checksums(connection: Connection, /) -> None:
    """Compress all revisions again, with a checksum."""
    _rewrite(connection, _WITH_BLOCKS, _with_checksums)


def _with_checksums(row: Row[Any]) -> dict[str, bytes | None] | None:
    if zstandard.get_frame_parameters(row.document).has_checksum:
        return None
    document = decompressed(row.document)
    blocks = None if row.blocks is None else compressed(decompressed(row.blocks, document), document)
    return {"document": compressed(document), "blocks": blocks}


def _rewrite(
    connection: Connection, reading: TextClause, columns: Callable[[Row[Any]], dict[str, bytes | None] | None]
) -> None:
    last = done = 0
    while rows := list(connection.execute(reading, {"last": last, "batch": _BATCH})):
        written = [{"number": row.id, **values} for row in rows if (values := _undamaged(row, columns))]
        if written:
            connection.execute(_REWRITE, written)
        last = rows[-1].id
        if (done + len(rows)) // _SAID_EVERY > done // _SAID_EVERY:
            log_event(_LOG, INFO, "upgrading: %(revisions)s revisions rewritten", revisions=done + len(rows))
        done += len(rows)


def _undamaged(
    row: Row[Any], columns: Callable[[Row[Any]], dict[str, bytes | None] | None]
) -> dict[str, bytes | None] | None:
    try:
        return columns(row)
    except (zstandard.ZstdError, ValueError, MemoryError) as error:
        # It stays as it is, and is noted when it is first read.
        log_event(_LOG, WARNING, "upgrading: a damaged revision is left: %(reason)s", reason=str(error))
        return None


# The tables with a column for sections.
_FILED: Final = {
    table: (
        text(f"SELECT DISTINCT section FROM {table} WHERE section IS NOT NULL").columns(section=Words),  # noqa: S608
        text(f"UPDATE {table} SET section = :filed WHERE section = :name").bindparams(  # noqa: S608
            bindparam("name", type_=Words())
        ),
    )
    for table in ("articles", "stories")
}
_RECOUNTED: Final = (
    "DELETE FROM facets WHERE kind = 'section'",
    "INSERT INTO facets SELECT 'section', section, count(*) FROM articles WHERE section <> '' GROUP BY section",
)


def name_sections(connection: Connection, /) -> None:
    """File articles and stories under the common list of sections, and recount them."""
    for names, file in _FILED.values():
        found = [row.section for row in connection.execute(names)]
        moved = [{"name": name, "filed": key} for name in found if (key := category_of(name)) not in (None, name)]
        if moved:
            connection.execute(file, moved)
    for statement in _RECOUNTED:
        connection.execute(text(statement))
