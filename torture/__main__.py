"""``python -m torture``: each part for its share of the time; prints the seed, keeps what it finds, tells the figures.

Exit code 1 if anything was found. ``--replay FILE`` runs one finding of the input part again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

from torture.findings import Report, read_finding
from torture.growth import run_growth
from torture.inputs import TARGETS, run_inputs


def main() -> int:
    """Run it."""
    options = argparse.ArgumentParser(prog="torture", description="Hostile hours, on this machine only.")
    options.add_argument("parts", nargs="*", choices=["input", "growth", []], help="all where none is named")
    options.add_argument("--hours", type=float, default=1.0)
    options.add_argument("--seed", type=int, default=None)
    options.add_argument("--findings", type=Path, default=Path("torture/findings"))
    options.add_argument("--replay", type=Path, default=None)
    given = options.parse_args()
    if given.replay:
        finding = read_finding(given.replay)
        TARGETS[finding.case](finding.material)
        print("nothing is raised any more")
        return 0
    seed = random.SystemRandom().randrange(10**9) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    report = Report(folder=given.findings, seconds=given.hours * 3600)
    parts = given.parts or ["growth", "input"]
    if "growth" in parts:
        run_growth(report)
    if "input" in parts:
        run_inputs(report, seed)
    figures = {"seed": seed, "seconds": round(time.monotonic() - report.began), "tried": report.tried, **report.figures}
    print(json.dumps(figures | {"findings": len(report.findings)}, indent=1))
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
