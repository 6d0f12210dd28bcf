"""Gives blocks their own column, and renames tables after what they hold.

Lists can then be shown without reading blocks. Existing revisions are rewritten in batches, so that a large store needs
no more memory than a small one; each revision is read and written once.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

from newsloom.stores.sql.migrations.backfill import split_blocks

__all__ = ["downgrade", "upgrade"]

revision: Final = "0004"
down_revision: Final = "0003"

_RENAMED: Final = {"marks": "checkpoints", "moulds": "delta_bases", "belongings": "article_sources"}


def upgrade() -> None:
    """Add the column, fill it, and rename the tables."""
    op.add_column("revisions", sa.Column("blocks", sa.LargeBinary()))
    split_blocks(op.get_bind())
    for index in ("ix_belongings_article_id", "ix_belongings_source_id_first_seen_article_id"):
        op.drop_index(index, "belongings")
    for old, new in _RENAMED.items():
        op.rename_table(old, new)
    op.create_index("ix_article_sources_article_id", "article_sources", ["article_id"])
    op.create_index(
        "ix_article_sources_source_id_first_seen_article_id",
        "article_sources",
        ["source_id", "first_seen", "article_id"],
    )
    if op.get_context().dialect.name == "postgresql":
        _rename_constraints()


def downgrade() -> None:
    """Not supported: a warehouse forgets nothing."""
    raise NotImplementedError


def _rename_constraints() -> None:
    """Rename the constraints in PostgreSQL. SQLite has no statement for it, and never looks up a key by its name."""
    foreign = {"moulds": ("body",), "belongings": ("source_id", "article_id")}
    for old, new in _RENAMED.items():
        op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT pk_{old} TO pk_{new}")
        for column in foreign.get(old, ()):
            op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT fk_{old}_{column} TO fk_{new}_{column}")
