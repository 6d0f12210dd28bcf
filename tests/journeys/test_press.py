"""A week of ten made-up newspapers, read over HTTP into a real newsroom: what the product as a whole gets right.

The floors are what it reached when they were written, less a little; a change that lowers one says so.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import urllib.request
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from newsloom.newsroom import Newsroom
from newsloom.press.clock import PressClock
from newsloom.press.newsstand import Newsstand
from newsloom.press.papers import HALVORIAN_TIME, PAPERS
from newsloom.press.scoring import score_articles, score_fronts, score_stories
from newsloom.press.tour import follow_papers, tour
from newsloom.press.week import Press
from newsloom.settings import Settings
from newsloom.wiring import store_of

MONDAY = datetime(2026, 3, 2, tzinfo=HALVORIAN_TIME)
DAYS = [MONDAY + timedelta(days=day) for day in range(1, 8)]
# However busy the machine is: this is not about speed.
PATIENCE_SECONDS = 900


@pytest.fixture
def ports():
    """Below the range from which systems take ports by themselves, so that they are free again for the demo."""
    return dict(zip((paper.name for paper in PAPERS), random.sample(range(20_000, 30_000), len(PAPERS)), strict=True))


def test_a_week_of_ten_newspapers_is_gathered_read_grouped_and_shown(tmp_path, ports):
    clock = PressClock(MONDAY)
    settings = Settings(
        newsroom=str(tmp_path / "newsroom.db"), allow_hosts=("127.0.0.1",), delay_seconds=0.0, concurrency=8, workers=1
    )
    with (
        Newsstand(Press(start=MONDAY), clock, ports) as stand,
        Newsroom(store_of(settings), settings, now=clock) as room,
    ):
        assert follow_papers(room, stand.press) > 50
        runs = []
        tour(room, clock, DAYS, runs.append)
        assert [dict(run.failures) for run in runs] == [{}] * len(DAYS)
        articles_are_read(room, stand.press)
        front_pages_are_read(room, stand.press)
        stories_are_found(room, stand.press)
        a_correction_is_seen(room, stand.press)
        the_new_make_of_a_paper_is_noticed(room, stand.press)
        served_at = stand.ports
    (tmp_path / "press.json").write_text(json.dumps({"start": MONDAY.isoformat(), "ports": served_at}))
    the_demo_tells_its_figures(tmp_path)
    the_demo_shows_the_week_and_ends_when_it_is_told_to(tmp_path)


def articles_are_read(room: Newsroom, press: Press) -> None:
    figures = score_articles(room, press.truth(DAYS[-1]))
    assert figures.published >= 400
    assert figures.found >= 0.98
    assert figures.word_f >= 0.955
    assert figures.titles >= 0.98
    assert figures.dates >= 0.98
    assert figures.authors >= 0.75
    assert figures.languages >= 0.98
    assert min(figures.lowest_word_f.values()) >= 0.83


def front_pages_are_read(room: Newsroom, press: Press) -> None:
    figures = score_fronts(room, press.truth(DAYS[-1]))
    assert figures.precision >= 0.98
    assert figures.recall >= 0.92
    assert figures.headlines >= 0.98
    assert figures.teasers >= 0.78
    assert figures.pictures >= 0.95


def stories_are_found(room: Newsroom, press: Press) -> None:
    figures = score_stories(room, press.truth(DAYS[-1]))
    assert figures.stories.precision >= 0.95
    assert figures.stories.f >= 0.90
    assert figures.first_cost <= 0.10
    assert figures.copies_found >= 0.90
    assert figures.copies_right >= 0.75


def a_correction_is_seen(room: Newsroom, press: Press) -> None:
    """Of pieces that were edited hours after they came out, some were read before and after."""
    edited = [piece for paper in press.papers for piece in press.pieces(paper) if len(piece.revisions) > 1]
    histories = [room.history(press.address(piece.paper) + piece.path) for piece in edited]
    assert any(len(history.revisions) > 1 for history in histories if history is not None)


def the_new_make_of_a_paper_is_noticed(room: Newsroom, press: Press) -> None:
    courier = next(paper for paper in press.papers if paper.redesign is not None)
    changed_at = press.start + courier.redesign
    alarms = [drift for drift in room.drifts(press.address(courier)) if drift.noticed_at > changed_at]
    assert any(drift.noticed_at <= changed_at + timedelta(days=1) for drift in alarms)
    # Of the nine papers that changed nothing, one may be suspected in a week.
    assert len({drift.site for drift in room.drifts()}) <= 2


def the_demo_tells_its_figures(folder: Path) -> None:
    command = [sys.executable, "-m", "newsloom", "demo", "--no-serve", "--format", "json", "--folder", str(folder)]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE_SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["articles"]["word_f"] >= 0.95
    assert figures["stories"]["stories"]["f"] >= 0.90


def the_demo_shows_the_week_and_ends_when_it_is_told_to(folder: Path) -> None:
    command = [sys.executable, "-m", "newsloom", "demo", "--port", "0", "--folder", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if line.startswith("Newsloom is at"):
                break
        with urllib.request.urlopen(said[-1].split()[3], timeout=PATIENCE_SECONDS) as answer:  # noqa: S310
            page = answer.read().decode()
        process.send_signal(signal.SIGINT)
        last = process.stdout.read()
        assert process.wait(PATIENCE_SECONDS) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert any("The Pellwick Courier" in line for line in said)
    assert "The Pellwick Courier" in page
    assert "the demo has ended" in last.lower()
