"""The short form of the torture's kills: some commands, some kills, on both stores."""

from __future__ import annotations

import random

import pytest

from torture.disturbed import scenario_of
from torture.kills import kill_and_finish
from torture.places import facts_of, faults_of
from torture.scenarios import SCENARIOS


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
@pytest.mark.parametrize("name", ["import", "gather", "takedown", "export jsonl"])
def test_a_killed_command_leaves_nothing_half_and_goes_on(lab, name, store):
    if store not in lab.stores:
        pytest.skip("PostgreSQL is not installed (Debian: apt install postgresql)")
    _, problems = kill_and_finish(lab, scenario_of(name), store, random.Random(name))  # noqa: S311
    assert problems == []


def test_what_is_wrong_with_a_store_is_seen(lab):
    with lab.copied("gathered", "sqlite") as place:
        assert faults_of(place) == []
        before = facts_of(place)
        with place.connection() as connection:
            connection.exec_driver_sql(
                "DELETE FROM search_words_docsize WHERE id IN (SELECT max(revision_id) FROM articles)"
            )
            connection.exec_driver_sql("DELETE FROM article_sources")
            connection.exec_driver_sql("UPDATE versions SET last_seen = first_seen - 1 WHERE id = 1")
        seen = " ".join(faults_of(place))
        assert "search index" in seen
        assert "ends before it begins" in seen
        assert {fact[0] for fact in before - facts_of(place)} == {"article_sources"}


def test_every_command_that_writes_is_killed():
    writing = "add import rename remove gather serve stories topics learn reextract repair takedown export bulk"
    assert set(writing.split()) < {scenario.name.split()[0] for scenario in SCENARIOS}
