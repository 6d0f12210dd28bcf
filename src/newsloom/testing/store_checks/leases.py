"""Checks of sources and their leases: following, claiming, and leases that have ended."""

from __future__ import annotations

import dataclasses
import threading

from newsloom.records import Appointment, Source
from newsloom.stores.protocol import Store
from newsloom.testing.requirements import require
from newsloom.testing.store_checks.moments import at

__all__ = [
    "claims_the_longest_due_first",
    "follows_a_source_once",
    "gives_a_lease_once",
    "lets_a_lease_end",
    "refuses_to_settle_a_lost_lease",
    "removes_a_source_and_nothing_else",
]

_LEASE_SECONDS = 600.0
_FEED = Source(url="https://lorne.example/feed", kind="feed", title="Lorne", added_at=at(0))


def follows_a_source_once(store: Store) -> None:
    """Adding a source again updates it: the new values count, and missing values change nothing."""
    again = Source(url=_FEED.url, kind="feed", category="Town", home="https://lorne.example/", added_at=at(5))
    with store.transaction() as transaction:
        require(transaction.sources.add(_FEED), "a new source is not called new")
        transaction.sources.add(Source(url="https://abbey.example/", home="https://abbey.example/", added_at=at(1)))
        require(not transaction.sources.add(again), "a source that was followed already is called new")
    wanted = dataclasses.replace(again, title="Lorne", added_at=at(0))
    with store.read() as transaction:
        found = transaction.sources.get(_FEED.url)
        require(found == wanted, f"the source is {found}, not {wanted}")
        require(transaction.sources.get("https://nowhere.example/") is None, "an unknown source is found")
        homes = [source.home for source in transaction.sources.all()]
        require(homes == ["https://abbey.example/", "https://lorne.example/"], f"sources come by home as {homes}")
        appointment = transaction.schedule.get(_FEED.url)
        require(appointment is not None, "a new source has no appointment")
        require(appointment and appointment.due_at == at(0), "a new source is not due when it was added")


def removes_a_source_and_nothing_else(store: Store) -> None:
    """A removed source is not fetched again, and can be added again."""
    with store.transaction() as transaction:
        transaction.sources.add(_FEED)
        require(transaction.sources.remove(_FEED.url), "a source could not be removed")
        require(not transaction.sources.remove(_FEED.url), "a source was removed twice")
        require(transaction.schedule.get(_FEED.url) is None, "a removed source has an appointment")
        require(transaction.schedule.claim("ann", at(1), _LEASE_SECONDS, 9) == (), "a removed source can be claimed")
        require(transaction.sources.add(_FEED), "a removed source is still known")


def claims_the_longest_due_first(store: Store) -> None:
    """Due sources come in the order in which they became due; those due later do not come."""
    with store.transaction() as transaction:
        for hour in (3, 1, 2, 9):
            transaction.sources.add(Source(url=f"https://lorne.example/{hour}", added_at=at(hour)))
        claimed = transaction.schedule.claim("ann", at(5), _LEASE_SECONDS, 2)
        require([one.due_at for one in claimed] == [at(1), at(2)], f"of four sources these were claimed: {claimed}")
        require(all(one.owner == "ann" for one in claimed), "a claimed source does not name its owner")
        rest = transaction.schedule.claim("ann", at(5), _LEASE_SECONDS, 9)
        require([one.due_at for one in rest] == [at(3)], f"then these were claimed: {rest}")
        require(
            transaction.schedule.claim("ann", at(9), _LEASE_SECONDS, 0) == (), "none was wanted, and one was claimed"
        )
        times = [one.due_at for one in transaction.schedule.all()]
        require(times == [at(1), at(2), at(3), at(9)], f"appointments come in the order {times}")


def gives_a_lease_once(store: Store) -> None:
    """However many workers claim at once, each due source is given to one of them."""
    names = [f"https://lorne.example/{number}" for number in range(24)]
    with store.transaction() as transaction:
        for name in names:
            transaction.sources.add(Source(url=name, added_at=at(0)))
    claimed: list[Appointment] = []
    start = threading.Barrier(4)

    def work(owner: str) -> None:
        start.wait()
        for _ in range(12):
            with store.transaction() as transaction:
                claimed.extend(transaction.schedule.claim(owner, at(1), _LEASE_SECONDS, 3))

    workers = [threading.Thread(target=work, args=(f"worker {number}",)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    require(sorted(one.url for one in claimed) == sorted(names), f"of 24 sources {len(claimed)} leases were given")


def lets_a_lease_end(store: Store) -> None:
    """A source is its worker's until the lease ends; then anyone can claim it."""
    with store.transaction() as transaction:
        transaction.sources.add(_FEED)
        transaction.schedule.claim("ann", at(1), 3600.0, 1)
        require(transaction.schedule.claim("bob", at(1.9), 3600.0, 1) == (), "a leased source was given away")
        (taken,) = transaction.schedule.claim("bob", at(2), 3600.0, 1) or (None,)
        require(taken is not None, "a source whose lease ended is not given to another")
        require(taken and taken.owner == "bob" and taken.leased_until == at(3), f"the new lease is {taken}")


def refuses_to_settle_a_lost_lease(store: Store) -> None:
    """Only the holder of the lease writes the next appointment, once."""
    with store.transaction() as transaction:
        transaction.sources.add(_FEED)
        (first,) = transaction.schedule.claim("ann", at(1), 3600.0, 1)
        (second,) = transaction.schedule.claim("ann", at(4), 3600.0, 1)
        late = dataclasses.replace(first, due_at=at(7), checks=1)
        require(not transaction.schedule.settle(late), "a lease that was lost was settled")
        foreign = dataclasses.replace(second, owner="bob", due_at=at(7))
        require(not transaction.schedule.settle(foreign), "a lease was settled by another")
        done = dataclasses.replace(second, due_at=at(8), interval_seconds=7200.0, reason="quiet", checks=1)
        require(transaction.schedule.settle(done), "a lease that is held could not be settled")
        require(not transaction.schedule.settle(done), "a lease was settled twice")
        found = transaction.schedule.get(_FEED.url)
        wanted = dataclasses.replace(done, owner=None, leased_until=None)
        require(found == wanted, f"the next appointment is {found}, not {wanted}")
        unknown = dataclasses.replace(second, url="https://nowhere.example/")
        require(not transaction.schedule.settle(unknown), "an unknown source was settled")
