"""Measures time, memory and processes when drawing many pages in a row.

One renderer draws the made-up press in its designs again and again. Printed are CPU and wall time per page, the memory
of all child processes after every hundred pages, the start with the first page, and the processes left at the end.

    python -m benchmarks.drawing --pages 500
    python -m benchmarks.drawing --estimated     # the cost of estimating a layout without a browser
"""

from __future__ import annotations

import argparse
import itertools
import os
import time
from pathlib import Path

from newsloom.dom import parse
from newsloom.dom.estimate import estimate_layout
from newsloom.fetch.render import BlockingRenderer
from newsloom.press.styled import styled_pages

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Draws, and prints the cost."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--scripts", action="store_true", help="let the pages' scripts run")
    parser.add_argument("--estimated", action="store_true", help="draw nothing, and time estimates")
    chosen = parser.parse_args()
    if chosen.estimated:
        _time_estimates()
        return
    pages = itertools.islice(itertools.cycle(tuple(styled_pages())), chosen.pages)
    began, cpu, pid = time.perf_counter(), _cpu_seconds(os.getpid()), None
    print(f"{'pages':>6} {'own MB':>8} {'browser MB':>11} {'processes':>10} {'CPU ms/page':>12} {'wall ms/page':>13}")
    with BlockingRenderer() as renderer:
        for number, page in enumerate(pages, 1):
            renderer.render(page.page, page.url, has_scripts=chosen.scripts)
            if number % 100 == 0 or number == chosen.pages:
                below = _below(os.getpid())
                own, browser = _megabytes([os.getpid()]), _megabytes(below)
                spent, passed = _cpu_seconds(os.getpid()) - cpu, time.perf_counter() - began
                # If the browser was replaced in between, the CPU time of the old one is lost.
                shown = f"{spent * 10:12.0f}" if pid in (None, renderer.pid) else f"{'new browser':>12}"
                print(f"{number:6} {own:8.0f} {browser:11.0f} {len(below):10} {shown} {passed * 10:13.0f}", flush=True)
                began, cpu, pid = time.perf_counter(), _cpu_seconds(os.getpid()), renderer.pid
    left = _below(os.getpid())
    print(f"processes left at the end: {len(left)}")


def _time_estimates() -> None:
    nodes, spent = 0, 0.0
    for page in styled_pages():
        tree = parse(page.page).tree
        if tree is None:
            continue
        times = []
        for _ in range(5):
            begun = time.process_time()
            estimate_layout(tree)
            times.append(time.process_time() - begun)
        nodes, spent = nodes + len(tree), spent + min(times)
    print(f"{nodes} nodes, {1e6 * spent / nodes:.1f} µs each to estimate")


def _below(pid: int) -> list[int]:
    """Returns all descendants of a process, including zombies."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
    found, queue = [], [pid]
    while queue:
        above = queue.pop()
        children = [child for child, parent in parents.items() if parent == above]
        found += children
        queue += children
    return found


def _megabytes(pids: list[int]) -> float:
    total = 0
    for pid in pids:
        try:
            shared = Path(f"/proc/{pid}/statm").read_text().split()
        except OSError:
            continue
        # Resident memory without what is shared with other processes.
        total += int(shared[1]) - int(shared[2])
    return total * _PAGE_BYTES / 1e6


def _cpu_seconds(pid: int) -> float:
    """Returns the CPU seconds of a process and its descendants, including dead ones that were waited for."""
    total = 0
    for one in (pid, *_below(pid)):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:15]))
    return total / _TICKS


if __name__ == "__main__":
    main()
