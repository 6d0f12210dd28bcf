"""Articles with checksums, and a table of what was found damaged.

Existing revisions are compressed again, with a checksum, in batches. One that cannot be read is left as it is, and the
upgrade goes on.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from newsloom.stores.sql.migrations.backfill import add_checksums

__all__ = ["downgrade", "upgrade"]

revision: Final = "0005"
down_revision: Final = "0004"

_KEY: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the table, and write the checksums."""
    op.create_table(
        "damages",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("revision_id", _KEY),
        sa.Column("body", sa.LargeBinary()),
        sa.Column("address_id", _KEY),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["revision_id"], ["revisions.id"], name="fk_damages_revision_id"),
        sa.ForeignKeyConstraint(["body"], ["bodies.digest"], name="fk_damages_body"),
        sa.ForeignKeyConstraint(["address_id"], ["addresses.id"], name="fk_damages_address_id"),
        sa.PrimaryKeyConstraint("id", name="pk_damages"),
    )
    op.create_index("ix_damages_revision_id", "damages", ["revision_id"])
    op.create_index("ix_damages_body", "damages", ["body"])
    add_checksums(op.get_bind())


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError
