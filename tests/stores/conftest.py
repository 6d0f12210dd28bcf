from __future__ import annotations

from tests.postgres import postgres_dsn, postgres_server

__all__ = ["postgres_dsn", "postgres_server"]
