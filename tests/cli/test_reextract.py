from __future__ import annotations

import json
from contextlib import closing

import pytest
from tests.redesign import APPEAL, SITE, address, filled_newsroom, old_page

from newsloom.stores import open_store


@pytest.fixture
def newsroom(tmp_path):
    """A newsroom whose stories were read before anything was known of their site."""
    with filled_newsroom(tmp_path / "kept.db", [old_page(number) for number in range(10)]):
        pass
    return str(tmp_path / "kept.db")


def test_kept_pages_are_read_again_and_the_differences_reported(run, newsroom):
    options = ("--newsroom", newsroom, "--workers", "1")
    dry = run("reextract", "--site", SITE, "--dry-run", "--format", "json", *options)
    assert dry.code == 0, dry.stderr
    told = json.loads(dry.stdout)
    assert (told["stories"], told["changed"]) == (10, 10)
    assert told["differences"][0]["fields"] == ["text"]
    wet = run("reextract", "--since", "2026-03-02", *options)
    assert "10 stories: 0 the same, 10 changed (text 10), 0 left" in wet.stdout
    story = run("history", address(3), "--at", "2099-01-01", "--newsroom", newsroom)
    assert APPEAL not in story.stdout


def test_an_empty_newsroom_has_nothing_to_read_again(run, tmp_path):
    with closing(open_store(str(tmp_path / "empty.db"))):
        pass
    outcome = run("reextract", "--newsroom", "empty.db")
    assert outcome.code == 1
    assert "no stored stories" in outcome.stderr
    assert outcome.stdout == ""
