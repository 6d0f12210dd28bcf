"""Faults of the store's server, and of its other clients: restarted, frozen, unreachable, locked."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing

import psycopg

from torture.disturbed import recovered, scenario_of, started, watched_through
from torture.places import Place
from torture.runs import Lab, ended_badly
from torture.wire import Wire

__all__ = ["connection_cut", "restarted", "server_frozen", "store_locked"]


def restarted(lab: Lab, store: str, chance: random.Random) -> list[str]:
    """Stops the server as if it had been killed, and starts it again after a while."""
    server = lab.world.server
    assert server is not None

    def fault() -> None:
        server.stop()
        time.sleep(chance.uniform(0, 1))
        server.start()

    return watched_through(lab, store, chance, fault)


def server_frozen(lab: Lab, store: str, chance: random.Random) -> list[str]:
    """Freezes the server for a while; it loses nothing."""
    server = lab.world.server
    assert server is not None

    def fault() -> None:
        server.freeze()
        try:
            time.sleep(chance.uniform(0, 2))
        finally:
            server.thaw()

    return watched_through(lab, store, chance, fault)


def connection_cut(lab: Lab, store: str, chance: random.Random) -> list[str]:
    """Resets every connection, and accepts none for a while."""
    server = lab.world.server
    assert server is not None
    with Wire(server.port) as wire:

        def fault() -> None:
            wire.cut()
            time.sleep(chance.uniform(0, 1))
            wire.mend()

        def through_the_wire(place: Place) -> None:
            place.write_settings(newsroom=place.newsroom.replace(f":{server.port}/", f":{wire.port}/"))

        return watched_through(lab, store, chance, fault, settings=through_the_wire)


def store_locked(lab: Lab, store: str, chance: random.Random) -> list[str]:
    """Locks the store from another program that writes slowly; the command waits for it."""
    scenario = scenario_of("gather")
    reference = lab.reference(scenario, store)
    with lab.copied(scenario.state, store) as place:
        command = started(lab, scenario, place)
        for _ in range(chance.randrange(1, 4)):
            time.sleep(chance.uniform(0, reference.seconds / 2))
            _lock(place, chance.uniform(0, 2))
        command.wait(240)
        problems = [f"while locked: {problem}" for problem in ended_badly(command, (0,))]
        return problems or recovered(lab, scenario, store, place)


def _lock(place: Place, seconds: float) -> None:
    if place.server:
        with psycopg.connect(place.newsroom) as connection:
            connection.execute("LOCK TABLE articles, links, appointments IN EXCLUSIVE MODE")
            time.sleep(seconds)
            connection.rollback()
        return
    with closing(sqlite3.connect(place.address, timeout=60, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        connection.execute("ROLLBACK")
