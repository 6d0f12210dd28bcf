"""When each report was told, what readers chose for their sources, and a common list of sections for all papers."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from newsloom.stores.sql.migrations.backfill import name_sections

__all__ = ["downgrade", "upgrade"]

revision: Final = "0006"
down_revision: Final = "0005"


def upgrade() -> None:
    """Add the columns. Existing reports have no time of their own until their story changes."""
    op.add_column("reports", sa.Column("told_at", sa.BigInteger()))
    op.add_column("reports", sa.Column("told_by", sa.Text()))
    op.add_column("sources", sa.Column("chosen", sa.Text()))
    name_sections(op.get_bind())


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError
