"""Articles, their revisions, and the sources to which they belong."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Column, ForeignKey, Index, Integer, Row, Table, UniqueConstraint

from newsloom.conversion import fields_of
from newsloom.records import Article, Revision
from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Digest, Key, Moment, PackedDocument, Words

__all__ = ["ARTICLES", "BELONGINGS", "FACETS", "REVISIONS", "article_of", "document_of_article", "revision_of"]

# ``revision_id`` is the latest revision, ``changed_at`` when that was first seen, ``site`` the site of the address; the
# other columns behind ``first_seen`` are copied from the latest revision, to be chosen by.
ARTICLES: Final = Table(
    "articles",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("address_id", Key, ForeignKey("addresses.id"), nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("canonical_url", Words),
    Column("site", Words),
    Column("section", Words),
    Column("language", Words),
    Column("published", Moment, index=True),
    Column("changed_at", Moment),
    Column("revision_id", Key),
    UniqueConstraint("address_id"),
    Index(None, "first_seen", "id"),
    Index(None, "changed_at", "id"),
    Index(None, "site", "first_seen", "id"),
    Index(None, "section", "first_seen", "id"),
    Index(None, "language", "first_seen", "id"),
)

REVISIONS: Final = Table(
    "revisions",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("article_id", Key, ForeignKey("articles.id"), nullable=False),
    Column("digest", Digest, nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("last_seen", Moment, nullable=False),
    Column("body", Words),
    Column("document", PackedDocument, nullable=False),
    Index(None, "article_id", "first_seen", "id"),
)

# With a copy of the time, so that the articles of one source are read in order from one index.
BELONGINGS: Final = Table(
    "belongings",
    METADATA,
    Column("source_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("article_id", Key, ForeignKey("articles.id"), primary_key=True, autoincrement=False, index=True),
    Column("first_seen", Moment, nullable=False),
    Index(None, "source_id", "first_seen", "article_id"),
)

# How many articles have a section or a language: counted as they are kept, so that asking costs nothing.
FACETS: Final = Table(
    "facets",
    METADATA,
    Column("kind", Words, primary_key=True),
    Column("name", Words, primary_key=True),
    Column("articles", Integer, nullable=False),
    Index(None, "kind", "articles"),
)


def article_of(row: Row[Any], /) -> Article:
    """The article of a row of ``REVISIONS``."""
    return Article.from_dict(row.document)


def revision_of(row: Row[Any], /) -> Revision:
    """The revision of a row of ``REVISIONS``."""
    return Revision(article=article_of(row), seen_at=row.first_seen, digest=row.body)


def document_of_article(article: Article, /) -> dict[str, Any]:
    """The article's own fields, for the column ``document``: as ``as_dict`` without what can be counted again."""
    return fields_of(article)
