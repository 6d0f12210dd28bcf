from __future__ import annotations

from tests.databases import postgres_dsn, postgres_server, store

__all__ = ["postgres_dsn", "postgres_server", "store"]
