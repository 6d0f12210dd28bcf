from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest
from tests.newspaper import Newspaper

QUICK = 'allow_hosts = ["127.0.0.1"]\ndelay_seconds = 0\nworkers = 1\n'


@pytest.fixture
def paper(tmp_path):
    (tmp_path / "newsloom.toml").write_text(QUICK, encoding="utf-8")
    with Newspaper(3) as paper:
        yield paper


def test_what_is_followed_is_gathered_and_summed_up(run, paper):
    run("add", paper.url)
    outcome = run("gather")
    assert outcome.code == 0, outcome.stderr
    assert "3 new or edited articles" in outcome.stdout
    assert outcome.stderr == ""
    assert "seen for the first time: every 2 h" in run("sources").stdout


def test_a_newsroom_whose_sources_all_fail_says_so_wherever_it_has_nothing_to_show(run, paper, tmp_path):
    run("add", paper.url + "/feed.xml", "--only")
    assert "nothing has been fetched. Continue with: newsloom gather" in run("stories").stderr
    (tmp_path / "newsloom.toml").write_text("delay_seconds = 0\nworkers = 1\n", encoding="utf-8")
    gathered = run("gather").stdout
    assert gathered.splitlines()[-1] == "newsloom failures lists what failed, why, and when it is tried again"
    for command in (["stories"], ["search", "rain"], ["topics"]):
        assert "1 of 1 source could not be fetched. newsloom failures shows why" in run(*command).stderr


def test_in_a_pipe_a_source_is_a_line(run, paper):
    run("add", paper.url, "--category", "Local")
    run("gather")
    head, *rows = run("sources").stdout.splitlines()
    assert head.split() == ["health", "kind", "source", "details"]
    assert len(rows) == len(run("sources", "--format", "json").records) >= 2
    assert all("next fetch in" in row and "template" in row and "[Local]" in row for row in rows)
    assert not [row for row in rows if row != row.rstrip()]


def test_json_lines_acknowledge_each_page_and_end_with_the_run(run, paper):
    del paper.pages[paper.stories[0]]
    run("add", paper.url + "/feed.xml", "--only")
    *pages, last = map(json.loads, run("gather", "--format", "jsonl").stdout.splitlines())
    assert sorted(page["kind"] for page in pages) == ["article", "article", "failure", "source"]
    assert last["articles"] == 2
    assert last["failures"] == {"status": 1}


def test_what_is_not_due_is_fetched_now_when_asked(run, paper):
    run("add", paper.url)
    run("gather")
    paper.publish()
    idle = run("gather").stdout
    assert "0 sources" in idle
    assert "nothing was due: the next fetch is in " in idle
    outcome = run("gather", "--now", paper.url + "/feed.xml")
    assert outcome.stdout.startswith("1 source, 1 new link, 2 pages, 0 unchanged, 1 new or edited article, ")
    assert "2 sources" in run("gather", "--now", paper.url.removeprefix("http://")).stdout
    assert "2 sources" in run("gather", "--now").stdout


def test_a_source_that_is_not_followed_cannot_be_fetched_now(run, paper):
    run("add", paper.url)
    outcome = run("gather", "--now", "elsewhere.example")
    assert (outcome.code, outcome.stdout) == (1, "")
    assert outcome.stderr == "newsloom: elsewhere.example: is not followed. newsloom sources lists all sources\n"
    assert run("gather", paper.url).code == 2


def test_a_failing_source_says_so_and_when_it_gets_its_next_chance(run, paper):
    run("add", paper.url + "/feed.xml", "--only")
    paper.put("/feed.xml", "out of order", status=500)
    assert "failures: 1 status" in run("gather").stdout
    (source,) = run("sources", "--format", "json").records
    assert source["health"] == "failing"
    assert source["reason"] == "failed (status 500): again in 5 min"
    assert "500" in source["last_failure"]


def test_removing_stops_the_following_and_keeps_the_stories(run, paper):
    run("add", paper.url)
    run("gather")
    assert run("remove", paper.url).code == 0
    assert run("sources").code == 1
    assert run("remove", paper.url).code == 1
    assert run("history", paper.url + paper.stories[0]).code == 0


def test_an_article_is_taken_down_for_good(run, paper):
    run("add", paper.url)
    run("gather")
    url = paper.url + paper.stories[0]
    assert run("takedown", url).stdout == url + "\n"
    assert run("history", url, "--html").code == 1
    assert url not in run("export").stdout
    outcome = run("takedown", url)
    assert (outcome.code, outcome.stderr) == (
        1,
        f"newsloom: {url}: nothing was stored for it; it will not be gathered\n",
    )
    assert "0 new or edited articles" in run("gather", "--now").stdout
    assert url not in run("export").stdout


def test_what_is_kept_no_longer_goes_with_the_next_run(run, paper, tmp_path):
    run("add", paper.url)
    run("gather")
    with (tmp_path / "newsloom.toml").open("a", encoding="utf-8") as settings:
        settings.write("keep_articles_days = 1\nkeep_versions_days = 1\n")
    assert "2 sources" in run("gather", "--now").stdout
    assert len(run("export").records) == 3


def test_a_watch_goes_on_until_it_is_told_to_end(run, paper, tmp_path):
    run("add", paper.url)
    command = [sys.executable, "-m", "newsloom", "gather", "--watch", "--format", "json"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as watching:
        first = json.loads(watching.stdout.readline())
        watching.send_signal(signal.SIGTERM)
        rest = watching.stdout.read()
        assert watching.wait(timeout=20) == 0
    assert first["articles"] == 3
    assert rest == ""


def test_runs_and_failures_are_logged_on_stderr_when_asked_for(run, paper):
    run("add", paper.url)
    paper.put(paper.stories[0], "gone mad", status=500)
    outcome = run("--log-format", "json", "gather")
    events = [json.loads(line) for line in outcome.stderr.splitlines()]
    messages = [event["message"] for event in events]
    assert any(message.startswith("run ") and message.endswith(" started") for message in messages)
    assert [event["articles"] for event in events if " ended after " in event["message"]] == [2]
    assert {event["kind"] for event in events if event.get("url") == paper.url + paper.stories[0]} >= {"status"}
    assert not run("gather").stderr


def test_an_unknown_extractor_of_the_settings_is_named(run, paper, tmp_path):
    (tmp_path / "newsloom.toml").write_text(QUICK + 'extractor = "lom"\n', encoding="utf-8")
    run("add", paper.url + "/feed.xml", "--only")
    outcome = run("gather")
    assert outcome.code == 2
    assert "Did you mean loom" in outcome.stderr
    assert paper.asked(paper.stories[0]) == 0


def test_a_newsroom_that_cannot_be_opened_is_said_in_one_line(run):
    outcome = run("gather", "--newsroom", "/no/such/folder/news.db")
    assert outcome.code == 3
    assert outcome.stderr.count("\n") == 1


def test_gathering_where_nothing_is_followed_says_how_to_begin(run):
    outcome = run("gather", "--newsroom", "mistyped.db")
    assert outcome.code == 1
    assert outcome.stderr == "newsloom: mistyped.db: nothing is followed yet. Begin with: newsloom add URL\n"
    assert outcome.stdout == ""
