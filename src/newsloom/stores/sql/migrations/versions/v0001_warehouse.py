"""The first schema of a warehouse: addresses, sources, pages, links, articles, and the log of runs and failures.

Written out in full with SQLAlchemy's own types: this migration must not change when today's tables do.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

__all__ = ["downgrade", "upgrade"]

revision: Final = "0001"
down_revision: Final = None

_KEY: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create all tables of an empty store."""
    _make_addresses()
    _make_sources()
    _make_pages()
    _make_links()
    _make_articles()
    _make_diary()
    if op.get_context().dialect.name == "postgresql":
        # Compressed already: the server need not try again.
        op.execute("ALTER TABLE bodies ALTER COLUMN data SET STORAGE EXTERNAL")
        op.execute("ALTER TABLE revisions ALTER COLUMN document SET STORAGE EXTERNAL")


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError


def _make_addresses() -> None:
    op.create_table(
        "addresses",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_addresses"),
        sa.UniqueConstraint("digest", name="uq_addresses_digest"),
    )
    op.create_table(
        "redirects",
        sa.Column("from_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("to_id", _KEY, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("from_id", "to_id", name="pk_redirects"),
    )
    op.create_index("ix_redirects_to_id", "redirects", ["to_id"])


def _make_sources() -> None:
    op.create_table(
        "sources",
        sa.Column("address_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("title", sa.Text()),
        sa.Column("category", sa.Text()),
        sa.Column("home", sa.Text()),
        sa.Column("added_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["address_id"], ["addresses.id"], name="fk_sources_address_id"),
        sa.PrimaryKeyConstraint("address_id", name="pk_sources"),
    )
    op.create_table(
        "appointments",
        sa.Column("address_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("interval_seconds", sa.Float(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("checks", sa.Integer(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("checked_at", sa.BigInteger()),
        sa.Column("changed_at", sa.BigInteger()),
        sa.Column("owner", sa.Text()),
        sa.Column("leased_until", sa.BigInteger()),
        sa.ForeignKeyConstraint(["address_id"], ["sources.address_id"], name="fk_appointments_address_id"),
        sa.PrimaryKeyConstraint("address_id", name="pk_appointments"),
    )
    op.create_index("ix_appointments_due_at", "appointments", ["due_at"])


def _make_pages() -> None:
    op.create_table(
        "bodies",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("coding", sa.SmallInteger(), nullable=False),
        sa.Column("base", sa.LargeBinary()),
        sa.Column("depth", sa.SmallInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["base"], ["bodies.digest"], name="fk_bodies_base"),
        sa.PrimaryKeyConstraint("digest", name="pk_bodies"),
    )
    op.create_table(
        "moulds",
        sa.Column("shape", sa.LargeBinary(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["body"], ["bodies.digest"], name="fk_moulds_body"),
        sa.PrimaryKeyConstraint("shape", name="pk_moulds"),
    )
    op.create_table(
        "versions",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("address_id", _KEY, nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("first_seen", sa.BigInteger(), nullable=False),
        sa.Column("last_seen", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("content_type", sa.Text()),
        sa.Column("etag", sa.Text()),
        sa.Column("last_modified", sa.Text()),
        sa.Column("rights", sa.Text(), nullable=False),
        sa.Column("requested_url", sa.Text()),
        sa.Column("feed_title", sa.Text()),
        sa.ForeignKeyConstraint(["address_id"], ["addresses.id"], name="fk_versions_address_id"),
        sa.ForeignKeyConstraint(["digest"], ["bodies.digest"], name="fk_versions_digest"),
        sa.PrimaryKeyConstraint("id", name="pk_versions"),
    )
    op.create_index("ix_versions_address_id_first_seen_id", "versions", ["address_id", "first_seen", "id"])
    op.create_table(
        "fetches",
        sa.Column("address_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("fetched_at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("is_confirming", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Integer()),
        sa.Column("digest", sa.Text()),
        sa.Column("etag", sa.Text()),
        sa.Column("last_modified", sa.Text()),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("error", sa.Text()),
        sa.ForeignKeyConstraint(["address_id"], ["addresses.id"], name="fk_fetches_address_id"),
        sa.PrimaryKeyConstraint("address_id", "fetched_at", name="pk_fetches"),
    )
    op.create_index(
        "ix_fetches_address_id_is_confirming_fetched_at", "fetches", ["address_id", "is_confirming", "fetched_at"]
    )


def _make_links() -> None:
    op.create_table(
        "mentions",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("source_id", _KEY, nullable=False),
        sa.Column("address_id", _KEY, nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["address_id"], ["addresses.id"], name="fk_mentions_address_id"),
        sa.ForeignKeyConstraint(["source_id"], ["addresses.id"], name="fk_mentions_source_id"),
        sa.PrimaryKeyConstraint("id", name="pk_mentions"),
        sa.UniqueConstraint("source_id", "digest", name="uq_mentions_source_id_digest"),
    )
    op.create_index("ix_mentions_address_id", "mentions", ["address_id"])
    op.create_table(
        "fronts",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("source_id", _KEY, nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("first_seen", sa.BigInteger(), nullable=False),
        sa.Column("last_seen", sa.BigInteger(), nullable=False),
        sa.Column("mentions", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["source_id"], ["addresses.id"], name="fk_fronts_source_id"),
        sa.PrimaryKeyConstraint("id", name="pk_fronts"),
    )
    op.create_index("ix_fronts_source_id_first_seen_id", "fronts", ["source_id", "first_seen", "id"])
    op.create_table(
        "links",
        sa.Column("address_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("mention_id", _KEY, nullable=False),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("owner", sa.Text()),
        sa.Column("leased_until", sa.BigInteger()),
        sa.ForeignKeyConstraint(["address_id"], ["addresses.id"], name="fk_links_address_id"),
        sa.ForeignKeyConstraint(["mention_id"], ["mentions.id"], name="fk_links_mention_id"),
        sa.PrimaryKeyConstraint("address_id", name="pk_links"),
    )
    op.create_index(
        "ix_links_due_at_address_id",
        "links",
        ["due_at", "address_id"],
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )


def _make_articles() -> None:
    op.create_table(
        "articles",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("address_id", _KEY, nullable=False),
        sa.Column("first_seen", sa.BigInteger(), nullable=False),
        sa.Column("canonical_url", sa.Text()),
        sa.Column("site", sa.Text()),
        sa.Column("section", sa.Text()),
        sa.Column("language", sa.Text()),
        sa.Column("published", sa.BigInteger()),
        sa.ForeignKeyConstraint(["address_id"], ["addresses.id"], name="fk_articles_address_id"),
        sa.PrimaryKeyConstraint("id", name="pk_articles"),
        sa.UniqueConstraint("address_id", name="uq_articles_address_id"),
    )
    op.create_index("ix_articles_first_seen_id", "articles", ["first_seen", "id"])
    op.create_index("ix_articles_published", "articles", ["published"])
    op.create_table(
        "revisions",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("article_id", _KEY, nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("first_seen", sa.BigInteger(), nullable=False),
        sa.Column("last_seen", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text()),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["article_id"], ["articles.id"], name="fk_revisions_article_id"),
        sa.PrimaryKeyConstraint("id", name="pk_revisions"),
    )
    op.create_index("ix_revisions_article_id_first_seen_id", "revisions", ["article_id", "first_seen", "id"])
    op.create_table(
        "belongings",
        sa.Column("source_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("article_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("first_seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["article_id"], ["articles.id"], name="fk_belongings_article_id"),
        sa.ForeignKeyConstraint(["source_id"], ["addresses.id"], name="fk_belongings_source_id"),
        sa.PrimaryKeyConstraint("source_id", "article_id", name="pk_belongings"),
    )
    op.create_index("ix_belongings_article_id", "belongings", ["article_id"])
    op.create_index(
        "ix_belongings_source_id_first_seen_article_id", "belongings", ["source_id", "first_seen", "article_id"]
    )


def _make_diary() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
    )
    op.create_index("ix_runs_started_at", "runs", ["started_at"])
    op.create_table(
        "failures",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("address_id", _KEY, nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text()),
        sa.ForeignKeyConstraint(["address_id"], ["addresses.id"], name="fk_failures_address_id"),
        sa.PrimaryKeyConstraint("id", name="pk_failures"),
        sa.UniqueConstraint("digest", name="uq_failures_digest"),
    )
    op.create_index("ix_failures_address_id_at_id", "failures", ["address_id", "at", "id"])
    op.create_index("ix_failures_at_id", "failures", ["at", "id"])
