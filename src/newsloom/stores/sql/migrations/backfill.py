"""What can be known of articles that were kept before there was a search: a connection in, rows filled in.

Columns are named as they were then. What an article is found by is today's: so it is asked for. A later change of the
index therefore takes this step over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, text

from newsloom.records import Article
from newsloom.stores.choosing import site_of_article
from newsloom.stores.searching import reading_of
from newsloom.stores.sql.searching import Index
from newsloom.stores.sql.types import Key, PackedDocument, Words

__all__ = ["fill_articles"]

# So many articles are in memory at a time.
_PORTION: Final = 200

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
    " WHERE articles.id > :last ORDER BY articles.id LIMIT :portion"
).columns(id=Key, revision_id=Key, document=PackedDocument, url=Words)
_PLACE: Final = text("UPDATE articles SET site = :site WHERE id = :number").bindparams(bindparam("site", type_=Words()))


def fill_articles(connection: Connection, index: Index, /) -> None:
    """Point articles at their latest revision, count them, and make them searchable."""
    for statement in _KNOWN:
        connection.execute(text(statement))
    for portion in _portions(connection):
        connection.execute(_PLACE, [{"number": row.id, "site": site_of_article(row.url)} for row in portion])
        readings = [(row, reading_of(Article.from_dict(row.document))) for row in portion]
        connection.execute(index.putting, [index.row(row.id, row.revision_id, reading) for row, reading in readings])


def _portions(connection: Connection) -> Iterator[list[Row[Any]]]:
    last = 0
    while rows := list(connection.execute(_NEXT, {"last": last, "portion": _PORTION})):
        yield rows
        last = rows[-1].id
