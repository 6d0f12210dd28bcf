"""Faults of everything that a newsroom stands on: the disk, the clock, the server, memory, other programs.

While a fault lasts a command may fail, in one line and with the code that says so. It never leaves a store that is not
whole; and when the fault is over, the same command does the rest, and everything is as after an undisturbed run.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from torture.findings import Finding, Report
from torture.machine import descriptors, disk_full, memory, read_only, wrong_clock
from torture.runs import Lab, opened_lab
from torture.server import connection_cut, restarted, server_frozen, store_locked
from torture.stored import damaged_file, damaged_records, two_versions

__all__ = ["FAULTS", "replay_fault", "run_faults"]

Fault = Callable[[Lab, str, random.Random], "list[str] | None"]

# By name: what is done, and on which stores.
FAULTS: Final[dict[str, tuple[Fault, tuple[str, ...]]]] = {
    "disk full": (disk_full, ("sqlite", "postgres")),
    "read-only": (read_only, ("sqlite",)),
    "server restarted": (restarted, ("postgres",)),
    "server frozen": (server_frozen, ("postgres",)),
    "connection cut": (connection_cut, ("postgres",)),
    "store locked": (store_locked, ("sqlite", "postgres")),
    "wrong clock": (wrong_clock, ("sqlite", "postgres")),
    "descriptors": (descriptors, ("sqlite", "postgres")),
    "memory": (memory, ("sqlite", "postgres")),
    "damaged file": (damaged_file, ("sqlite",)),
    "damaged records": (damaged_records, ("sqlite", "postgres")),
    "two versions": (two_versions, ("sqlite", "postgres")),
}


def run_faults(report: Report, seed: int, *, most: int | None = None, names: tuple[str, ...] = ()) -> None:
    """One fault after the other until the time is over, or ``most`` of them."""
    chance = random.Random(seed)
    with opened_lab() as lab:
        chosen = [
            (name, store)
            for name, (_, stores) in FAULTS.items()
            for store in stores
            if store in lab.stores and (not names or name in names)
        ]
        number = 0
        while report.has_time and (most is None or number < most):
            name, store = chosen[number % len(chosen)]
            own = chance.randrange(10**9)
            lab.codes.clear()
            problems = FAULTS[name][0](lab, store, random.Random(own))
            for code, times in lab.codes.items():
                report.tried[f"{name}: {code}"] += times
            case = f"{name} {store}"
            report.tried[case if problems is not None else f"left out, cannot be had here: {case}"] += 1
            for problem in problems or ():
                report.found(Finding(part="faults", case=case, seed=own, seen=problem))
            number += 1


def replay_fault(finding: Finding) -> list[str]:
    """The same fault with the same seed; moments differ."""
    name, _, store = finding.case.rpartition(" ")
    with opened_lab(has_server=store == "postgres") as lab:
        return FAULTS[name][0](lab, store, random.Random(finding.seed)) or []
