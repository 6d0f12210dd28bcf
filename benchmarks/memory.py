"""Measures the memory of an evaluation: peaks for 1,000 and 10,000 made-up pages in two processes.

Each run is a separate interpreter, so that its peak is its own. Only the truths and scores, which a report contains,
may grow with the number of pages; pages and documents may not.
"""

from __future__ import annotations

import argparse
import io
import json
import multiprocessing
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.pages import small_page, small_truth
from newsloom.evaluation import evaluate_sets

__all__ = ["main"]

FEW, MANY = 1_000, 10_000
PROCESSES: Final = 2

# A report has a score for each page: each measure's name and value, and the page's facts.
SCORE_KB: Final = 4.0
# For fragmentation and a few larger pages; a leak of a tenth of a page would be 5 MB in each worker.
SLACK_MB: Final = 4.0

_PAGES_BETWEEN_LOOKS: Final = 200

_METHOD: Final = "next"


def main() -> None:
    """Prints the peaks of both runs and whether they are bounded."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measure", type=Path, help="evaluate this set and print the peaks; used by the script itself")
    arguments = parser.parse_args()
    if not Path("/proc/self/status").exists():
        print("skipped: peaks are read from /proc, which only Linux has")
    elif arguments.measure:
        print_peaks(arguments.measure)
    else:
        compare()


def compare() -> None:
    with TemporaryDirectory() as folder:
        (few_parent, few_worker), (many_parent, many_worker) = (
            _measured(_pack(Path(folder) / f"{count}.tar.xz", count)) for count in (FEW, MANY)
        )
    print(f"Evaluation of `{_METHOD}` in {PROCESSES} processes, peak memory")
    print(f"  {FEW:>6,} pages  parent {few_parent:6.0f} MB  largest worker {few_worker:6.0f} MB")
    print(f"  {MANY:>6,} pages  parent {many_parent:6.0f} MB  largest worker {many_worker:6.0f} MB")
    kept, allowed = (many_parent - few_parent) * 1024 / (MANY - FEW), _truth_kb() + SCORE_KB
    print(
        f"  {_verdict(kept <= allowed)}: the parent keeps {kept:.1f} KB a page; truth and score may take {allowed:.1f}"
    )
    growth = many_worker - few_worker
    print(f"  {_verdict(growth <= SLACK_MB)}: a worker grows by {growth:.1f} MB; at most {SLACK_MB:.0f}")


def print_peaks(path: Path) -> None:
    """Prints the peak megabytes of this process and of its largest worker."""
    workers = [0.0]

    def look(done: int, total: int) -> None:
        # Read while the workers live: afterwards there is only ``ru_maxrss``, which begins with the parent's size.
        if done % _PAGES_BETWEEN_LOOKS == 0 or done == total:
            workers.extend(_peak_mb(str(worker.pid)) for worker in multiprocessing.active_children())

    evaluate_sets([path], [_METHOD], feed_title=False, processes=PROCESSES, progress=look)
    print(_peak_mb("self"), max(workers))


def _peak_mb(process: str) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0  # it has just ended
    found = re.search(r"VmHWM:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def _truth_kb() -> float:
    texts = [str(json.loads(small_truth(number))["text"]) for number in range(100)]
    # Once sent to a worker, a text with typographic quotes also caches its UTF-8 form.
    return sum(sys.getsizeof(text) + len(text.encode()) for text in texts) / len(texts) / 1024


def _pack(path: Path, count: int) -> Path:
    # The lowest preset: the archive is temporary, and xz would cost more than the evaluation.
    with tarfile.open(path, "w:xz", preset=0) as tar:
        for number in range(count):
            _add(tar, f"pages/{number:06}.html", small_page(number))
        _add(tar, "truth.jsonl", "".join(map(small_truth, range(count))).encode())
    return path


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    tar.addfile(entry, io.BytesIO(content))


def _measured(path: Path) -> tuple[float, float]:
    command = [sys.executable, "-m", "benchmarks.memory", "--measure", str(path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    own, workers = done.stdout.split()
    return float(own), float(workers)


def _verdict(is_held: bool) -> str:  # noqa: FBT001 - a claim and its name
    return "PASS" if is_held else "FAIL"


if __name__ == "__main__":
    main()
