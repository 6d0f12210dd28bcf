"""A gathering in a process of its own, read through its log lines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.newspaper import Newspaper


@pytest.fixture
def paper():
    """A newspaper with two stories, one of which is gone."""
    with Newspaper(2) as paper:
        paper.put(paper.stories[0], "gone", status=404)
        yield paper


def gather(folder: Path, paper: Newspaper, *options: str, behind: tuple[str, ...] = ()) -> str:
    """What ``newsloom gather`` prints on standard error, with options before and behind its name."""
    (folder / "newsloom.toml").write_text(
        'allow_hosts = ["127.0.0.1"]\ndelay_seconds = 0\nworkers = 1\n', encoding="utf-8"
    )
    _run(folder, "add", "--only", f"{paper.url}/feed.xml")
    return _run(folder, *options, "gather", *behind)


def _run(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "newsloom", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=120).stderr


def test_a_gathering_tells_in_json_what_it_did(tmp_path, paper):
    lines = [json.loads(line) for line in gather(tmp_path, paper, "-vv", "--log-format", "json").splitlines()]
    started = [line for line in lines if line["message"].endswith("started")]
    (ended,) = [line for line in lines if "ended after" in line["message"]]
    assert [line["run"] for line in started] == [ended["run"]]
    assert (ended["sources"], ended["links"], ended["pages"], ended["articles"]) == (1, 2, 2, 1)
    assert ended["failures"] == {"status": 1}
    (failed,) = [line for line in lines if line["level"] == "WARNING"]
    assert (failed["url"], failed["stage"], failed["kind"]) == (paper.url + paper.stories[0], "fetch", "status")
    assert "404" in failed["reason"]
    fetched = {line["url"] for line in lines if line["logger"] == "newsloom.fetch.client"}
    assert fetched == {f"{paper.url}/feed.xml", paper.url + paper.stories[1]}
    assert any(line["logger"] == "newsloom.fetch.robots" for line in lines)


def test_options_of_logging_may_stand_behind_the_command(tmp_path, paper):
    behind = ("--verbose", "--log-format", "json")
    lines = [json.loads(line) for line in gather(tmp_path, paper, "--verbose", behind=behind).splitlines()]
    assert {line["level"] for line in lines} == {"DEBUG", "INFO", "WARNING"}


def test_a_gathering_is_silent_unless_asked(tmp_path, paper):
    assert gather(tmp_path, paper) == ""
