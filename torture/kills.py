"""Kills: every command that writes is killed at random moments of a whole run, on both stores.

After each kill the store must be intact, nothing lost, nothing there that an undisturbed run would not have left,
everything acknowledged stored, and no child process left running. After some kills the command may run to its end: then
the result must be that of an undisturbed run.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Final

from torture.findings import Finding, Report
from torture.places import Facts, Place, facts_of, faults_of
from torture.runs import Lab, Undisturbed, differences, finish, opened_lab
from torture.scenarios import SCENARIOS, Scenario, outputs_of
from torture.zygote import Command

__all__ = ["kill_and_finish", "replay_kills", "run_kills"]

# Kills of one run, before it may run to its end.
_KILLS: Final = 4
_REPLAYS: Final = 25
_SHORTER: Final = 0.9
# Groups of reports come and go while stories are made; the reports only grow in number.
_FREE: Final = frozenset({"story", "takedowns", "damages"})


def run_kills(report: Report, seed: int, *, most: int | None = None, names: tuple[str, ...] = ()) -> None:
    """Kills until the time is over, or ``most`` times."""
    chance = random.Random(seed)
    killed: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    with opened_lab() as lab:
        chosen = [
            (scenario, store)
            for scenario in SCENARIOS
            for store in lab.stores
            if store in scenario.stores and (not names or scenario.name in names)
        ]
        while report.has_time and (most is None or killed.total() < most):
            scenario, store = min(chosen, key=lambda pair: tried[f"{pair[0].name} {pair[1]}"] / pair[0].share)
            case, own = f"{scenario.name} {store}", chance.randrange(10**9)
            kills, problems = kill_and_finish(lab, scenario, store, random.Random(own))
            killed[case] += kills
            # A scenario in which no kill hits must not be chosen for ever.
            tried[case] += max(kills, 1)
            report.tried["kills"] += kills
            report.tried["runs that were killed"] += 1
            for problem in problems:
                report.found(Finding(part="kills", case=case, seed=own, seen=problem))
        report.figures["kills"] = dict(sorted(killed.items()))


def replay_kills(finding: Finding) -> list[str]:
    """Tries many times, since the exact moment cannot be repeated."""
    name, _, store = finding.case.rpartition(" ")
    scenario = next(one for one in SCENARIOS if one.name == name)
    with opened_lab(has_server=store == "postgres") as lab:
        for number in range(_REPLAYS):
            _, problems = kill_and_finish(lab, scenario, store, random.Random(finding.seed + number))
            if problems:
                return problems
    return []


def kill_and_finish(lab: Lab, scenario: Scenario, store: str, chance: random.Random) -> tuple[int, list[str]]:
    """Kills one run some times, then lets it end; returns how many kills hit, and the problems."""
    reference = lab.reference(scenario, store)
    kills = 0
    with lab.copied(scenario.state, store) as place:
        for _ in range(_KILLS):
            command = lab.world.zygote.start(place.folder, scenario.arguments(lab.world))
            has_ended = command.wait(chance.uniform(0, reference.seconds))
            if not has_ended:
                kills += command.kill()
            elif not kills:
                # The run is now faster than when it was measured.
                reference.seconds *= _SHORTER
            if problems := _after_kill(scenario, place, reference, command):
                return kills, [f"after a kill: {problem}" for problem in problems]
            if has_ended:
                break
        problems = finish(lab.world, scenario, place, reference) or differences(place, reference)
        return kills, [f"after going on: {problem}" for problem in problems]


def _after_kill(scenario: Scenario, place: Place, reference: Undisturbed, command: Command) -> list[str]:
    problems = [f"left running: {pid}" for pid in command.leftovers()]
    if crash := command.crash():
        problems.append(crash)
    now = facts_of(place)
    problems += faults_of(place) + _lost(now, command)
    if scenario.facts == "grow":
        problems += _missing(reference.before, now, "lost") + _missing(now, reference.after, "too many")
    elif scenario.facts == "shrink":
        problems += _missing(reference.after, now, "lost") + _missing(now, reference.before, "too many")
    for name, digest in outputs_of(place.folder).items():
        if digest != reference.outputs[name]:
            problems.append(f"{name} has its name and is not whole")
    return problems


def _missing(few: Facts, many: Facts, word: str) -> list[str]:
    missing = [fact for fact in few - many if fact[0] not in _FREE]
    return [f"{word}: {len(missing)}, {missing[:2]}"] if missing else []


def _lost(now: Facts, command: Command) -> list[str]:
    """Returns what was acknowledged but is not in the store."""
    lines = [line for line in command.printed().split("\n")[:-1] if line.startswith("{")]
    kept = {one["url"] for one in map(json.loads, lines) if one.get("kind") == "article"}
    articles = {fact[1] for fact in now if fact[0] == "articles"}
    return [f"acknowledged and lost: {url}" for url in kept - articles]
