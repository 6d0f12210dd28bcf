"""Gathering is killed again and again, at moments drawn over the whole run; nothing is lost, nothing is there twice."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

from tests.newspaper import Newspaper

from newsloom.newsroom import Newsroom, open_newsroom
from newsloom.settings import Settings

from .gatherers import GatherProcess

STORIES = 300
KILLS = 20
KILLS_INSIDE_A_WRITE = 8
UNTOUCHED = 60  # however late a kill comes on a busy machine, there is something left to write

# Leases are short, so that what a killed gatherer held is free when the next one has started.
SETTINGS = """allow_hosts = ["127.0.0.1"]
delay_seconds = 0
concurrency = 4
workers = 1
extractor = "largest"
lease_seconds = 1
"""


def test_twenty_kills_lose_nothing_and_double_nothing(tmp_path):
    (tmp_path / "newsloom.toml").write_text(SETTINGS, encoding="utf-8")
    with Newspaper(STORIES) as paper, _newsroom(tmp_path) as room:
        room.add(paper.url + "/feed.xml", only=True)
        room.add(paper.url + "/", only=True)
        paper.log.clear()
        acknowledged: set[str] = set()
        for moment, is_inside in _moments():
            known = frozenset(acknowledged)
            asked = _kill_at(tmp_path, paper, moment, acknowledged, is_inside=is_inside)
            assert not asked & known, "a story that is kept was fetched again"
            _check(tmp_path, room, paper, acknowledged - known)
        assert 0 < len(acknowledged) < STORIES, "the kills were not drawn over the run"
        _finish(tmp_path, room)
        _check(tmp_path, room, paper, {paper.url + path for path in paper.stories})
        _check_that_nothing_is_there_twice(room, paper)


def _newsroom(folder: Path) -> Newsroom:
    return open_newsroom(str(folder / "newsloom.db"), settings=Settings(allow_hosts=("127.0.0.1",), delay_seconds=0.0))


def _moments() -> list[tuple[int, bool]]:
    """After how many requests to the newspaper to kill, in order, and whether to wait for a write then."""
    chance = random.Random(20)  # noqa: S311 - the same moments every time
    moments = sorted(chance.randrange(1, STORIES - UNTOUCHED) for _ in range(KILLS))
    inside = set(chance.sample(range(KILLS), KILLS_INSIDE_A_WRITE))
    return [(moment, place in inside) for place, moment in enumerate(moments)]


def _kill_at(folder: Path, paper: Newspaper, moment: int, acknowledged: set[str], *, is_inside: bool) -> set[str]:
    """Start a gatherer and kill it; the stories it asked for come back, those it acknowledged are added."""
    begun = len(paper.log)
    gatherer = GatherProcess(folder, "--watch")
    try:
        # What the last one had fetched and not kept is fetched again, so the requests are counted from its progress.
        target = begun + max(1, moment - len(acknowledged))
        assert gatherer.wait_for(lambda: len(paper.log) >= target, glance_seconds=0.001)
        if is_inside:
            assert gatherer.stop_inside_a_write()
        gatherer.kill()
        acknowledged |= gatherer.kept()
        return {paper.url + request.path for request in paper.log[begun:]}
    finally:
        gatherer.close()


def _check(folder: Path, room: Newsroom, paper: Newspaper, acknowledged: set[str]) -> None:
    """The file is sound, and what was acknowledged is in it, byte for byte."""
    with closing(sqlite3.connect(folder / "newsloom.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    for url in acknowledged:
        page = room.page(url)
        assert page is not None, f"{url} was acknowledged and is lost"
        assert page.body == paper.pages[url.removeprefix(paper.url)][2]
        with room.store.read() as transaction:
            assert len(transaction.articles.revisions(url)) == 1


def _finish(folder: Path, room: Newsroom) -> None:
    """The next gatherers go on where the killed ones were, when their leases end."""
    gatherer = GatherProcess(folder, "--watch")
    try:
        assert gatherer.wait_for(lambda: _count(room) == STORIES)
        gatherer.process.terminate()
        assert gatherer.end() == 0
    finally:
        gatherer.close()


def _check_that_nothing_is_there_twice(room: Newsroom, paper: Newspaper) -> None:
    articles = Counter(article.url for article in room.articles())
    assert articles == Counter(paper.url + path for path in paper.stories)
    titles = Counter(article.title for article in room.articles())
    assert max(titles.values()) == 1
    for path in paper.stories:
        history = room.history(paper.url + path)
        assert (len(history.versions), len(history.revisions)) == (1, 1)
    assert all(followed.appointment.owner is None for followed in room.sources())


def _count(room: Newsroom) -> int:
    with room.store.read() as transaction:
        return transaction.articles.count()
