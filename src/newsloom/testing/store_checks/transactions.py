"""Checks of transactions: all or nothing, one at a time in a thread, and no writes in a read-only one."""

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
from newsloom.stores.protocol import Store, Transaction
from newsloom.testing.requirements import require
from newsloom.testing.store_checks.moments import at

__all__ = [
    "changes_nothing_the_second_time",
    "closes",
    "keeps_a_run_log",
    "refuses_a_nested_transaction",
    "refuses_to_write_when_looking",
    "rolls_back_a_failed_transaction",
    "tells_which_failures_are_unresolved",
]

_HOME: Final = "https://lorne.example/"


def keeps_a_run_log(store: Store) -> None:
    """Runs are written and rewritten; failures are stored once; the latest come first."""
    begun = Run(id="r1", started_at=at(1), owner="ann")
    ended = dataclasses.replace(begun, ended_at=at(2), pages=7, seconds=3.5, failures={"timeout": 2})
    early = Failure(url=_HOME + "a", stage="fetch", kind="timeout", reason="30 s", at=at(1))
    late = Failure(url=_HOME + "b", stage="extract", kind="ValueError", reason="no text", at=at(2), digest="d")
    timeless = Failure(url=_HOME + "a", stage="fetch", kind="dns", reason="no such host")
    with store.transaction() as transaction:
        transaction.run_log.keep_run(begun)
        transaction.run_log.keep_run(Run(id="r2", started_at=at(3)))
        transaction.run_log.keep_run(ended)
        for failure in (timeless, late, early, late):
            transaction.run_log.keep_failure(failure)
    with store.read() as transaction:
        runs = transaction.run_log.runs()
        require([run.id for run in runs] == ["r2", "r1"], f"runs come in the order {[run.id for run in runs]}")
        require(runs[-1] == ended, f"a run written again is {runs[-1]}")
        require(transaction.run_log.runs(1) == runs[:1], "one run was wanted")
        require(
            transaction.run_log.failures() == (late, early, timeless),
            f"the failures are {transaction.run_log.failures()}",
        )
        require(transaction.run_log.failures(1) == (late,), "one failure was wanted")
        about = transaction.run_log.failures(url=_HOME + "a")
        require(about == (early, timeless), f"the failures of one address are {about}")
        require(transaction.run_log.failures(url=_HOME) == (), "an address without failures has some")


def tells_which_failures_are_unresolved(store: Store) -> None:
    """A failure is unresolved until a page is fetched after it; "not modified" resolves only a failure to fetch."""
    fetched, unread, unread_still, again = (_HOME + name for name in ("fetched", "unread", "still", "again"))
    failures = [
        Failure(url=fetched, stage="fetch", kind="timeout", reason="30 s", at=at(1)),
        Failure(url=unread, stage="extract", kind="BudgetExceeded", reason="15 s", at=at(1)),
        Failure(url=unread_still, stage="extract", kind="BudgetExceeded", reason="15 s", at=at(1)),
        Failure(url=again, stage="fetch", kind="timeout", reason="30 s", at=at(1)),
        Failure(url=again, stage="fetch", kind="dns", reason="no host", at=at(3)),
    ]
    with store.transaction() as transaction:
        for failure in failures:
            transaction.run_log.keep_failure(failure)
        transaction.pages.log(Fetch(url=unread, fetched_at=at(1), status=200, digest="a"))
        transaction.pages.log(Fetch(url=fetched, fetched_at=at(2), status=304))
        transaction.pages.log(Fetch(url=unread_still, fetched_at=at(2), status=304))
        transaction.pages.log(Fetch(url=again, fetched_at=at(2), status=200, digest="b"))
    with store.read() as transaction:
        log = transaction.run_log
        standing = log.unresolved()
        require(set(standing) == {failures[1], failures[2], failures[4]}, f"the unresolved ones are {standing}")
        require(log.unresolved(1) == standing[:1], "one was wanted")
        require(log.unresolved(after=standing[0].url) == standing[1:], "the batch after the first is another")
        require(set(log.unresolved(stage="extract")) == set(failures[1:3]), "a stage was asked for")
    with store.transaction() as transaction:
        transaction.run_log.resolve(unread, "extract")
        transaction.run_log.resolve(again, "extract")
    with store.read() as transaction:
        standing = transaction.run_log.unresolved()
        require(set(standing) == {failures[2], failures[4]}, f"after one was resolved, {standing} stand")


