"""News items as records: kept, exported, mined for topics and compared (the news item paper's own pipeline)."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from newsloom.cli.commands import app
from newsloom.records import Item, Page
from newsloom.stores import open_store

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
FRONT = "https://lorne.example/"
SUBJECTS = {
    "ferry": ("The ferry to Skerry stays in the harbour", "Fog keeps the pilot of the ferry in the harbour."),
    "bank": ("The central bank raises its rate again", "Credit is dearer after the bank raised its rate."),
    "choir": ("The choir of Tarvik sings in the church", "The organ and the choir fill the church of Tarvik."),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> str:
    place = str(tmp_path_factory.mktemp("newsroom") / "kept.db")
    items = [
        Item(id=f"{name}{n}", headline=f"{headline}, day {n}", text=text, url=f"{FRONT}{name}/{n}", position=n)
        for n in range(4)
        for name, (headline, text) in SUBJECTS.items()
    ]
    with closing(open_store(place)) as store, store.transaction() as transaction:
        transaction.pages.keep(Page(url=FRONT, body=b"<html>" + b"furniture " * 3000, fetched_at=NOON))
        transaction.items.keep(FRONT, items, NOON)
        transaction.items.keep(FRONT, items, NOON)
    return place


def ask(*arguments: str):
    """In this process; errors have their exit code in a process of its own."""
    done = CliRunner().invoke(app, list(arguments))
    return done.exit_code, done.stdout, done.stderr


def exported(kept: str) -> list[dict]:
    code, out, _ = ask("export", "--items", "--newsroom", kept)
    assert code == 0
    return [json.loads(line) for line in out.splitlines()]


def test_items_are_exported_once_each_with_what_they_take_beside_their_pages(kept, tmp_path):
    rows = exported(kept)
    assert len(rows) == 12
    assert rows[0]["headline"] == "The ferry to Skerry stays in the harbour, day 0"
    assert (rows[0]["page_url"], rows[0]["first_seen"]) == (FRONT, "2026-03-02T12:00:00+00:00")
    file = tmp_path / "items.jsonl"
    code, out, err = ask("export", "--items", "--newsroom", kept, "--output", str(file))
    assert (code, out) == (0, "")
    said = sum(len(row["headline"] + row["text"] + row["url"]) for row in rows)
    assert f"12 items, {said:,} bytes; the 1 page they were read from 30,006 bytes, {said / 30006:.1%} of them" in err
    assert len(file.read_text(encoding="utf-8").splitlines()) == 12


@pytest.mark.parametrize("more", [["--format", "parquet", "-o", "x"], ["--language", "en"]])
def test_what_is_about_articles_is_refused_for_items(kept, more):
    assert ask("export", "--items", "--newsroom", kept, *more)[0] == 2


def test_a_newsroom_without_items_says_so(tmp_path: Path):
    place = str(tmp_path / "empty.db")
    open_store(place).close()
    assert ask("export", "--items", "--newsroom", place)[0] == 1


def test_exported_items_are_clustered_and_compared(kept, tmp_path):
    file = tmp_path / "items.jsonl"
    ask("export", "--items", "--newsroom", kept, "--output", str(file))
    code, out, _ = ask("cluster", str(file), "--clusterer", "concepts:paper,clusters=3", "--format", "json")
    assert code == 0
    assert sorted(len(json.loads(line)["members"]) for line in out.splitlines()) == [4, 4, 4]
    method = ["--clusterer", "concepts:clusters=3"]
    code, out, _ = ask("cluster", str(file), *method, "--related", "0", "--format", "json")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [one["line"] % 3 for one in found] == [0, 0, 0], "the others of the ferry"
    assert [one["cosine"] for one in found] == sorted((one["cosine"] for one in found), reverse=True)
    assert "ferry" in ask("cluster", str(file), *method, "--related", "0")[1]


@pytest.mark.parametrize("method", ["stream", "concepts"])
def test_a_clusterer_that_only_groups_has_no_related_lines(run, kept, tmp_path, method):
    file = tmp_path / "items.jsonl"
    ask("export", "--items", "--newsroom", kept, "--output", str(file))
    outcome = run("cluster", str(file), "--clusterer", method, "--related", "99")
    assert outcome.code == 2
    assert ("no 99" if method == "concepts" else "groups articles") in outcome.stderr


def test_topics_are_made_of_items(kept):
    code, out, err = ask("topics", "--rebuild", "--of", "items", "--count", "3", "--format", "json", "--newsroom", kept)
    assert code == 0, err
    found = [json.loads(line) for line in out.splitlines()]
    assert sorted(one["size"] for one in found) == [4, 4, 4]
    assert {one["subject"] for one in found} == {"items"}
    assert ask("topics", "--newsroom", kept)[1].split()[:3] == ["id", "items", "words"]
    shown = ask("topics", found[0]["id"], "--newsroom", kept)[1]
    assert shown.startswith("4 items about ")
    assert any(headline in shown for headline, _ in SUBJECTS.values())
    assert shown.count("lorne.example  https://lorne.example/") == 4
    assert ask("topics", "--of", "items", "--newsroom", kept)[0] == 2


def test_the_setting_says_what_topics_are_made_of(kept, tmp_path):
    config = tmp_path / "newsloom.toml"
    config.write_text('topics_of = "items"\n', encoding="utf-8")
    code, out, _ = ask("topics", "--rebuild", "--format", "json", "--newsroom", kept, "--config", str(config))
    assert code == 0
    assert sum(json.loads(line)["size"] for line in out.splitlines()) == 12
