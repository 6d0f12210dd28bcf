"""Runs a command under a fault and checks it: it ends with our own message, and completes its work afterwards."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from torture.places import Place, faults_of
from torture.runs import DEADLINE_SECONDS, Lab, differences, ended_badly, expire_leases, finish
from torture.scenarios import SCENARIOS, Scenario
from torture.zygote import Command

__all__ = ["FAILING", "WRITING", "recovered", "scenario_of", "started", "tried", "watched_through"]

# Success, nothing found, bad input, or no store: never a traceback, never a crash.
FAILING: Final = (0, 1, 3, 4)
# One of every kind of work; each ends by itself.
WRITING: Final = ("add", "import", "gather", "stories --group", "learn --site", "reextract", "takedown", "migration",
                  "export jsonl", "export parquet", "bulk jsonl", "bulk parquet")  # fmt: skip


def scenario_of(name: str) -> Scenario:
    return next(one for one in SCENARIOS if one.name == name)


def chosen_scenario(chance: random.Random, store: str) -> Scenario:
    """Returns a random scenario that runs on this store."""
    return chance.choice([one for one in SCENARIOS if one.name in WRITING and store in one.stores])


def started(lab: Lab, scenario: Scenario, place: Place) -> Command:
    """Starts the command with its output outside of the place, whose disk may be full."""
    log = lab.world.folder / "log"
    log.mkdir(exist_ok=True)
    return lab.world.zygote.start(place.folder, scenario.arguments(lab.world), log=log)


def tried(
    lab: Lab, scenario: Scenario, place: Place, *, limits: Mapping[int, int] | None = None, log: Path | None = None
) -> list[str]:
    """Runs the command once while the fault lasts."""
    log = log or lab.world.folder / "log"
    log.mkdir(exist_ok=True)
    arguments = scenario.arguments(lab.world)
    command = lab.world.zygote.run(place.folder, *arguments, seconds=DEADLINE_SECONDS, limits=limits, log=log)
    lab.codes[f"exit code {command.status}"] += 1
    return [f"under the fault, {scenario.name}: {problem}" for problem in ended_badly(command, FAILING)]


def recovered(
    lab: Lab, scenario: Scenario, store: str, place: Place, *, free: frozenset[str] = frozenset()
) -> list[str]:
    """Checks, when the fault is over, that the store is intact and the command completes its work."""
    problems = faults_of(place)
    if not problems:
        if place.has_tables():
            expire_leases(place)
        problems = finish(lab.world, scenario, place, lab.reference(scenario, store))
    problems = problems or differences(place, lab.reference(scenario, store), free)
    return [f"after the fault, {scenario.name}: {problem}" for problem in problems]


def watched_through(
    lab: Lab,
    store: str,
    chance: random.Random,
    fault: Callable[[], None],
    *,
    settings: Callable[[Place], None] = lambda _: None,
) -> list[str]:
    """Disturbs a gatherer that runs for ever at random moments; it must survive and do all its work."""
    scenario = scenario_of("gather --watch")
    reference = lab.reference(scenario, store)
    with lab.copied(scenario.state, store) as place:
        settings(place)
        command = started(lab, scenario, place)
        for _ in range(chance.randrange(1, 3)):
            time.sleep(chance.uniform(0, reference.seconds))
            fault()
        if not command.is_running():
            return [f"the watcher ended: {problem}" for problem in ended_badly(command, ()) or ["without a word"]]
        command.kill()
        problems = ended_badly(command, (-9,))
        return problems or recovered(lab, scenario, store, place)
