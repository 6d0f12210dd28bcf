from __future__ import annotations

import importlib.util
import subprocess
import sys
from contextlib import closing

import pytest

from newsloom.errors import MissingExtra, StoreError
from newsloom.stores import open_store
from newsloom.stores.sqlite import MemoryStore, SqliteStore


def test_a_path_is_a_sqlite_store(tmp_path):
    with closing(open_store(str(tmp_path / "news room.db"))) as store:
        assert isinstance(store, SqliteStore)
    assert (tmp_path / "news room.db").exists()


def test_memory_is_a_memory_store():
    assert isinstance(open_store(":memory:"), MemoryStore)


def test_another_kind_of_address_is_refused_without_its_password():
    with pytest.raises(StoreError, match="neither a path") as caught:
        open_store("mysql://ann:geheim@db.example/news")
    assert "geheim" not in str(caught.value)


def test_an_empty_path_is_refused():
    with pytest.raises(StoreError, match="path of a file"):
        open_store("")


def test_a_server_without_its_driver_names_the_extra(monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "psycopg" else found(name, *more)
    )
    with pytest.raises(MissingExtra, match=r"\[postgres\]"):
        open_store("postgresql://ann@db.example/news")


def test_a_memory_store_is_opened_without_loading_the_driver_of_a_server():
    script = (
        "import sys; from newsloom.stores import open_store; open_store(':memory:');sys.exit('psycopg' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_a_store_that_is_up_to_date_is_opened_without_loading_alembic(tmp_path):
    place = str(tmp_path / "newsloom.db")
    open_store(place).close()
    script = (
        f"import sys; from newsloom.stores import open_store; open_store({place!r}); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
