from __future__ import annotations

from datetime import UTC, datetime

from newsloom.records import Source
from newsloom.stores import open_store

URL = "https://paper.example/"


def test_a_source_is_called_by_another_name_which_stays(run, tmp_path):
    store = open_store(str(tmp_path / "kept.db"))
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=URL, title="Home", home=URL, added_at=datetime(2026, 3, 2, tzinfo=UTC)))
    renamed = run("rename", URL, "The Paper", "--newsroom", "kept.db")
    assert renamed.code == 0, renamed.stderr
    assert "The Paper" in renamed.stdout
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=URL, title="Home again"))
    with store.read() as transaction:
        assert transaction.sources.get(URL).title == "The Paper"
    store.close()


def test_what_is_not_followed_has_no_name(run, tmp_path):
    open_store(str(tmp_path / "kept.db")).close()
    outcome = run("rename", URL, "The Paper", "--newsroom", "kept.db")
    assert outcome.code == 1
    assert "is not followed" in outcome.stderr
