from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module

import pytest
from tests.databases import postgres_dsn, postgres_server, store

from newsloom.testing import STORE_CHECKS, store_checks

__all__ = ["postgres_dsn", "postgres_server", "store"]


@pytest.mark.parametrize("check", STORE_CHECKS, ids=lambda check: check.__name__)
def test_every_store_keeps_its_promises(store, check):
    check(store)


def test_every_check_is_in_the_list():
    found = set()
    for one in pkgutil.iter_modules(store_checks.__path__, f"{store_checks.__name__}."):
        functions = inspect.getmembers(import_module(one.name), inspect.isfunction)
        public = {check for name, check in functions if not name.startswith("_")}
        found |= {check for check in public if list(inspect.signature(check).parameters) == ["store"]}
    assert found == set(STORE_CHECKS)
    assert len(found) == len(STORE_CHECKS)
