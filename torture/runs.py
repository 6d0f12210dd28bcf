"""Whole runs of a scenario: how it ends undisturbed, and how another end differs from that."""

from __future__ import annotations

import signal
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from sqlalchemy import text

from newsloom.errors import NewsloomError
from newsloom.stores import open_store
from newsloom.testing.postgres import postgres_programs, temporary_postgres
from torture.places import Facts, Place, facts_of, faults_of
from torture.scenarios import SCENARIOS, Scenario, World, outputs_of
from torture.zygote import Command

__all__ = ["Lab", "Undisturbed", "differences", "ended_badly", "finish", "opened_lab"]

DEADLINE_SECONDS: Final = 240.0
# Runs after a killed one; leases end between two runs.
_RUNS: Final = 12
_BETWEEN_RUNS_SECONDS: Final = 0.25


@dataclass(slots=True)
class Undisturbed:
    """How a scenario begins and ends when undisturbed, and how long it takes."""

    before: Facts
    after: Facts
    files: set[str]
    outputs: dict[str, str]
    seconds: float


@dataclass(slots=True)
class Lab:
    """The world, and what is known of each scenario on each store."""

    world: World
    undisturbed: dict[str, Undisturbed] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)
    # How often a command ended with each exit code during a fault.
    codes: Counter[str] = field(default_factory=Counter)

    @property
    def stores(self) -> tuple[str, ...]:
        return ("sqlite", "postgres") if self.world.server else ("sqlite",)

    def reference(self, scenario: Scenario, store: str) -> Undisturbed:
        key = f"{scenario.name} {store}"
        if key not in self.undisturbed:
            end = next((self.reference(other, store) for other in SCENARIOS if other.name == scenario.like), None)
            with self.copied(scenario.state, store) as place:
                before, began = facts_of(place), time.monotonic()
                problems = finish(self.world, scenario, place, end)
                seconds = time.monotonic() - began
                if end is not None:
                    problems = problems or differences(place, end)
                assert not problems, f"{key}: {problems}"
                found = Undisturbed(before, facts_of(place), place.files(), outputs_of(place.folder), seconds)
            self.undisturbed[key] = found
        return self.undisturbed[key]

    @contextmanager
    def copied(self, state: str, store: str, *, within: Path | None = None) -> Iterator[Place]:
        """Yields a private copy of a state until the block ends."""
        folder = (within or self.world.folder) / f"run-{next(self.numbers)}"
        place = self.world.state(state, store).copy(folder)
        try:
            yield place
        finally:
            place.remove()


@contextmanager
def opened_lab(*, has_server: bool = True) -> Iterator[Lab]:
    """Opens the newspapers, the zygote that starts commands, and a PostgreSQL server of our own if installed."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="newsloom-torture-")))
        programs = postgres_programs() if has_server else None
        settings = ("fsync=off", "full_page_writes=off", "max_connections=60")
        server = stack.enter_context(temporary_postgres(programs, *settings)) if programs else None
        yield Lab(stack.enter_context(World.opened(folder, server)))


def finish(world: World, scenario: Scenario, place: Place, reference: Undisturbed | None) -> list[str]:
    """Lets the command run to its end; returns the problems."""
    if scenario.is_endless:
        return _watched(world, scenario, place, reference)
    for _ in range(_RUNS):
        command = world.zygote.run(place.folder, *scenario.arguments(world), seconds=DEADLINE_SECONDS)
        problems = ended_badly(command, scenario.codes)
        if problems or scenario.is_whole or reference is None or facts_of(place) == reference.after:
            return problems
        expire_leases(place)
        time.sleep(_BETWEEN_RUNS_SECONDS)
    return []


def expire_leases(place: Place) -> None:
    """Ends the leases, as if the ten minutes had passed for which a killed command holds the learning of templates."""
    with place.connection() as connection:
        connection.execute(text("UPDATE checkpoints SET leased_until = 0 WHERE owner IS NOT NULL"))


def _watched(world: World, scenario: Scenario, place: Place, reference: Undisturbed | None) -> list[str]:
    """Runs the command until it has done everything, then ends it."""
    assert reference is not None
    if place.has_tables():
        expire_leases(place)
    command = world.zygote.start(place.folder, scenario.arguments(world))
    end = time.monotonic() + DEADLINE_SECONDS
    while command.is_running() and time.monotonic() < end:
        if facts_of(place) == reference.after:
            break
        time.sleep(0.1)
    command.send(signal.SIGTERM)
    if not command.wait(DEADLINE_SECONDS):
        command.kill()
    return ended_badly(command, scenario.codes)


def ended_badly(command: Command, codes: tuple[int, ...]) -> list[str]:
    """Returns what is wrong with how a command ended."""
    problems = [f"left running: {pid}" for pid in command.leftovers()]
    if command.status not in codes or command.crash():
        problems.append(f"exit code {command.status}: {command.crash() or command.said()[-1500:]}")
    return problems


def differences(place: Place, reference: Undisturbed, free: frozenset[str] = frozenset()) -> list[str]:
    """Returns how the end differs from that of an undisturbed run, except for facts of the ``free`` kinds."""
    problems = faults_of(place)
    now = facts_of(place)
    for fact, number in ((now - reference.after) + (reference.after - now)).items():
        if fact[0] in free:
            continue
        problems.append(f"{now[fact]} times and not {reference.after[fact]} ({number} apart): {fact}")
    if place.files() != reference.files:
        problems.append(f"files: {sorted(place.files() ^ reference.files)}")
    if outputs_of(place.folder) != reference.outputs:
        problems.append(f"what was written is another: {sorted(reference.outputs)}")
    try:
        open_store(place.address).close()
    except NewsloomError as error:
        problems.append(f"cannot be opened: {error}")
    return problems[:8]
