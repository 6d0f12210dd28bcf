"""``python -m torture``: runs each part for its share of the time, prints the seed and figures, saves its findings.

Exit code 1 if anything was found. ``--replay FILE`` runs one finding again.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from torture.doors import replay_door, run_doors
from torture.faults import replay_fault, run_faults
from torture.findings import Finding, Report, read_finding
from torture.growth import replay_growth, run_growth
from torture.hardpages import replay_hard_page, run_hard_pages
from torture.inputs import replay_input, run_inputs
from torture.kills import replay_kills, run_kills

__all__ = ["main"]


def _run_growth(report: Report, seed: int) -> None:
    run_growth(report, seed)
    run_hard_pages(report)


def _replay_growth(finding: Finding) -> list[str]:
    return replay_hard_page(finding) if " " in finding.case else replay_growth(finding)


# For each part: the function that runs it, the function that replays a finding, and its share of the time.
PARTS: Final[dict[str, tuple[Callable[[Report, int], None], Callable[[Finding], list[str]], float]]] = {
    "growth": (_run_growth, _replay_growth, 0.1),
    "kills": (run_kills, replay_kills, 0.5),
    "faults": (run_faults, replay_fault, 0.2),
    "doors": (run_doors, replay_door, 0.1),
    "input": (run_inputs, replay_input, 0.15),
}


def main() -> int:
    """Runs the chosen parts, or replays a finding."""
    options = argparse.ArgumentParser(prog="torture", description="Hostile hours, on this machine only.")
    options.add_argument("--part", action="append", choices=list(PARTS), help="may be given again; all if none is")
    options.add_argument("--hours", type=float, default=1.0, help="for all parts together")
    options.add_argument("--seed", type=int, default=None)
    options.add_argument("--findings", type=Path, default=Path("torture/findings"))
    options.add_argument("--replay", type=Path, default=None, metavar="FILE", help="run a finding again")
    given = options.parse_args()
    # On SIGTERM it exits normally, so that the processes it started end too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if given.replay:
        return _replay(read_finding(given.replay))
    seed = random.SystemRandom().randrange(10**9) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    chosen = given.part or list(PARTS)
    whole = sum(PARTS[part][2] for part in chosen)
    found = 0
    for part in chosen:
        run, _, share = PARTS[part]
        report = Report(folder=given.findings, seconds=given.hours * 3600 * share / whole)
        run(report, seed)
        print(json.dumps({part: _figures(report)}, indent=1), flush=True)
        found += len(report.findings)
    print(f"{found} findings, seed {seed}")
    return 1 if found else 0


def _figures(report: Report) -> dict[str, Any]:
    seconds = round(time.monotonic() - report.began)
    return {"seconds": seconds, "tried": report.tried, **report.figures, "findings": len(report.findings)}


def _replay(finding: Finding) -> int:
    seen = PARTS[finding.part][1](finding)
    for line in seen or ["it is not seen any more"]:
        print(line)
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
