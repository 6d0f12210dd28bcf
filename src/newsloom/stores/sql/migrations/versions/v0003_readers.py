"""Readers and templates: the templates of sites with their alarms, accounts and everything that belongs to a reader.

Written out in full with SQLAlchemy's own types: this migration must not change when today's tables do.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

__all__ = ["downgrade", "upgrade"]

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    """Create the tables; existing ones do not change."""
    _make_templates()
    _make_accounts()
    _make_bookmarks()


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError


def _make_templates() -> None:
    op.create_table(
        "site_templates",
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("valid_from", sa.BigInteger(), nullable=False),
        sa.Column("valid_until", sa.BigInteger()),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("fit", sa.Float(), nullable=False),
        sa.Column("template", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("site", "number", name="pk_site_templates"),
    )
    if op.get_context().dialect.name == "postgresql":
        # Compressed already: the server need not try again.
        op.execute("ALTER TABLE site_templates ALTER COLUMN template SET STORAGE EXTERNAL")
    op.create_table(
        "drifts",
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("noticed_at", sa.BigInteger(), nullable=False),
        sa.Column("fit_before", sa.Float(), nullable=False),
        sa.Column("fit_after", sa.Float(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Text(), nullable=False),
        sa.Column("new", sa.Text(), nullable=False),
        sa.Column("settled_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("site", "since", name="pk_drifts"),
    )
    op.create_index("ix_drifts_noticed_at_since", "drifts", ["noticed_at", "since"])


def _make_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded_name", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.Text()),
        sa.Column("theme", sa.Text()),
        sa.Column("is_operator", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("folded_name", name="uq_accounts_folded_name"),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_sessions_account_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name="pk_sessions"),
    )
    op.create_index("ix_sessions_account_id", "sessions", ["account_id"])
    op.create_table(
        "api_keys",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_api_keys_account_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name="pk_api_keys"),
    )
    op.create_index("ix_api_keys_account_id", "api_keys", ["account_id"])


def _make_bookmarks() -> None:
    op.create_table(
        "followings",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_followings_account_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account_id", "id", name="pk_followings"),
        sa.UniqueConstraint("account_id", "kind", "digest", name="uq_followings_account_id_kind_digest"),
    )
    op.create_table(
        "reading_marks",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name="fk_reading_marks_account_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", "kind", "digest", name="pk_reading_marks"),
    )
    op.create_index(
        "ix_reading_marks_account_id_kind_at_digest", "reading_marks", ["account_id", "kind", "at", "digest"]
    )
    op.create_index("ix_reading_marks_kind_at", "reading_marks", ["kind", "at"])
