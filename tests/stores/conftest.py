from __future__ import annotations

from tests.databases import place, postgres_dsn, postgres_server, store

__all__ = ["place", "postgres_dsn", "postgres_server", "store"]
