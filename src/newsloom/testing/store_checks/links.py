"""Checks of links: what was on a page and when, and that each link is fetched by one worker."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import Final

from newsloom.records import Image, Link
from newsloom.stores.protocol import Store
from newsloom.testing.requirements import require
from newsloom.testing.store_checks.moments import at

__all__ = ["gives_links_out_once", "queues_a_link_once", "tells_what_came_and_went", "tells_what_stood_where"]

_HOME: Final = "https://lorne.example/"
_FEED: Final = "https://lorne.example/feed"


def tells_what_stood_where(store: Store) -> None:
    """A list of links is returned in its order at that time, with the facts of each link at that time."""
    ferry = Link(
        url=_HOME + "ferry",
        source_url=_HOME,
        title="The ferry is late",
        text="Again.",
        authors=("Ada Holm", "Jon Vik"),
        published=datetime.fromisoformat("2026-10-31T23:15:00+02:00"),
        updated=at(0.5),
        categories=("Town", "Sea"),
        guid="f-1",
        image=Image(url=_HOME + "f.jpg", caption="The ferry", credit="A. Holm"),
        position=1,
    )
    choir = Link(url=_HOME + "choir", source_url=_HOME, title="Choir seeks voices")
    later = dataclasses.replace(ferry, title="The ferry has come", position=0)
    with store.transaction() as transaction:
        transaction.links.sight(_HOME, (choir, ferry, choir), at(1))
        transaction.links.sight(_HOME, (choir, ferry), at(2))
        transaction.links.sight(_HOME, (later, dataclasses.replace(choir, position=1)), at(3))
        transaction.links.sight(_HOME, (), at(4))
    with store.read() as transaction:
        require(transaction.links.on(_HOME, at(0)) == (), "something stood there before anything was sighted")
        stood = transaction.links.on(_HOME, at(2.5))
        require(stood == (choir, ferry), f"at first there stood {stood}")
        stood = transaction.links.on(_HOME, at(3.5))
        require(stood == (later, dataclasses.replace(choir, position=1)), f"then there stood {stood}")
        require(transaction.links.on(_HOME, at(5)) == (), "something stands where there is nothing")
        require(transaction.links.on(_FEED, at(5)) == (), "something stands on a source that was never seen")


def tells_what_came_and_went(store: Store) -> None:
    """Two times are compared by the links only in the later list, and the links only in the earlier one."""
    one, two, three = (Link(url=_HOME + name, source_url=_HOME, position=0) for name in ("one", "two", "three"))
    with store.transaction() as transaction:
        transaction.links.sight(_HOME, (one, two), at(1))
        transaction.links.sight(_HOME, (three, dataclasses.replace(two, title="Two, renamed")), at(3))
    with store.read() as transaction:
        came, went = transaction.links.between(_HOME, at(2), at(4))
        require((came, went) == ((three,), (one,)), f"these came: {came}, and these went: {went}")
        require(transaction.links.between(_HOME, at(3), at(4)) == ((), ()), "something changed while nothing did")
        came, went = transaction.links.between(_HOME, at(0), at(2))
        require((came, went) == ((one, two), ()), f"from nothing these came: {came}, and these went: {went}")


def queues_a_link_once(store: Store) -> None:
    """A link is new once, wherever it appears."""
    one, two = (Link(url=_HOME + name, source_url=_HOME, title=name) for name in ("one", "two"))
    with store.transaction() as transaction:
        new = transaction.links.sight(_HOME, (one,), at(1))
        require(new == (one,), f"of one new link these are new: {new}")
        require(transaction.links.sight(_HOME, (one,), at(2)) == (), "a link was new twice")
        new = transaction.links.sight(_FEED, (one, two), at(3))
        require([link.url for link in new] == [two.url], f"of one new link on the feed these are new: {new}")
        require(new[0].source_url == _FEED, "a new link does not name the place where it stood")
        require(transaction.links.waiting() == 2, f"of two links {transaction.links.waiting()} wait")


def gives_links_out_once(store: Store) -> None:
    """A waiting link is leased to one worker, until it is settled, postponed, or its lease ends."""
    links = tuple(Link(url=f"{_HOME}{number}", source_url=_HOME, position=number) for number in range(4))
    with store.transaction() as transaction:
        transaction.links.sight(_HOME, links[2:], at(2))
        transaction.links.sight(_HOME, links[:2], at(1))
        require(transaction.links.claim("ann", at(0), 600.0, 9) == (), "a link was given out before it was due")
        first = transaction.links.claim("ann", at(3), 3600.0, 3)
        require(set(first) == set(links[:3]), f"the three longest due are {first}")
        require(transaction.links.claim("bob", at(3.5), 3600.0, 9) == (links[3],), "leased links were given away")
        require(not transaction.links.settle("bob", links[0].url), "a link was settled by one who does not hold it")
        require(not transaction.links.settle("ann", _HOME + "unknown"), "an unknown link was settled")
        require(transaction.links.settle("ann", links[0].url), "a link could not be settled")
        require(not transaction.links.settle("ann", links[0].url), "a link was settled twice")
        require(transaction.links.settle("ann", links[1].url, at(9)), "a link could not be put off")
        late = transaction.links.claim("cleo", at(4.2), 3600.0, 9)
        require(late == (links[2],), f"after ann's lease ended these are free: {late}")
        require(not transaction.links.settle("ann", links[2].url), "a lost lease was settled")
        again = transaction.links.claim("cleo", at(9), 3600.0, 9)
        require(links[1] in again, "a link that was put off is never due again")
        require(transaction.links.waiting() == 3, f"of four links, one settled, {transaction.links.waiting()} wait")
