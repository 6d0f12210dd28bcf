from __future__ import annotations

import pytest
from tests.postgres import postgres_dsn, postgres_server

from newsloom.stores import open_store
from newsloom.testing import STORE_CHECKS
from newsloom.testing import store_checks as checks

__all__ = ["postgres_dsn", "postgres_server"]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request, tmp_path):
    places = {
        "memory": lambda: ":memory:",
        "sqlite": lambda: str(tmp_path / "newsloom.db"),
        "postgres": lambda: request.getfixturevalue("postgres_dsn"),
    }
    opened = open_store(places[request.param]())
    yield opened
    opened.close()


@pytest.mark.parametrize("check", STORE_CHECKS, ids=lambda check: check.__name__)
def test_every_store_keeps_its_promises(store, check):
    check(store)


def test_every_check_is_in_the_list():
    public = {name for name in checks.__all__ if name.islower()}
    assert public == {check.__name__ for check in STORE_CHECKS}
