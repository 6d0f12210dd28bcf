from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from tests.newspaper import Newspaper

from newsloom.errors import SchemaChanged, StoreError
from newsloom.newsroom import Newsroom
from newsloom.records import Run
from newsloom.scheduler.worker import Clock, Listeners, ending_signals, gather_once, nap_seconds, system_clock, watch
from newsloom.settings import Settings
from newsloom.stores.sql.schema import VERSION_TABLE
from newsloom.stores.sqlite import MemoryStore, SqliteStore

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SETTINGS = Settings(allow_hosts=("127.0.0.1",), delay_seconds=0.0, workers=1)


class Week:
    """A clock whose pauses take no time, and which ends the watch when it is over."""

    def __init__(self, hours: float) -> None:
        self.now = NOON
        self._end = NOON + timedelta(hours=hours)
        self.naps: list[float] = []

    def clock(self) -> Clock:
        return Clock(now=lambda: self.now, pause=self._pause)

    async def _pause(self, seconds: float, until: asyncio.Event) -> None:
        self.naps.append(seconds)
        self.now += timedelta(seconds=seconds)
        if self.now >= self._end:
            until.set()


@pytest.fixture
def paper():
    with Newspaper(2) as paper:
        yield paper


def test_a_watch_gathers_when_something_is_due_and_sleeps_in_between(paper):
    week, runs = Week(hours=2.05), []
    room = Newsroom(MemoryStore(), SETTINGS, now=lambda: week.now)
    room.add(paper.url + "/feed.xml", only=True)
    watch(room, Listeners(finished=runs.append), clock=week.clock())
    # The feed at once and two hours later; its stories at once and, for edits, an hour later.
    assert [(run.started_at - NOON) // timedelta(minutes=1) for run in runs] == [0, 60, 120]
    assert [run.sources for run in runs] == [1, 0, 1]
    assert paper.asked("/feed.xml") == 3
    assert max(week.naps) <= 30


def test_a_watch_keeps_the_stories_up_to_date(paper):
    week, counts = Week(hours=2.05), []
    room = Newsroom(MemoryStore(), SETTINGS, now=lambda: week.now)
    room.add(paper.url + "/feed.xml", only=True)

    def publish(run: Run) -> None:
        counts.append(sum(len(story.reports) for story in room.stories()))
        if run.started_at == NOON:
            paper.publish()

    watch(room, Listeners(finished=publish), clock=week.clock())
    # Told of a run before its stories are written: none after the first, two after the second.
    assert counts == [0, 2, 2]
    assert sum(len(story.reports) for story in room.stories()) == 3


def test_a_watch_that_works_is_seen_and_one_that_ended_as_it_should_is_not_missed(paper):
    seen: list[datetime | None] = []
    week = Week(hours=1)
    room = Newsroom(MemoryStore(), SETTINGS, now=lambda: week.now)
    room.add(paper.url + "/feed.xml", only=True)
    watch(room, Listeners(finished=lambda _: seen.append(room.gathering_seen_at())), clock=week.clock())
    assert seen == [NOON]
    assert room.gathering_seen_at() is None


def test_a_watch_that_fails_is_missed(paper):
    room = Newsroom(MemoryStore(), SETTINGS, now=lambda: NOON)
    room.add(paper.url + "/feed.xml", only=True)

    def fail(_: Run) -> None:
        raise RuntimeError("a fault of ours")

    with pytest.raises(RuntimeError):
        watch(room, Listeners(finished=fail))
    assert room.gathering_seen_at() == NOON


def test_a_single_gathering_leaves_its_stories(paper):
    room = Newsroom(MemoryStore(), SETTINGS)
    room.add(paper.url + "/feed.xml", only=True)
    gather_once(room)
    assert {report.url for story in room.stories() for report in story.reports} == {
        paper.url + path for path in paper.stories
    }


def test_what_a_killed_gathering_left_ungrouped_is_grouped_by_the_next_though_nothing_is_due(paper):
    room = Newsroom(MemoryStore(), SETTINGS)
    room.add(paper.url + "/feed.xml", only=True)
    asyncio.run(gathered_alone(room))
    assert room.stories() == ()
    assert gather_once(room).sources == 0
    assert {report.url for story in room.stories() for report in story.reports} == {
        paper.url + path for path in paper.stories
    }
    assert not room.stories.is_behind()


async def gathered_alone(room: Newsroom) -> None:
    async with room.gatherer() as gatherer:
        await gatherer.gather()


def test_a_run_that_did_nothing_is_not_spoken_of():
    week, runs = Week(hours=0.1), []
    room = Newsroom(MemoryStore(), SETTINGS, now=lambda: week.now)
    watch(room, Listeners(finished=runs.append), clock=week.clock())
    assert runs == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_watch_at_a_safe_point(paper, number):
    room = Newsroom(MemoryStore(), SETTINGS)
    room.add(paper.url + "/feed.xml", only=True)

    def end(_run: Run) -> None:
        os.kill(os.getpid(), number)

    watch(room, Listeners(finished=end))
    (run,) = room.runs()
    assert run.ended_at is not None
    assert all(followed.appointment.owner is None for followed in room.sources())


def test_a_store_that_fails_on_the_way_is_trouble_and_not_the_end(paper):
    week, troubles = Week(hours=1.2), []
    room = Newsroom(MemoryStore(), SETTINGS, now=lambda: week.now)
    room.add(paper.url + "/feed.xml", only=True)

    def close(run: Run) -> None:
        if run.started_at > NOON:
            room.close()

    watch(room, Listeners(finished=close, troubled=troubles.append), clock=week.clock())
    assert len(troubles) > 1
    assert all("closed" in str(trouble) for trouble in troubles)


def test_a_store_that_fails_in_the_first_round_is_tried_again(paper, tmp_path):
    week, troubles, runs = Week(hours=0.1), [], []
    place = str(tmp_path / "newsloom.db")
    room = Newsroom(SqliteStore(place), SETTINGS, now=lambda: week.now)
    room.add(paper.url + "/feed.xml", only=True)
    changed(place, "ALTER TABLE links RENAME TO links_of_before")

    def mend(trouble: StoreError) -> None:
        troubles.append(trouble)
        changed(place, "ALTER TABLE links_of_before RENAME TO links")

    watch(room, Listeners(finished=runs.append, troubled=mend), clock=week.clock())
    assert len(troubles) == 1
    assert sum(run.articles for run in runs) == 2


def test_a_source_is_checked_again_after_the_clock_was_a_year_ahead(paper):
    times = [NOON + timedelta(days=365), NOON]
    room = Newsroom(MemoryStore(), SETTINGS, now=lambda: times[0])
    room.add(paper.url + "/feed.xml", only=True)
    assert gather_once(room).articles == 2
    times.pop(0)
    assert gather_once(room).sources == 1
    # And not over and over.
    assert gather_once(room).sources == 0


def test_a_store_that_another_version_has_upgraded_is_the_end(paper, tmp_path):
    week = Week(hours=3)
    place = str(tmp_path / "newsloom.db")
    room = Newsroom(SqliteStore(place), SETTINGS, now=lambda: week.now)
    room.add(paper.url + "/feed.xml", only=True)
    upgrade = f"UPDATE {VERSION_TABLE} SET version_num = '9999'"  # noqa: S608 - our own name
    with pytest.raises(SchemaChanged, match="another version of Newsloom"):
        watch(room, Listeners(finished=lambda _: changed(place, upgrade)), clock=week.clock())
    assert week.naps == []


def changed(place: str, statement: str) -> None:
    with closing(sqlite3.connect(place)) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_signal_ends_a_single_gathering_as_well(paper):
    paper.hold(paper.stories[-1])
    room = Newsroom(MemoryStore(), SETTINGS)
    room.add(paper.url + "/feed.xml", only=True)
    calls: list[int] = []

    def end(run: Run, _filed: object) -> None:
        if run.articles and not calls:
            calls.append(1)
            os.kill(os.getpid(), signal.SIGTERM)

    run = gather_once(room, report=end)
    assert run.articles == 1
    paper.release()
    assert gather_once(room).articles == 1


def test_the_signals_are_given_back():
    before = signal.getsignal(signal.SIGTERM)

    async def work() -> None:
        with ending_signals(asyncio.Event()):
            assert signal.getsignal(signal.SIGTERM) is not before

    asyncio.run(work())
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize(
    ("ahead_seconds", "nap"), [(None, 30.0), (-50.0, 1.0), (0.2, 1.0), (12.0, 12.0), (7200.0, 30.0)]
)
def test_a_nap_lasts_until_the_next_source_is_due_within_bounds(ahead_seconds, nap):
    due = None if ahead_seconds is None else NOON + timedelta(seconds=ahead_seconds)
    assert nap_seconds(due, NOON) == nap


def test_a_pause_ends_when_it_is_told_to():
    async def pause() -> None:
        until = asyncio.Event()
        until.set()
        await system_clock().pause(3600, until)
        await system_clock().pause(0.001, asyncio.Event())

    asyncio.run(pause())
    assert system_clock().now().tzinfo is UTC


def test_a_watch_logs_its_runs_its_editions_and_trouble_with_the_store(paper, caplog):
    caplog.set_level("INFO", logger="newsloom")
    week = Week(hours=1.2)
    room = Newsroom(MemoryStore(), SETTINGS, now=lambda: week.now)
    room.add(paper.url + "/feed.xml", only=True)

    def close(run: Run) -> None:
        if run.started_at > NOON:
            room.close()

    watch(room, Listeners(finished=close), clock=week.clock())
    messages = [record.getMessage() for record in caplog.records]
    assert (messages[0], messages[-1]) == ("watching", "stopped watching")
    assert any(message.startswith("grouped 2 articles: ") for message in messages)
    assert any(record.name == "newsloom.pipeline.desk.editions" for record in caplog.records)
    troubles = [record for record in caplog.records if record.levelname == "WARNING"]
    assert troubles
    assert all("closed" in record.reason for record in troubles)
