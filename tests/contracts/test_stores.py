from __future__ import annotations

import pytest
from tests.databases import postgres_dsn, postgres_server, store

from newsloom.testing import STORE_CHECKS
from newsloom.testing import store_checks as checks

__all__ = ["postgres_dsn", "postgres_server", "store"]


@pytest.mark.parametrize("check", STORE_CHECKS, ids=lambda check: check.__name__)
def test_every_store_keeps_its_promises(store, check):
    check(store)


def test_every_check_is_in_the_list():
    public = {name for name in checks.__all__ if name.islower()}
    assert public == {check.__name__ for check in STORE_CHECKS}
