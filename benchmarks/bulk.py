"""Measures bulk work: pages per CPU second against the bare extractor, memory, near duplicates, and TEXT-MAX.

``python -m benchmarks.bulk`` prints everything; ``--part`` chooses among speed, memory, duplicates, templates and
grouping. Each figure is of a separate process with all its children, on made-up pages: CPU seconds, and for comparing
two workers with one also wall-clock seconds, which are reliable only on a quiet machine.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import re
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from benchmarks.pages import long_page, small_page
from benchmarks.templates import made_up_pages
from newsloom.catalogue import build
from newsloom.desk.minhash import HASHES, band_keys
from newsloom.pipeline.bulk.jobs import JobOptions
from newsloom.pipeline.bulk.results import Marker, ResultFolder, ShardFile
from newsloom.pipeline.bulk.steps.duplicates import group_signatures, signature_schema
from newsloom.pipeline.bulk.steps.templates import run_templates

__all__ = ["main"]

# The project's targets.
LEAST_OF_BARE: Final = 0.9
LEAST_OF_TWO: Final = 1.8
MOST_GROWTH_MB: Final = 40.0
MOST_SECONDS: Final = 600.0
MOST_MB: Final = 4_096.0
MOST_GROWTH: Final = 1.3  # factor of the time per signature, from 100,000 to a million

_PAGE_BYTES: Final = 100_000
_LOOK_SECONDS: Final = 0.2
# One worker and two, alternating: the load from other processes varies.
_TURNS: Final = 3


def main() -> None:
    """Measures every part in processes of their own, or does one run in this process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=[*_PARTS, "all"], default="all")
    parser.add_argument("--pages", type=int, help="fewer or more pages than the part has")
    parser.add_argument("--learner", default="textmax", help="which, for the part templates")
    parser.add_argument("--run", help="used by the script itself")
    parser.add_argument("--place", type=Path)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    if options.run:
        _RUNS[options.run](options.place, options.workers, options.learner)
        return
    for name, part in _PARTS.items():
        if options.part in ("all", name):
            part(options.pages, options.learner)


def _speed(pages: int | None, _learner: str) -> None:
    pages = pages or 5_000
    with TemporaryDirectory() as folder:
        place = Path(folder)
        _write_crawl(place / "crawl.warc.gz", (_long(number) for number in range(pages)))
        bare = _read(place)
        runs = [(_read(place, 1), _read(place, 2)) for _ in range(_TURNS)]
        machine = max(_two_at_once(place, pages) for _ in range(_TURNS))
    one, two = (min(turn, key=lambda run: run.seconds) for turn in zip(*runs, strict=True))
    share = bare.cpu / one.cpu
    print(f"Bulk extraction of {pages:,} pages of {_PAGE_BYTES // 1000} KB")
    print(f"  bare extractor   {pages / bare.cpu:7.1f} pages a CPU second")
    for name, run in (("one worker", one), ("two workers", two)):
        print(f"  {name:<16} {pages / run.cpu:7.1f} pages a CPU second, {pages / run.seconds:7.1f} by the clock")
    print(f"  of the bare extractor's {share:.2f} (at least {LEAST_OF_BARE}) {_verdict(share >= LEAST_OF_BARE)}")
    for name, run in (("one worker", one), ("two workers", two)):
        print(f"  {name:<16} {run.told}")
    gain = one.seconds / two.seconds
    told = ", ".join(f"{first.seconds:.1f} and {second.seconds:.1f} s" for first, second in runs)
    print(f"  by the clock, in turns: {told}; the quickest count")
    print(f"  two workers are {gain:.2f} times one (at least {LEAST_OF_TWO}) {_verdict(gain >= LEAST_OF_TWO)}")
    print(f"  what the machine gives: two bare extractors at once are {machine:.2f} times one, without their start")
    print(f"  a million such pages: {one.cpu / pages * 1e6 / 3600:.1f} CPU hours")


def _read(place: Path, workers: int | None = None) -> _Measured:
    return _Measured("benchmarks.bulkspeed", str(place), *(["--workers", str(workers)] if workers else []))


