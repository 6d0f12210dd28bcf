"""Several gatherers on one PostgreSQL: nothing is fetched twice, and what a killed one held the others take over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from tests.databases import postgres_dsn, postgres_server
from tests.newspaper import Newspaper

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

# A lock that the test holds, and a trigger by which the writer of a certain story must wait for it.
HALT = 4711
HALTING = """
CREATE FUNCTION halt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM articles) >= {stories} THEN PERFORM pg_advisory_xact_lock({halt}); END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER halt AFTER INSERT ON articles FOR EACH ROW EXECUTE FUNCTION halt();
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
        with room.store.transaction() as transaction:
            for number in range(FEEDS):
                transaction.sources.add(Source(url=f"{paper.url}/feed-{number}.xml", kind="feed"))
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
    with room.store.read() as transaction:
        return transaction.articles.count()


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("count", [2, 4])
def test_gatherers_on_one_server_fetch_nothing_twice(paper, postgres_dsn, tmp_path, count):
    with ExitStack() as stack:
        gatherers = _gatherers(tmp_path, postgres_dsn, count, lease_seconds=300)
        for gatherer in gatherers:
            stack.callback(gatherer.close)
        assert gatherers[0].wait_for(lambda: sum(len(gatherer.kept()) for gatherer in gatherers) == STORIES)
        for gatherer in gatherers:
            gatherer.process.terminate()
        assert [gatherer.end() for gatherer in gatherers] == [0] * count
        acknowledged = [one["url"] for gatherer in gatherers for one in gatherer.acknowledged() if "url" in one]
    asked = Counter(request.path for request in paper.log if request.path != "/robots.txt")
    assert set(asked.values()) == {1}
    assert len(asked) == FEEDS + STORIES
    assert len(acknowledged) == len(set(acknowledged)) == FEEDS + STORIES


def test_gatherers_killed_inside_a_write_leave_the_server_whole(paper, room, postgres_dsn, tmp_path):
    kept: set[str] = set()
    with psycopg.connect(postgres_dsn, autocommit=True) as watcher:
        for kill in range(KILLS):
            stories = kill * STORIES // KILLS + 1
            with _halted_at(watcher, stories), _gatherer(tmp_path, postgres_dsn) as gatherer:
                assert gatherer.wait_for(lambda: _is_halted(watcher))
                gatherer.kill()
                kept |= gatherer.kept()
            assert kept <= {article.url for article in room.articles()}
            assert _count(room) < stories
    with _gatherer(tmp_path, postgres_dsn) as gatherer:
        assert gatherer.wait_for(lambda: _count(room) == STORIES, glance_seconds=0.2)
        gatherer.process.terminate()
        assert gatherer.end() == 0
    assert Counter(article.url for article in room.articles()) == Counter(paper.url + path for path in paper.stories)
    for path in paper.stories:
        history = room.history(paper.url + path)
        assert (len(history.versions), len(history.revisions)) == (1, 1)


def _gatherer(folder: Path, place: str) -> closing[GatherProcess]:
    # Leases are short, so that what a killed gatherer held is free when the next one has started.
    (gatherer,) = _gatherers(folder, place, 1, lease_seconds=1)
    return closing(gatherer)


@contextmanager
def _halted_at(watcher: psycopg.Connection, stories: int) -> Iterator[None]:
    """Whoever writes so many stories is halted in the middle of the transaction, until the block ends."""
    watcher.execute("SELECT pg_advisory_lock(%s)", [HALT])
    watcher.execute(HALTING.format(halt=HALT, stories=stories))
    try:
        yield
    finally:
        watcher.execute("SELECT pg_advisory_unlock(%s)", [HALT])
        # Waits for the transaction of the killed one, which the server takes back when it finds nobody there.
        watcher.execute("DROP FUNCTION halt() CASCADE")


def _is_halted(watcher: psycopg.Connection) -> bool:
    question = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND NOT granted"
    (found,) = watcher.execute(question, [HALT]).fetchone()
    return found > 0
