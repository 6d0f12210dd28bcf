"""Faults of everything that a newsroom depends on: the disk, the clock, the server, memory, other programs.

During a fault a command may fail, with one line and the matching exit code. It never leaves a broken store; and when
the fault is over, the same command completes its work, with the same result as an undisturbed run.
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

# By name: the fault, and the stores it applies to.
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
    """Runs one fault after another until the time is over, or until ``most`` of them."""
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
    """Runs the same fault with the same seed; its moments differ."""
    name, _, store = finding.case.rpartition(" ")
    with opened_lab(has_server=store == "postgres") as lab:
        return FAULTS[name][0](lab, store, random.Random(finding.seed)) or []
