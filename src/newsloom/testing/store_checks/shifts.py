"""Shifts: all or nothing, one at a time in a thread, and nothing written while looking."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from newsloom.errors import StoreError
from newsloom.records import (
    Article,
    ArticleQuery,
    Coverage,
    Failure,
    Fetch,
    Link,
    Page,
    Report,
    Revision,
    Run,
    Source,
    StoryQuery,
    Topic,
)
from newsloom.stores.protocol import Shift, Store
from newsloom.testing.promises import require
from newsloom.testing.store_checks.moments import at

__all__ = [
    "changes_nothing_the_second_time",
    "closes",
    "keeps_a_diary",
    "refuses_a_shift_inside_a_shift",
    "refuses_to_write_when_looking",
    "takes_back_a_failed_shift",
]

_HOME: Final = "https://lorne.example/"


def keeps_a_diary(store: Store) -> None:
    """Runs are written and written anew; failures are kept once; the latest come first."""
    begun = Run(id="r1", started_at=at(1), owner="ann")
    ended = dataclasses.replace(begun, ended_at=at(2), pages=7, seconds=3.5, failures={"timeout": 2})
    early = Failure(url=_HOME + "a", stage="fetch", kind="timeout", reason="30 s", at=at(1))
    late = Failure(url=_HOME + "b", stage="extract", kind="ValueError", reason="no text", at=at(2), digest="d")
    timeless = Failure(url=_HOME + "a", stage="fetch", kind="dns", reason="no such host")
    with store.begin() as shift:
        shift.diary.keep_run(begun)
        shift.diary.keep_run(Run(id="r2", started_at=at(3)))
        shift.diary.keep_run(ended)
        for failure in (timeless, late, early, late):
            shift.diary.keep_failure(failure)
    with store.look() as shift:
        runs = shift.diary.runs()
        require([run.id for run in runs] == ["r2", "r1"], f"runs come in the order {[run.id for run in runs]}")
        require(runs[-1] == ended, f"a run written anew is {runs[-1]}")
        require(shift.diary.runs(1) == runs[:1], "one run was wanted")
        require(shift.diary.failures() == (late, early, timeless), f"the failures are {shift.diary.failures()}")
        require(shift.diary.failures(1) == (late,), "one failure was wanted")
        about = shift.diary.failures(url=_HOME + "a")
        require(about == (early, timeless), f"the failures of one address are {about}")
        require(shift.diary.failures(url=_HOME) == (), "an address without failures has some")


def changes_nothing_the_second_time(store: Store) -> None:
    """Work done twice, because nobody knew that it was done, leaves the store as it was."""
    with store.begin() as shift:
        _do_everything(shift)
    with store.look() as shift:
        once = _everything(shift)
    with store.begin() as shift:
        _do_everything(shift)
    with store.look() as shift:
        twice = _everything(shift)
    require(once == twice, f"after the same work again there is {twice} instead of {once}")


def takes_back_a_failed_shift(store: Store) -> None:
    """What a block wrote before it raised was never written."""
    with store.begin() as shift:
        shift.sources.add(Source(url=_HOME, title="Before", added_at=at(0)))
    with store.look() as shift:
        before = _everything(shift)
    with suppress(KeyError), store.begin() as shift:
        _do_everything(shift)
        raise KeyError
    with store.look() as shift:
        after = _everything(shift)
    require(before == after, f"after a failed shift there is {after} instead of {before}")
    with store.begin() as shift:
        _do_everything(shift)
    with store.look() as shift:
        require(shift.articles.count() == 1, "after a failed shift nothing can be written")


def refuses_to_write_when_looking(store: Store) -> None:
    """A shift that looks does not write."""

    def write() -> None:
        with store.look() as shift:
            shift.sources.add(Source(url=_HOME, added_at=at(0)))

    _require_refused(write, "a shift that only looks wrote")
    with store.look() as shift:
        require(shift.sources.all() == (), "a refused write is there")


def refuses_a_shift_inside_a_shift(store: Store) -> None:
    """A thread that opens a shift in a shift is told so, and does not wait for itself."""

    def nest() -> None:
        with store.begin(), store.look():
            pass

    _require_refused(nest, "a shift was opened inside a shift")
    with store.begin() as shift:
        require(shift.sources.add(Source(url=_HOME, added_at=at(0))), "after that no shift can be opened")


def closes(store: Store) -> None:
    """A closed store opens no shift; closing it again is no fault."""

    def use() -> None:
        with store.look():
            pass

    store.close()
    store.close()
    _require_refused(use, "a closed store opened a shift")


def _require_refused(action: Callable[[], None], message: str) -> None:
    refused = False
    try:
        action()
    except StoreError:
        refused = True
    require(refused, message)


def _do_everything(shift: Shift) -> None:
    shift.sources.add(Source(url=_HOME, title="Lorne", added_at=at(0)))
    shift.links.sight(_HOME, (Link(url=_HOME + "a"), Link(url=_HOME + "b")), at(1))
    shift.pages.keep(Page(url=_HOME, fetched_at=at(1), body=b"front"))
    shift.pages.keep(Page(url=_HOME + "a", fetched_at=at(2), body=b"story", requested_url=_HOME + "a?1"))
    shift.pages.see_again(_HOME, at(3))
    shift.pages.log(Fetch(url=_HOME, fetched_at=at(1), status=200, digest="d" * 64))
    shift.articles.keep(
        Revision(article=Article(url=_HOME + "a", text="Story", section="Town", language="en"), seen_at=at(2))
    )
    report = Report(url=_HOME + "a", paper="lorne.example", seen_at=at(2))
    story = Coverage(id="s", first_seen=at(2), last_seen=at(2), changed_at=at(2), reports=(report,))
    shift.stories.keep(story)
    shift.stories.keep(dataclasses.replace(story, id="t", reports=()))
    shift.stories.merge("t", "s", at(3))
    shift.topics.replace((Topic(id="t", made_at=at(3), size=1, members=((_HOME + "a", 0.5),)),))
    shift.marks.write("desk", "a")
    shift.diary.keep_run(Run(id="r", started_at=at(1)))
    shift.diary.keep_failure(Failure(url=_HOME + "b", stage="fetch", kind="dns", reason="no host", at=at(2)))


def _everything(shift: Shift) -> tuple[object, ...]:
    return (
        shift.sources.all(),
        shift.schedule.all(),
        shift.pages.versions(_HOME),
        shift.pages.versions(_HOME + "a"),
        shift.pages.last_fetch(_HOME),
        shift.links.on(_HOME, at(9)),
        shift.links.waiting(),
        shift.articles.find(source_url=_HOME),
        shift.articles.revisions(_HOME + "a"),
        shift.articles.search("story", ArticleQuery()),
        shift.articles.sections(),
        shift.articles.languages(),
        shift.stories.find(StoryQuery()),
        shift.stories.get("t"),
        shift.topics.get("t"),
        shift.marks.read("desk"),
        shift.diary.runs(),
        shift.diary.failures(),
    )
