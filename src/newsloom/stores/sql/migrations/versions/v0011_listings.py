"""The addresses whose pages list other pages."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from newsloom.stores.sql.types import Key, Moment

__all__ = ["downgrade", "upgrade"]

revision: Final = "0011"
down_revision: Final = "0010"


def upgrade() -> None:
    """Add the table; it fills as pages are fetched."""
    op.create_table(
        "listings",
        sa.Column("address_id", Key, sa.ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
        sa.Column("seen_at", Moment, nullable=False),
    )


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError
