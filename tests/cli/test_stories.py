"""Stories, events, topics and search, over a newsroom that is filled by hand."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.events import EVENTS, NOON, Floor, report
from typer.testing import CliRunner

from newsloom.cli.commands import app
from newsloom.records import Source
from newsloom.stores import open_store


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> str:
    """A newsroom with three stories, a copy and topics."""
    place = str(tmp_path_factory.mktemp("newsroom") / "kept.db")
    with closing(open_store(place)) as store:
        floor = Floor(store=store)
        papers = ("herald", "post", "tribune")
        told = [report(event, n, paper, section="Home") for n, paper in enumerate(papers) for event in EVENTS]
        floor.file(*told, replace(told[0], url="https://echo.example/wire"))
        floor.publish(*(report(event, n, "mail") for event in EVENTS for n in range(3, 7)))
    return place


@dataclass(frozen=True)
class Answer:
    code: int
    stdout: str
    stderr: str


@pytest.fixture
def ask(kept):
    """The command in this process: the newsroom is asked often, and a process takes a second to start."""

    def run_command(*arguments: str) -> Answer:
        done = CliRunner().invoke(app, [*arguments, "--newsroom", kept])
        return Answer(code=done.exit_code, stdout=done.stdout, stderr=done.stderr)

    return run_command


def lines(outcome) -> list[dict]:
    assert outcome.code == 0, outcome.stderr
    return [json.loads(line) for line in outcome.stdout.splitlines()]


def test_stories_are_listed_the_biggest_first(ask):
    outcome = ask("stories")
    assert outcome.code == 0, outcome.stderr
    assert all(headline in outcome.stdout for headline, _ in EVENTS.values())
    found = lines(ask("stories", "--format", "json"))
    assert [one["heat"] for one in found] == sorted((one["heat"] for one in found), reverse=True)
    assert found[0]["reports"][0]["paper"] == "herald.example"


def test_stories_are_chosen_by_section_paper_language_and_time(ask):
    assert len(lines(ask("stories", "--format", "json", "--paper", "echo.example"))) == 1
    assert len(lines(ask("stories", "--format", "json", "--section", "Home", "--limit", "2"))) == 2
    assert ask("stories", "--language", "tr").code == 1
    assert ask("stories", "--since", "2026-03-03").code == 1
    assert ask("stories", "--until", "2026-03-02").stderr == "newsloom: no story matches these options\n"


def test_one_story_is_shown_with_its_reports_copies_and_what_is_new(ask):
    (story,) = lines(ask("stories", "--paper", "echo.example", "--format", "json"))
    outcome = ask("stories", story["id"])
    assert outcome.code == 0, outcome.stderr
    for words in ("first: herald.example", "copied 1 time: echo.example", "+ ", "https://mail.example/quake/3"):
        assert words in outcome.stdout
    shown = json.loads(ask("stories", story["id"], "--format", "json").stdout)
    assert len(shown["additions"]) == len(shown["reports"]) - 1
    assert shown["papers"][0] == "herald.example"
    later = ask("stories", story["id"], "--since", "2026-03-03")
    assert "Nothing was reported after that." in later.stdout


def test_a_story_that_is_none_is_not_found(ask):
    outcome = ask("stories", "nonesuch")
    assert outcome.code == 1
    assert "no such story" in outcome.stderr


def test_events_are_listed_the_latest_first(ask):
    assert "newness" in ask("events").stdout
    found = lines(ask("events", "--format", "json", "--newness", "0.5"))
    assert [one["first_seen"] for one in found] == sorted((one["first_seen"] for one in found), reverse=True)


def test_an_event_is_followed_shown_and_given_up(ask):
    url = report("quake", 1, "post").url
    (event,) = lines(ask("events", "--follow", url, "--format", "json"))
    assert event["examples"] == [url]
    assert any("quake" in one["url"] for one in event["reports"])
    assert "followed" in ask("events").stdout
    shown = ask("events", event["id"])
    assert url in shown.stdout
    assert json.loads(ask("events", event["id"], "--format", "json").stdout)["id"] == event["id"]
    assert ask("events", "--unfollow", event["id"]).code == 0
    assert ask("events", "--unfollow", event["id"]).code == 1
    assert ask("events", event["id"]).code == 1


def test_an_event_of_an_article_that_is_not_kept_is_an_input_error(run, kept):
    outcome = run("events", "--follow", "https://nowhere.example/", "--newsroom", kept)
    assert outcome.code == 3
    assert outcome.stderr.startswith("newsloom: https://nowhere.example/: is not stored")


def test_topics_are_listed_shown_and_made_anew(ask):
    found = lines(ask("topics", "--rebuild", "--count", "3", "--format", "json"))
    assert len(found) == 3
    assert "articles" in ask("topics").stdout
    shown = ask("topics", found[0]["id"], "--limit", "2")
    assert found[0]["words"][0][0] in shown.stdout
    assert len(json.loads(ask("topics", found[0]["id"], "--format", "json").stdout)["members"]) == found[0]["size"]
    assert ask("topics", "nonesuch").code == 1
    assert ask("topics", "--count", "3").code == 2


def test_articles_are_found_by_their_words(ask):
    outcome = ask("search", "heron", "painting")
    assert outcome.code == 0, outcome.stderr
    assert outcome.stdout.startswith("1. ")
    assert "/museum/" in outcome.stdout
    found = lines(ask("search", "painting", "--site", "mail.example", "--limit", "2", "--format", "json"))
    assert len(found) == 2
    assert all(one["url"].startswith("https://mail.example/") and one["title"] for one in found)
    assert ask("search", "painting", "--section", "Home", "--format", "json").stdout.count("\n") == 3


def test_what_nobody_wrote_is_not_found(ask):
    outcome = ask("search", "zeppelin")
    assert outcome.code == 1
    assert outcome.stderr == "newsloom: zeppelin: no article matches\n"


def test_a_search_for_nothing_is_a_usage_error(ask):
    assert ask("search", " ").code == 2


@pytest.mark.parametrize("command", [["stories"], ["events"], ["topics"], ["search", "rain"]])
def test_an_empty_newsroom_says_how_to_begin(command, tmp_path):
    with closing(open_store(str(tmp_path / "empty.db"))):
        pass
    outcome = CliRunner().invoke(app, [*command, "--newsroom", str(tmp_path / "empty.db")])
    assert outcome.exit_code == 1
    assert "empty.db: nothing is followed yet. Begin with: newsloom add URL" in outcome.stderr
    assert "newsloom add URL" in outcome.stderr


@pytest.mark.parametrize(
    "command",
    [
        *("stories", "events", "topics", "search rain", "sources", "export", "reextract"),
        *("history https://paper.example/", "remove https://paper.example/", "learn --site paper.example"),
    ],
)
def test_whoever_only_looks_makes_no_newsroom(command, tmp_path):
    outcome = CliRunner().invoke(app, [*command.split(), "--newsroom", str(tmp_path / "mistyped.db")])
    assert outcome.exit_code == 1
    assert "mistyped.db: there is no newsroom yet. Begin with: newsloom add URL" in outcome.stderr
    assert not list(tmp_path.iterdir())


def test_stories_and_events_are_chosen_by_the_name_of_a_paper(ask):
    for option in ("--site", "--paper"):
        found = lines(ask("stories", option, "mail.example", "--format", "json"))
        assert all(any(one["paper"] == "mail.example" for one in story["reports"]) for story in found)
        assert ask("events", option, "nobody.example").code == 1
    assert "--paper " not in ask("stories", "--help").stdout


def test_articles_that_were_never_grouped_are_grouped_when_asked(tmp_path: Path):
    place = str(tmp_path / "newsloom.db")
    with closing(open_store(place)) as store:
        floor = Floor(store=store, now=datetime.now(UTC))
        floor.file(report("quake", 0))
    outcome = CliRunner().invoke(app, ["stories", "--newsroom", place])
    assert outcome.exit_code == 1
    assert "newsloom stories --group" in outcome.stderr
    assert CliRunner().invoke(app, ["stories", "--newsroom", place, "--group"]).exit_code == 0


def test_a_time_that_is_none_is_a_usage_error(ask):
    assert ask("stories", "--since", "yesterday").code == 2
    assert ask("search", "rain", "--until", "tomorrow").code == 2


def test_in_a_pipe_an_answer_a_report_and_an_event_is_a_line(ask):
    found = lines(ask("search", "heron", "--format", "json"))
    assert len(ask("search", "heron").stdout.splitlines()) == len(found) > 1
    story = lines(ask("stories", "--format", "json"))[0]
    shown = ask("stories", story["id"]).stdout
    reports = [line for line in shown.splitlines() if "https://" in line]
    assert len(reports) == len(shown.partition("reports, in UTC")[2].splitlines()) - 2
    assert not [line for line in shown.splitlines() if line != line.rstrip()]


def test_papers_are_called_by_their_names(tmp_path: Path):
    place = str(tmp_path / "named.db")
    with closing(open_store(place)) as store:
        floor = Floor(store=store)
        event = next(iter(EVENTS))
        floor.file(report(event, 0, "herald", site=None), report(event, 1, "post", site=None))
        with store.transaction() as transaction:
            home = "https://herald.example/"
            transaction.sources.add(Source(url=home, home=home, title="The Morning Herald", added_at=NOON))
    stories = CliRunner().invoke(app, ["stories", "--group", "--newsroom", place, "--format", "json"]).stdout
    shown = CliRunner().invoke(app, ["stories", json.loads(stories.splitlines()[0])["id"], "--newsroom", place]).stdout
    assert "The Morning Herald" in shown
    assert "post.example" in shown
    found = CliRunner().invoke(app, ["search", EVENTS[event][0].split()[0], "--newsroom", place]).stdout.splitlines()
    assert any(" · The Morning Herald · " in line for line in found)
