from __future__ import annotations

from datetime import UTC, datetime

import pytest

from newsloom.pipeline.sources import follow
from newsloom.records import Failure, Link, Source
from newsloom.stores import open_store

URL = "https://paper.example/story"
AT = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def newsroom(tmp_path):
    store = open_store(str(tmp_path / "kept.db"))
    with store.transaction() as transaction:
        transaction.links.sight("https://paper.example/", (Link(url=URL),), AT)
        transaction.run_log.keep_failure(
            Failure(url=URL, stage="extract", kind="BudgetExceeded", reason="not finished within 15 s", at=AT)
        )
        transaction.run_log.keep_failure(Failure(url=URL + "2", stage="fetch", kind="dns", reason="no host", at=AT))
    store.close()
    return str(tmp_path / "kept.db")


def test_what_could_not_be_read_is_listed_with_its_reason_and_when_it_is_due(run, newsroom):
    told = run("failures", "--stage", "extract", "--format", "json", "--newsroom", newsroom)
    assert told.code == 0, told.stderr
    (record,) = told.records
    assert (record["url"], record["reason"]) == (URL, "not finished within 15 s")
    assert record["due_at"].startswith("2026-03-02T12:00")
    table = run("failures", "--newsroom", newsroom).stdout
    assert "given up" in table
    assert "no host" in table


def test_the_failures_of_an_address_are_part_of_its_history(run, newsroom):
    assert "not finished within 15 s" in run("history", URL, "--newsroom", newsroom).stdout


def test_a_newsroom_without_failures_says_so(run, tmp_path):
    store = open_store(str(tmp_path / "empty.db"))
    outcome = run("failures", "--newsroom", "empty.db")
    assert (outcome.code, outcome.stdout) == (1, "")
    assert "nothing is followed yet" in outcome.stderr
    source = Source(url="https://paper.example/feed", kind="feed")
    follow(store, [source], AT)
    assert "nothing has been fetched" in run("failures", "--newsroom", "empty.db").stderr
    store.close()
