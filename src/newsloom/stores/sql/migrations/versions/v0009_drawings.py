"""Pages as drawn by a browser and the files used; and whether a source's pages are drawn, and why."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from newsloom.stores.sql.types import Digest, Key, Words

__all__ = ["downgrade", "upgrade"]

revision: Final = "0009"
down_revision: Final = "0008"


def upgrade() -> None:
    """Add the tables, and the columns that refer to them."""
    op.create_table(
        "drawings",
        sa.Column("digest", Digest, primary_key=True),
        sa.Column("has_scripts", sa.Boolean(), nullable=False),
        sa.Column("reason", Words),
        sa.Column("coding", sa.SmallInteger(), nullable=False),
        sa.Column("html", sa.LargeBinary(), nullable=False),
        sa.Column("layout", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "resources",
        sa.Column("digest", Digest, primary_key=True),
        sa.Column("coding", sa.SmallInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "drawn_with",
        sa.Column("id", Key, primary_key=True),
        sa.Column("drawing", Digest, sa.ForeignKey("drawings.digest"), nullable=False),
        sa.Column("resource", Digest, sa.ForeignKey("resources.digest"), nullable=False),
        sa.Column("url", Words, nullable=False),
        sa.Column("content_type", Words),
    )
    op.create_index("ix_drawn_with_drawing", "drawn_with", ["drawing"])
    op.create_index("ix_drawn_with_resource", "drawn_with", ["resource"])
    op.add_column("sources", sa.Column("render", Words))
    op.add_column("sources", sa.Column("drawn_because", Words))
    op.add_column("versions", sa.Column("drawing", Digest))
    op.create_index("ix_versions_drawing", "versions", ["drawing"])


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError
