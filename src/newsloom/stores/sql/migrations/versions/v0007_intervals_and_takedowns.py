"""How often a source is fetched, if a person set it; and the addresses that were taken down."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from newsloom.stores.sql.types import Key, Moment

__all__ = ["downgrade", "upgrade"]

revision: Final = "0007"
down_revision: Final = "0006"


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("sources", sa.Column("interval_seconds", sa.Float()))
    op.create_table(
        "takedowns",
        sa.Column("address_id", Key, sa.ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
        sa.Column("taken_down_at", Moment, nullable=False),
    )


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError
