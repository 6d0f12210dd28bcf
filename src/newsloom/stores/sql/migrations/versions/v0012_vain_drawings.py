"""How often, when and why drawing a source's pages brought nothing."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from newsloom.stores.sql.types import Moment, Words

__all__ = ["downgrade", "upgrade"]

revision: Final = "0012"
down_revision: Final = "0011"


def upgrade() -> None:
    """Add the columns; nothing has been tried yet."""
    op.add_column("sources", sa.Column("undrawn_tries", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("sources", sa.Column("undrawn_because", Words))
    op.add_column("sources", sa.Column("undrawn_at", Moment))


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError
