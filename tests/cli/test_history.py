from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from tests.newspaper import Newspaper

from newsloom.newsroom import Newsroom
from newsloom.settings import Settings
from newsloom.stores import open_store

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
BEFORE, LATER = "2026-03-02T12:30", "2026-03-02T13:30Z"


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    """A newspaper gathered at noon and, with one more story and an edit, at one; and the newsroom it is kept in."""
    place = tmp_path_factory.mktemp("newsroom") / "kept.db"
    settings = Settings(newsroom=str(place), allow_hosts=("127.0.0.1",), delay_seconds=0.0, workers=1)
    with Newspaper(2) as paper:
        paper.place = place
        paper.now = NOON
        paper.first = paper.pages[paper.stories[0]][2]
        room = Newsroom(open_store(str(place)), settings, now=lambda: paper.now)
        with room:
            room.add(paper.url, only=True)
            room.gather()
            paper.edit(paper.stories[0], "The harbour master denied it in the evening.")
            paper.publish()
            paper.now += timedelta(hours=1)
            room.gather()
        yield paper


@pytest.fixture
def history(run, paper):
    return lambda path, *options: run("history", paper.url + path, "--newsroom", str(paper.place), *options)


def test_now_is_a_time(history, paper):
    now = history(paper.stories[1], "--at", "now", "--format", "json").records
    assert now == history(paper.stories[1], "--at", LATER, "--format", "json").records


def test_a_story_has_its_versions_and_edits(history, paper):
    outcome = history(paper.stories[1])
    assert outcome.code == 0, outcome.stderr
    # Each version from and until, each edit when it was seen.
    assert outcome.stdout.count("2026-03-02 12:00:00") == outcome.stdout.count("2026-03-02 13:00:00") == 3


def test_a_story_reads_as_it_did(history, paper):
    then = history(paper.stories[1], "--at", BEFORE).stdout
    assert then.startswith(f"# {paper.headline(paper.stories[1])}\n")
    assert "denied" not in then
    assert "denied" in json.loads(history(paper.stories[1], "--at", LATER, "--format", "json").stdout)["text"]


def test_a_page_comes_back_byte_for_byte(history, paper):
    assert history(paper.stories[1], "--at", BEFORE, "--html").stdout.encode() == paper.first


def test_the_edits_between_two_times_are_lines_with_plus_and_minus(history, paper):
    outcome = history(paper.stories[1], "--diff", BEFORE, LATER)
    assert outcome.code == 0
    assert "+The harbour master denied it in the evening." in outcome.stdout


def test_what_stood_on_a_source_came_and_went(history, paper):
    new = paper.url + paper.stories[0]
    assert [link["url"] for link in history("/", "--at", BEFORE, "--format", "json").records] == [
        paper.url + path for path in paper.stories[1:]
    ]
    assert f"+ {new}" in history("/", "--diff", BEFORE, LATER).stdout


def test_of_what_is_unknown_there_is_nothing_to_tell(history):
    outcome = history("/", "--at", "2020-01-01")
    assert outcome.code == 1
    assert outcome.stderr.endswith("nothing is known about it at 2020-01-01 00:00:00 UTC\n")


def test_where_nothing_changed_that_is_all_it_says(history):
    outcome = history("/", "--diff", "2020-01-01", "2020-01-02")
    assert (outcome.code, outcome.stdout) == (1, "")
    assert outcome.stderr.endswith("no change is known between these times\n")


def test_a_time_that_is_none_is_a_usage_error(history):
    outcome = history("/", "--at", "yesterday")
    assert outcome.code == 2
    assert "2026-11-01T12:00" in outcome.stderr


def test_articles_are_exported_as_json_lines_with_a_choice(run, paper):
    outcome = run("export", "--newsroom", str(paper.place))
    assert outcome.code == 0, outcome.stderr
    urls = {article["url"] for article in outcome.records}
    assert urls == {paper.url + path for path in paper.stories}
    late = run("export", "--newsroom", str(paper.place), "--since", BEFORE, "--source", paper.url + "/")
    assert [article["url"] for article in late.records] == [paper.url + paper.stories[0]]


def test_articles_are_exported_to_a_file(run, paper, tmp_path):
    pytest.importorskip("pyarrow")
    outcome = run("export", "--newsroom", str(paper.place), "--format", "parquet", "--output", "out.parquet")
    assert outcome.code == 0, outcome.stderr
    assert (tmp_path / "out.parquet").read_bytes().startswith(b"PAR1")


def test_tables_and_archives_need_a_file(run, paper):
    outcome = run("export", "--newsroom", str(paper.place), "--format", "parquet")
    assert outcome.code == 2
    assert "--output" in outcome.stderr
