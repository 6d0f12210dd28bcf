"""The store on a PostgreSQL server: for any number of workers on any number of machines."""

from __future__ import annotations

from newsloom.stores.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