def _two_at_once(place: Path, pages: int) -> float:
    """Returns the pages per second of two bare extractors run at once, as a multiple of one run alone."""
    script = [sys.executable, "-m", "benchmarks.bulkspeed", str(place), "--pages", str(pages // 4)]
    alone = _rates([subprocess.Popen(script, stdout=subprocess.PIPE)])
    return _rates([subprocess.Popen(script, stdout=subprocess.PIPE) for _ in range(2)]) / alone


def _rates(extractors: list[subprocess.Popen[bytes]]) -> float:
    return sum(float(extractor.communicate()[0]) for extractor in extractors)


def _memory(pages: int | None, _learner: str) -> None:
    many = pages or 50_000
    few = many // 10
    peaks = []
    for count in (few, many):
        with TemporaryDirectory() as folder:
            _write_crawl(Path(folder) / "crawl.warc.gz", map(small_page, range(count)))
            peaks.append(_read(Path(folder), 2))
    growth = max(many_mb - few_mb for few_mb, many_mb in zip(peaks[0].peaks, peaks[1].peaks, strict=True))
    print("Memory of bulk extraction, two workers: the process that leads, and the larger of those that work")
    for count, run in zip((few, many), peaks, strict=True):
        print(f"  {count:>7,} pages  {run.peaks[0]:6.0f} MB  {run.peaks[1]:6.0f} MB")
    print(f"  growth {growth:.0f} MB (at most {MOST_GROWTH_MB:.0f}) {_verdict(growth <= MOST_GROWTH_MB)}")


def _duplicates(pages: int | None, _learner: str) -> None:
    many = pages or 1_000_000
    runs = []
    for count in (many // 10, many):
        with TemporaryDirectory() as folder:
            _write_signatures(Path(folder), count)
            runs.append(_measured("group", Path(folder), 2))
    print("Near duplicates among signatures, two workers")
    for count, run in zip((many // 10, many), runs, strict=True):
        print(f"  {count:>9,}  {run.seconds:6.1f} s, {run.cpu:6.1f} CPU s, {sum(run.peaks):6.0f} MB; {run.told}")
    growth = runs[1].cpu / runs[0].cpu / 10
    is_kept = runs[1].seconds <= MOST_SECONDS and sum(runs[1].peaks) <= MOST_MB and growth <= MOST_GROWTH
    print(f"  a signature costs {growth:.2f} times as much among ten times as many {_verdict(is_kept)}")


def _templates(pages: int | None, learner: str) -> None:
    pages = pages or 100_000
    with TemporaryDirectory() as folder:
        made = (page for _, page in made_up_pages(pages, pages // 50))
        _write_crawl(Path(folder) / "crawl.warc.gz", made)
        run = _measured("templates", Path(folder), 2, learner)
    print(f"{learner} over {pages:,} pages of {pages // 50:,} templates, with the reading of the pages")
    print(f"  {run.cpu:.0f} CPU s, {run.seconds:.0f} s, {max(run.peaks):.0f} MB; {run.told}")


def _grouping(pages: int | None, _learner: str) -> None:
    pages = pages or 100_000
    run = _measured("grouping", Path(str(pages)))
    print(f"TEXT-MAX alone over the paths of {pages:,} pages of {pages // 50:,} templates")
    print(f"  {run.cpu:.0f} CPU s, {run.seconds:.0f} s, {max(run.peaks):.0f} MB; {run.told}")


_PARTS: Final = {
    "speed": _speed,
    "memory": _memory,
    "duplicates": _duplicates,
    "templates": _templates,
    "grouping": _grouping,
}


def _run_group(place: Path, workers: int, _learner: str) -> None:
    report = group_signatures(str(place), JobOptions(workers=workers))
    print(", ".join(f"{count:,} {name}" for name, count in report.counts.items() if name != "rows"))


def _run_templates(place: Path, workers: int, learner: str) -> None:
    out = place / "out"
    report = run_templates([str(place / "crawl.warc.gz")], str(out), JobOptions(workers=workers), learner)
    print(f"{report.counts['rows']:,} templates of more than one page")


def _run_grouping(place: Path, _workers: int, _learner: str) -> None:
    """Groups pages given as numbers: each has nine in ten of its template's 160 paths, and 80 paths of its own."""
    pages, chance = int(str(place)), np.random.default_rng(1)
    templates = chance.integers(2, 1 << 62, (pages // 50, 160))
    made = [
        np.unique(np.concatenate([own[chance.random(160) < 0.9], chance.integers(2, 1 << 62, 80)]))
        for own in (templates[page % len(templates)] for page in range(pages))
    ]
    groups = build("learner", "textmax").group(made)
    print(f"{sum(len(group) > 1 for group in groups):,} templates of more than one page")


_RUNS: Final[dict[str, Callable[[Path, int, str], None]]] = {
    "group": _run_group,
    "templates": _run_templates,
    "grouping": _run_grouping,
}


class _Measured:
    """A module run in a process of its own: its last printed line, seconds, CPU seconds and memory."""

    def __init__(self, *script: str) -> None:
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        process = subprocess.Popen([sys.executable, "-m", *script], stdout=subprocess.PIPE, text=True)
        watch = threading.Thread(target=self._watch, args=(process,))
        self._top: dict[int, float] = {}
        watch.start()
        self.told = (process.communicate()[0] or "").strip().rpartition("\n")[2]
        watch.join()
        if process.returncode:
            raise SystemExit(f"{' '.join(script)} left with {process.returncode}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds = time.monotonic() - begin
        self.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        lead = self._top.pop(process.pid, 0.0)
        self.peaks = (lead, max(self._top.values(), default=0.0))

    def _watch(self, process: subprocess.Popen[str]) -> None:
        while process.poll() is None:
            for pid in [process.pid, *_children(process.pid)]:
                self._top[pid] = max(self._top.get(pid, 0.0), _peak_mb(pid))
            time.sleep(_LOOK_SECONDS)


def _measured(run: str, place: Path, workers: int = 1, learner: str = "textmax") -> _Measured:
    chosen = ["--place", str(place), "--workers", str(workers), "--learner", learner]
    return _Measured("benchmarks.bulk", "--run", run, *chosen)


def _children(pid: int) -> list[int]:
    """Returns the children of all its threads: a shard's process is started by the thread that waits for it."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, thread.read_text().split())
    return found


def _peak_mb(pid: int) -> float:
    try:
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def _long(number: int) -> bytes:
    return long_page(_PAGE_BYTES).replace(b"<h1", f"<p>Edition {number}</p><h1".encode(), 1)


def _write_crawl(file: Path, pages: Iterator[bytes]) -> None:
    """Writes a WARC like those of crawls, and the same pages as JSON lines for the bare extractor."""
    with file.open("wb") as crawl, gzip.open(file.with_name("pages.jsonl.gz"), "wt", compresslevel=1) as lines:
        for number, page in enumerate(pages):
            url = f"https://paper.example/{number}"
            answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page
            head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
            head += f"WARC-Date: 2024-05-03T10:00:00Z\r\nContent-Length: {len(answer)}\r\n\r\n"
            crawl.write(gzip.compress(head.encode() + answer + b"\r\n\r\n", 1))
            lines.write(json.dumps({"url": url, "html": page.decode()}) + "\n")


def _write_signatures(place: Path, count: int) -> None:
    """Writes signatures, one in ten a copy of another with a quarter of its numbers changed."""
    folder = ResultFolder(place / "signatures")
    folder.open_job({"step": "duplicates", "bands": 32})
    chance, size = np.random.default_rng(count), 20_000
    for start in range(0, count, size):
        made = chance.integers(0, 1 << 16, (size, HASHES), dtype=np.uint16)
        copies = np.arange(0, size, 10)
        changed = chance.random((len(copies), HASHES)) < 0.25
        made[copies + 1] = np.where(changed, made[copies + 1], made[copies])
        keys = band_keys(made)
        file = ShardFile(folder, f"part-{start:09}", signature_schema())
        for row in range(size):
            bands = {f"band_{band:02}": int(key) for band, key in enumerate(keys[row])}
            file.add([{"source": "made", "page": str(start + row), "signature": made[row].tobytes(), **bands}])
        file.finish(Marker(shard=f"part-{start:09}", source="made"))


def _verdict(is_kept: object) -> str:
    return "" if is_kept else "FAIL"


if __name__ == "__main__":
    main()
