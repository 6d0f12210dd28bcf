"""Stories, topics and marks; articles become searchable, and are counted by section and language.

Existing articles become searchable, too. They are read in batches, so that a large warehouse needs no more memory than
a small one.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from newsloom.stores.sql.migrations.backfill import fill_articles

__all__ = ["downgrade", "upgrade"]

revision: Final = "0002"
down_revision: Final = "0001"

_KEY: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# We insert our own stems, separated by spaces, which the tokenizer should only split. It treats every character beyond
# ASCII as a letter. Contentless: the texts are compressed in the revisions.
_SQLITE_SEARCH: Final = (
    "CREATE VIRTUAL TABLE search_words USING fts5(title, body, content='', tokenize=\"ascii tokenchars '_'\")"
)


def upgrade() -> None:
    """Create the new tables, and fill in what is known from the old ones."""
    _widen_articles()
    _make_facets()
    _make_stories()
    _make_topics()
    _make_marks()
    _make_search()
    context = op.get_context()
    if context.config is not None:
        fill_articles(op.get_bind(), context.config.attributes["index"])


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError


def _widen_articles() -> None:
    op.add_column("articles", sa.Column("changed_at", sa.BigInteger()))
    op.add_column("articles", sa.Column("revision_id", _KEY))
    op.create_index("ix_articles_changed_at_id", "articles", ["changed_at", "id"])
    for fact in ("site", "section", "language"):
        op.create_index(f"ix_articles_{fact}_first_seen_id", "articles", [fact, "first_seen", "id"])


def _make_facets() -> None:
    op.create_table(
        "facets",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("articles", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "name", name="pk_facets"),
    )
    op.create_index("ix_facets_kind_articles", "facets", ["kind", "articles"])


def _make_stories() -> None:
    op.create_table(
        "stories",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("first_seen", sa.BigInteger(), nullable=False),
        sa.Column("last_seen", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("heat", sa.Float(), nullable=False),
        sa.Column("newness", sa.Float(), nullable=False),
        sa.Column("section", sa.Text()),
        sa.Column("language", sa.Text()),
        sa.Column("reports", sa.Integer(), nullable=False),
        sa.Column("papers", sa.Integer(), nullable=False),
        sa.Column("merged_into", _KEY),
        sa.Column("document", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["merged_into"], ["stories.id"], name="fk_stories_merged_into"),
        sa.PrimaryKeyConstraint("id", name="pk_stories"),
        sa.UniqueConstraint("name", name="uq_stories_name"),
    )
    op.create_index("ix_stories_heat_id", "stories", ["heat", "id"])
    op.create_index("ix_stories_section_heat_id", "stories", ["section", "heat", "id"])
    op.create_index("ix_stories_language_heat_id", "stories", ["language", "heat", "id"])
    op.create_index("ix_stories_last_seen_id", "stories", ["last_seen", "id"])
    op.create_index("ix_stories_first_seen_id", "stories", ["first_seen", "id"])
    op.create_index("ix_stories_changed_at_id", "stories", ["changed_at", "id"])
    op.create_index("ix_stories_merged_into_reports", "stories", ["merged_into", "reports"])
    op.create_table(
        "reports",
        sa.Column("address_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("story_id", _KEY, nullable=False),
        sa.Column("paper", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("closeness", sa.Float(), nullable=False),
        sa.Column("copy_of", _KEY),
        sa.ForeignKeyConstraint(["address_id"], ["addresses.id"], name="fk_reports_address_id"),
        sa.ForeignKeyConstraint(["copy_of"], ["addresses.id"], name="fk_reports_copy_of"),
        sa.ForeignKeyConstraint(["story_id"], ["stories.id"], name="fk_reports_story_id"),
        sa.PrimaryKeyConstraint("address_id", name="pk_reports"),
    )
    op.create_index("ix_reports_story_id", "reports", ["story_id"])
    op.create_index("ix_reports_paper_story_id", "reports", ["paper", "story_id"])


def _make_topics() -> None:
    op.create_table(
        "topics",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_topics"),
        sa.UniqueConstraint("name", name="uq_topics_name"),
    )
    op.create_table(
        "topic_members",
        sa.Column("topic_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("address_id", _KEY, nullable=False),
        sa.Column("closeness", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["address_id"], ["addresses.id"], name="fk_topic_members_address_id"),
        sa.ForeignKeyConstraint(["topic_id"], ["topics.id"], name="fk_topic_members_topic_id"),
        sa.PrimaryKeyConstraint("topic_id", "place", name="pk_topic_members"),
    )
    op.create_index("ix_topic_members_address_id", "topic_members", ["address_id"])


def _make_marks() -> None:
    op.create_table(
        "marks",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("note", sa.Text()),
        sa.Column("owner", sa.Text()),
        sa.Column("leased_until", sa.BigInteger()),
        sa.PrimaryKeyConstraint("name", name="pk_marks"),
    )


def _make_search() -> None:
    if op.get_context().dialect.name == "sqlite":
        op.execute(_SQLITE_SEARCH)
        return
    op.execute(
        "CREATE TABLE search_words (article_id BIGINT NOT NULL, stems TSVECTOR NOT NULL,"
        " CONSTRAINT pk_search_words PRIMARY KEY (article_id),"
        " CONSTRAINT fk_search_words_article_id FOREIGN KEY (article_id) REFERENCES articles (id))"
    )
    op.execute("CREATE INDEX ix_search_words_stems ON search_words USING gin (stems)")
