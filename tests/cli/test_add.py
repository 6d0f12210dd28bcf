from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import closing

import pytest
from tests.newspaper import Newspaper, paged_story

from newsloom.records import Source
from newsloom.stores import open_store

ALLOW = ("--allow-host", "127.0.0.1")


@pytest.fixture
def paper():
    with Newspaper(2) as paper:
        yield paper


def test_a_newspaper_is_followed_and_what_was_found_is_printed(run, paper):
    outcome = run("add", paper.url, *ALLOW)
    assert outcome.code == 0, outcome.stderr
    assert f"{paper.url}/feed.xml" in outcome.stdout
    assert run("sources", "--format", "json").records[0]["health"] == "new"


def test_sources_say_where_drawing_was_in_vain(run, tmp_path):
    url, why = "https://daily.example/feed.xml", "https://daily.example/1 also has 0 words when drawn"
    with closing(open_store(str(tmp_path / "vain.db"))) as store, store.transaction() as transaction:
        transaction.sources.add(Source(url=url, kind="feed", undrawn_tries=3, undrawn_because=why))
    shown = " ".join(run("--newsroom", str(tmp_path / "vain.db"), "sources").stdout.split())
    assert f"not drawn, since drawing 3 pages did not help: {why}" in shown


def test_a_person_reads_what_is_waited_for(paper, tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "newsloom", "add", paper.url, *ALLOW]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, cwd=tmp_path, timeout=60, check=True)
    os.close(theirs)
    assert "looking for feeds and sections of" in os.read(ours, 4096).decode()
    os.close(ours)
    assert b"feed.xml" in done.stdout


def test_only_exactly_the_address_is_followed_if_so_wanted(run, paper):
    outcome = run("add", paper.url, "--only", "--category", "Town", "--format", "json", *ALLOW)
    (source,) = outcome.records
    assert (source["url"], source["kind"], source["category"]) == (paper.url + "/", "page", "Town")


def test_an_address_of_this_machine_is_refused_unless_it_is_allowed(run, paper):
    outcome = run("add", paper.url)
    assert outcome.code == 3
    assert outcome.stderr.count("\n") == 1
    assert "--allow-host 127.0.0.1" in outcome.stderr
    assert paper.asked() == 0


def test_what_can_be_reached_is_followed_though_something_else_cannot(run, paper):
    outcome = run("add", "nonsense", paper.url + "/feed.xml", "--format", "json", *ALLOW)
    assert outcome.code == 3
    assert "nonsense" in outcome.stderr
    assert [source["kind"] for source in outcome.records] == ["feed"]


def test_options_may_stand_before_the_command_and_in_the_settings(run, paper, tmp_path):
    (tmp_path / "mine.toml").write_text('allow_hosts = ["127.0.0.1"]\n', encoding="utf-8")
    outcome = run("--newsroom", "other.db", "--config", "mine.toml", "add", paper.url + "/feed.xml")
    assert outcome.code == 0, outcome.stderr
    assert (tmp_path / "other.db").exists()
    assert not (tmp_path / "newsloom.db").exists()
    assert run("--newsroom", "third.db", "sources", "--newsroom", "other.db").code == 0


def test_a_mistyped_setting_is_said_in_one_line(run, tmp_path):
    (tmp_path / "newsloom.toml").write_text("worker = 2\n", encoding="utf-8")
    outcome = run("sources")
    assert outcome.code == 3
    assert outcome.stderr == "newsloom: newsloom.toml: there is no setting named 'worker'. Did you mean workers?\n"


def test_extract_fetches_an_address(run, paper):
    path = paper.stories[0]
    outcome = run("extract", paper.url + path, "--format", "json", *ALLOW)
    found = json.loads(outcome.stdout)
    assert found["url"] == paper.url + path
    assert found["title"] == paper.headline(path)
    assert run("extract", paper.url + path).code == 3


def test_extract_believes_the_charset_of_the_answer(run, paper):
    body = "<html><title>Güneşli gün</title><div>Işıklı şehirde güneşli bir gün yaşandı dün akşam.</div></html>"
    paper.pages["/turkish"] = (200, "text/html; charset=windows-1254", body.encode("windows-1254"))
    outcome = run("extract", paper.url + "/turkish", "--extractor", "largest", *ALLOW)
    assert "Işıklı şehirde güneşli" in outcome.stdout


def test_extract_joins_the_pages_of_a_story_if_so_wanted(run, paper):
    path = paper.stories[0]
    lines = paged_story(paper, path, 3)
    text = run("extract", paper.url + path, "--all-pages", *ALLOW).stdout
    assert all(sentence in text for page in lines for sentence in page)
    assert lines[1][0] not in run("extract", paper.url + path, *ALLOW).stdout


def test_a_bare_host_is_an_address(run, paper):
    host = paper.url.removeprefix("http://")
    outcome = run("add", host, "--only", "--format", "json", *ALLOW)
    assert [source["url"] for source in outcome.records] == [paper.url + "/"], outcome.stderr
    assert run("remove", host).stdout == paper.url + "/\n"


def test_how_often_a_source_is_fetched_can_be_set(run, paper):
    run("add", paper.url + "/feed.xml", "--every", "2h", *ALLOW)
    run("gather", *ALLOW)
    (source,) = run("sources", "--format", "json").records
    assert (source["interval_seconds"], source["reason"]) == (7200.0, "set: every 2 h")
    assert "fetched every 2 h, as set" in run("sources").stdout
    run("add", paper.url + "/feed.xml", "--every", "auto", *ALLOW)
    assert "as set" not in run("sources").stdout


@pytest.mark.parametrize("every", ["often", "2", "1s", "90d", "2h soon"])
def test_an_interval_that_is_none_is_said_in_one_line(run, paper, every):
    outcome = run("add", paper.url + "/feed.xml", "--every", every, *ALLOW)
    assert outcome.code == 3
    assert outcome.stderr.count("\n") == 1
    assert repr(every) in outcome.stderr
    assert paper.asked() == 0


def test_an_interval_may_stand_in_the_settings(run, paper, tmp_path):
    (tmp_path / "newsloom.toml").write_text('every = "45 min"\n', encoding="utf-8")
    run("add", paper.url + "/feed.xml", *ALLOW)
    run("gather", *ALLOW)
    assert run("sources", "--format", "json").records[0]["reason"] == "set: every 45 min"
    (tmp_path / "newsloom.toml").write_text('every = "soon"\n', encoding="utf-8")
    assert "must be a duration such as 30m, 2h or 1d" in run("sources").stderr


def test_whether_pages_are_drawn_is_said_and_shown(run, paper):
    wrong = run("add", paper.url, "--render", "sometimes", *ALLOW)
    assert wrong.code == 3
    assert "never, auto, always" in wrong.stderr
    assert run("add", paper.url, "--only", "--render", "never", *ALLOW).code == 0
    assert "never drawn, as set" in run("sources").stdout
