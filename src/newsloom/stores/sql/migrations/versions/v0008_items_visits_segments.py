"""News items of front pages as records, how often articles are read, and the segment tables of sites."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from newsloom.stores.sql.types import Digest, JsonText, Key, Moment, PackedJson, Words

__all__ = ["downgrade", "upgrade"]

revision: Final = "0008"
down_revision: Final = "0007"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "items",
        sa.Column("id", Key, primary_key=True),
        sa.Column("source_id", Key, sa.ForeignKey("addresses.id"), nullable=False),
        sa.Column("address_id", Key, sa.ForeignKey("addresses.id")),
        sa.Column("digest", Digest, nullable=False),
        sa.Column("first_seen", Moment, nullable=False),
        sa.Column("last_seen", Moment, nullable=False),
        sa.Column("document", JsonText, nullable=False),
        sa.UniqueConstraint("source_id", "digest", name="uq_items_source_id_digest"),
    )
    op.create_index("ix_items_address_id", "items", ["address_id"])
    op.create_table(
        "visits",
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("digest", Digest, primary_key=True),
        sa.Column("visitor", Digest, primary_key=True),
        sa.Column("subject", Words, nullable=False),
    )
    op.create_table(
        "segment_tables",
        sa.Column("site", Words, primary_key=True),
        sa.Column("method", Words, nullable=False),
        sa.Column("counted_until", Moment, nullable=False),
        sa.Column("document", PackedJson, nullable=False),
    )


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError
