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
    """Add the column; it is filled in when the source is fetched next."""
    op.add_column("sources", sa.Column("language", Words))


def downgrade() -> None:
    """Not offered: a warehouse forgets nothing."""
    raise NotImplementedError
