"""What Alembic runs to migrate: in the transaction it is handed, which is committed elsewhere."""

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