def changes_nothing_the_second_time(store: Store) -> None:
    """Work done twice, because its first success was not known, leaves the store as it was."""
    with store.transaction() as transaction:
        _do_everything(transaction)
    with store.read() as transaction:
        once = _everything(transaction)
    with store.transaction() as transaction:
        _do_everything(transaction)
    with store.read() as transaction:
        twice = _everything(transaction)
    require(once == twice, f"after the same work again there is {twice} instead of {once}")


def rolls_back_a_failed_transaction(store: Store) -> None:
    """What a block wrote before it raised is rolled back."""
    with store.transaction() as transaction:
        transaction.sources.add(Source(url=_HOME, title="Before", added_at=at(0)))
    with store.read() as transaction:
        before = _everything(transaction)
    with suppress(KeyError), store.transaction() as transaction:
        _do_everything(transaction)
        raise KeyError
    with store.read() as transaction:
        after = _everything(transaction)
    require(before == after, f"after a failed transaction there is {after} instead of {before}")
    with store.transaction() as transaction:
        _do_everything(transaction)
    with store.read() as transaction:
        require(transaction.articles.count() == 1, "after a failed transaction nothing can be written")


def refuses_to_write_when_looking(store: Store) -> None:
    """A read-only transaction does not write."""

    def write() -> None:
        with store.read() as transaction:
            transaction.sources.add(Source(url=_HOME, added_at=at(0)))

    _require_refused(write, "a read-only transaction wrote")
    with store.read() as transaction:
        require(transaction.sources.all() == (), "a refused write is there")


def refuses_a_nested_transaction(store: Store) -> None:
    """Opening a transaction within a transaction of the same thread raises; it does not wait for itself."""

    def nest() -> None:
        with store.transaction(), store.read():
            pass

    _require_refused(nest, "a transaction was opened within a transaction")
    with store.transaction() as transaction:
        require(transaction.sources.add(Source(url=_HOME, added_at=at(0))), "after that no transaction can be opened")


def closes(store: Store) -> None:
    """A closed store opens no transaction; closing it again is allowed."""

    def use() -> None:
        with store.read():
            pass

    store.close()
    store.close()
    _require_refused(use, "a closed store opened a transaction")


def _require_refused(action: Callable[[], None], message: str) -> None:
    refused = False
    try:
        action()
    except StoreError:
        refused = True
    require(refused, message)


def _do_everything(transaction: Transaction) -> None:
    transaction.sources.add(Source(url=_HOME, title="Lorne", added_at=at(0)))
    transaction.links.sight(_HOME, (Link(url=_HOME + "a"), Link(url=_HOME + "b")), at(1))
    transaction.pages.keep(Page(url=_HOME, fetched_at=at(1), body=b"front"))
    transaction.pages.keep(Page(url=_HOME + "a", fetched_at=at(2), body=b"story", requested_url=_HOME + "a?1"))
    transaction.pages.see_again(_HOME, at(3))
    transaction.pages.log(Fetch(url=_HOME, fetched_at=at(1), status=200, digest="d" * 64))
    transaction.articles.keep(
        Revision(article=Article(url=_HOME + "a", text="Story", section="Town", language="en"), seen_at=at(2))
    )
    report = Report(url=_HOME + "a", paper="lorne.example", seen_at=at(2))
    story = Coverage(id="s", first_seen=at(2), last_seen=at(2), changed_at=at(2), reports=(report,))
    transaction.stories.keep(story)
    transaction.stories.keep(dataclasses.replace(story, id="t", reports=()))
    transaction.stories.merge("t", "s", at(3))
    transaction.topics.replace((Topic(id="t", made_at=at(3), size=1, members=((_HOME + "a", 0.5),)),))
    transaction.checkpoints.write("desk", "a")
    transaction.run_log.keep_run(Run(id="r", started_at=at(1)))
    transaction.run_log.keep_failure(Failure(url=_HOME + "b", stage="fetch", kind="dns", reason="no host", at=at(2)))


def _everything(transaction: Transaction) -> tuple[object, ...]:
    return (
        transaction.sources.all(),
        transaction.schedule.all(),
        transaction.pages.versions(_HOME),
        transaction.pages.versions(_HOME + "a"),
        transaction.pages.last_fetch(_HOME),
        transaction.links.on(_HOME, at(9)),
        transaction.links.waiting(),
        transaction.articles.find(ArticleQuery(order="earliest", source_url=_HOME)),
        transaction.articles.revisions(_HOME + "a"),
        transaction.articles.search("story", ArticleQuery()),
        transaction.facets.sections(),
        transaction.facets.languages(),
        transaction.stories.find(StoryQuery()),
        transaction.stories.get("t"),
        transaction.topics.get("t"),
        transaction.checkpoints.read("desk"),
        transaction.run_log.runs(),
        transaction.run_log.failures(),
    )
