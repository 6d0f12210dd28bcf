"""Several gatherers on one PostgreSQL: nothing is fetched twice, and what a killed one held the others take over."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

import psycopg
import pytest
from tests.newspaper import Newspaper
from tests.postgres import postgres_dsn, postgres_server

from newsloom.newsroom import Newsroom, open_newsroom
from newsloom.records import Source
from newsloom.settings import Settings

from .gatherers import GatherProcess

__all__ = ["postgres_dsn", "postgres_server"]

FEEDS = 25
STORIES = 200
KILLS = 5

SETTINGS = """newsroom = "{place}"
allow_hosts = ["127.0.0.1"]
delay_seconds = 0
concurrency = 4
workers = 1
extractor = "largest"
lease_seconds = {lease}
"""


@pytest.fixture
def paper():
    """A newspaper with a feed for every eighth story."""
    with Newspaper(STORIES) as paper:
        everything = paper.stories
        for number in range(FEEDS):
            paper.stories = everything[number::FEEDS]
            paper.put(f"/feed-{number}.xml", paper.feed(), content_type="application/rss+xml")
        paper.stories = everything
        yield paper


@pytest.fixture
def room(paper, postgres_dsn):
    with open_newsroom(postgres_dsn, settings=Settings()) as room:
        with room.store.begin() as shift:
            for number in range(FEEDS):
                shift.sources.add(Source(url=f"{paper.url}/feed-{number}.xml", kind="feed"))
        yield room


def _gatherers(folder: Path, place: str, count: int, lease_seconds: float) -> list[GatherProcess]:
    gatherers = []
    for number in range(count):
        own = folder / str(number)
        own.mkdir(exist_ok=True)
        (own / "newsloom.toml").write_text(SETTINGS.format(place=place, lease=lease_seconds), encoding="utf-8")
        gatherers.append(GatherProcess(own, "--watch"))
    return gatherers


def _count(room: Newsroom) -> int:
    with room.store.look() as shift:
        return shift.articles.count()


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("count", [2, 4])
def test_gatherers_on_one_server_fetch_nothing_twice(paper, postgres_dsn, tmp_path, count):
    gatherers = _gatherers(tmp_path, postgres_dsn, count, lease_seconds=300)
    assert gatherers[0].wait_for(lambda: sum(len(gatherer.kept()) for gatherer in gatherers) == STORIES)
    for gatherer in gatherers:
        gatherer.process.terminate()
    assert [gatherer.end() for gatherer in gatherers] == [0] * count
    asked = Counter(request.path for request in paper.log if request.path != "/robots.txt")
    assert set(asked.values()) == {1}
    assert len(asked) == FEEDS + STORIES
    acknowledged = [one["url"] for gatherer in gatherers for one in gatherer.acknowledged() if "url" in one]
    assert len(acknowledged) == len(set(acknowledged)) == FEEDS + STORIES
    for gatherer in gatherers:
        gatherer.close()


def test_gatherers_killed_inside_a_write_leave_the_server_whole(paper, room, postgres_dsn, tmp_path):
    kept: set[str] = set()
    with psycopg.connect(postgres_dsn, autocommit=True) as watcher:
        for kill in range(KILLS):
            (gatherer,) = _gatherers(tmp_path, postgres_dsn, 1, lease_seconds=1)
            kept |= _killed_inside_a_write(gatherer, watcher, kill * STORIES // KILLS - len(kept))
            assert kept <= {article.url for article in room.articles()}
    (gatherer,) = _gatherers(tmp_path, postgres_dsn, 1, lease_seconds=1)
    assert gatherer.wait_for(lambda: _count(room) == STORIES, glance_seconds=0.2)
    gatherer.process.terminate()
    assert gatherer.end() == 0
    gatherer.close()
    assert Counter(article.url for article in room.articles()) == Counter(paper.url + path for path in paper.stories)
    for path in paper.stories:
        history = room.history(paper.url + path)
        assert (len(history.versions), len(history.revisions)) == (1, 1)


def _killed_inside_a_write(gatherer: GatherProcess, watcher: psycopg.Connection, stories: int) -> set[str]:
    """Kill the gatherer inside a write after it has kept so many stories; those it said are kept come back."""
    assert gatherer.wait_for(lambda: len(gatherer.kept()) >= stories)
    assert gatherer.wait_for(lambda: _is_stopped_inside_a_write(gatherer, watcher), glance_seconds=0.001)
    gatherer.kill()
    kept = gatherer.kept()
    gatherer.close()
    return kept


def _is_stopped_inside_a_write(gatherer: GatherProcess, watcher: psycopg.Connection) -> bool:
    """Freeze the gatherer and see whether it has written something that it has not committed."""
    if not _is_writing(watcher):
        return False
    gatherer.process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, gatherer.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    if _is_writing(watcher):
        return True
    gatherer.process.send_signal(signal.SIGCONT)
    return False


def _is_writing(watcher: psycopg.Connection) -> bool:
    # A transaction gets its number with the first thing it writes.
    question = "SELECT count(*) FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid()"
    (found,) = watcher.execute(question).fetchone()
    return found > 0
