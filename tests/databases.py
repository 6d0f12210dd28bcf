"""Real stores for the tests that ask for them: PostgreSQL is started once for each test process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from newsloom.stores import open_store
from newsloom.stores.protocol import Store
from newsloom.testing.postgres import PostgresServer, postgres_programs, temporary_postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A running server; tests that need it are skipped where PostgreSQL is not installed."""
    pytest.importorskip("psycopg", reason="psycopg is not installed (the extra postgres)")
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt install postgresql)")
    # Nothing of this has to survive the machine.
    with temporary_postgres(programs, "fsync=off", "full_page_writes=off", "max_connections=50") as server:
        yield server


@pytest.fixture
def postgres_dsn(postgres_server: PostgresServer) -> Iterator[str]:
    """The address of an empty database."""
    dsn = postgres_server.new_database()
    yield dsn
    postgres_server.drop_database(dsn)


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of every kind in turn."""
    locations = {
        "memory": lambda: ":memory:",
        "sqlite": lambda: str(tmp_path / "newsloom.db"),
        "postgres": lambda: request.getfixturevalue("postgres_dsn"),
    }
    opened = open_store(locations[request.param]())
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a newsroom of either kind may be opened, again and again."""
    return request.getfixturevalue("postgres_dsn") if request.param == "postgres" else str(tmp_path / "newsloom.db")
