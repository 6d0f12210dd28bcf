"""The language of each source."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from newsloom.stores.sql.types import Words

__all__ = ["downgrade", "upgrade"]

revision: Final = "0010"
down_revision: Final = "0009"


def upgrade() -> None:
    """Add the column; it is filled when the source is next fetched."""
    op.add_column("sources", sa.Column("language", Words))


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError
