"""Run by Alembic to migrate, in the transaction passed to it, which the caller commits."""

from __future__ import annotations

from alembic import context

from newsloom.stores.sql.schema import VERSION_TABLE
from newsloom.stores.sql.types import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
context.run_migrations()
