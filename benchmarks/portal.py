"""Measures the portal under load: front and story pages per second, and readers' waiting times, at 100,000 articles.

Made-up articles and stories go into a new store, a SQLite file and a PostgreSQL server if one is installed, or into the
store that ``--newsroom`` names, which is filled once and can be measured again. ``newsloom serve`` answers in two
processes, and as many readers as requested each send the next request as soon as they are answered. Story pages are
requested in two ways: each once, so that none is cached, which is the worst case; and as readers choose them, the
second story half as often as the first (Zipf's law). Then all is repeated while another process files articles and
stories. The readers share the machine with the portal and everything else that runs there: the CPU time per page, with
the database server's counted separately, shows what a quiet machine would do.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import itertools
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.newsstand import file_more, filled, story_id
from newsloom.stores import open_store
from newsloom.testing.postgres import postgres_programs, temporary_postgres

__all__ = ["main"]

# The project's targets.
LEAST_A_SECOND: Final = 300.0
SLOWEST_MS: Final = 100.0
# If other machines take more cores than this, the slowest answers say little about the portal.
_MUCH_STOLEN: Final = 0.1

_ARTICLES: Final = 100_000
_SECONDS: Final = 10.0
_READERS: Final = 8
# Time for every process to open its connections and compile its templates.
_WARM_SECONDS: Final = 2.0
# About 150 articles a second, as a gatherer on two cores brings them.
_FILED: Final = 20
_REST_SECONDS: Final = 0.1
_RUNS: Final = 1000
_MOST_FILED: Final = 100_000
# Drawn before the load starts: drawing during it would take CPU time from the portal.
_CHOICES: Final = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Server:
    process: subprocess.Popen[str]
    port: int
    has_postgres: bool


def main() -> None:
    """Prints the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=int, default=_ARTICLES, help="how many (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=_SECONDS, help="how long each page (default: %(default)s)")
    parser.add_argument("--readers", type=int, default=_READERS, help="at the same time (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="that answer (default: %(default)s)")
    parser.add_argument("--store", choices=("sqlite", "postgres"), help="only this one")
    parser.add_argument("--newsroom", help="a path or a postgresql:// address to fill, or filled before, and to keep")
    parser.add_argument("--write-to", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.write_to:
        _write_for_ever(arguments.write_to, arguments.articles)
    for name, place in [("", arguments.newsroom)] if arguments.newsroom else _places(arguments.store):
        stories = filled(place, arguments.articles)
        with _serving(place, arguments.processes) as server:
            size = f"{arguments.articles:,} articles in {stories:,} stories"
            print(f"{name or place}: {size}, {arguments.readers} readers")
            paths = _paths(stories)
            _measure_pages("", server, paths, arguments)
            with _writing(place, arguments.articles):
                _measure_pages(" while articles are filed", server, paths, arguments)


def _paths(stories: int) -> dict[str, Callable[[], str]]:
    """Returns what is measured, each with a function that returns the next path to request."""
    chance = random.Random(7)  # noqa: S311 - any story
    order = chance.sample(range(stories), stories)
    chosen = chance.choices(order, [1 / rank for rank in range(1, stories + 1)], k=_CHOICES)
    once, again = itertools.cycle(order), itertools.cycle(chosen)
    return {
        "the front page": lambda: "/",
        "story pages, each once": lambda: f"/story/{story_id(next(once))}",
        "story pages as readers choose them": lambda: f"/story/{story_id(next(again))}",
    }


def _measure_pages(
    when: str, server: _Server, paths: Mapping[str, Callable[[], str]], arguments: argparse.Namespace
) -> None:
    for title, path in paths.items():
        asyncio.run(_load(server.port, path, arguments.readers, _WARM_SECONDS))
        before, elsewhere, stolen = _cpu_seconds(server.process.pid), _postgres_seconds(), _stolen_seconds()
        took = asyncio.run(_load(server.port, path, arguments.readers, arguments.seconds))
        spent = (_cpu_seconds(server.process.pid) - before) / len(took) * 1000
        beside = (_postgres_seconds() - elsewhere) / len(took) * 1000
        hundredths = quantiles(took, n=100)
        rate = len(took) / arguments.seconds
        lost = (_stolen_seconds() - stolen) / arguments.seconds
        figures = f"{rate:.0f} a second; median {hundredths[49]:.1f} ms, 99 % {hundredths[98]:.1f} ms"
        figures += f"; {spent:.2f} ms of CPU each"
        figures += f" and {beside:.2f} ms in PostgreSQL" if server.has_postgres else ""
        figures += f"; other machines of this host took {lost:.1f} cores" if lost >= _MUCH_STOLEN else ""
        verdict = "PASS" if rate >= LEAST_A_SECOND and hundredths[98] < SLOWEST_MS else "FAIL"
        print(f"  {verdict}: {title}{when}: {figures}")


async def _load(port: int, path: Callable[[], str], readers: int, seconds: float) -> list[float]:
    end = time.perf_counter() + seconds
    return [took for one in await asyncio.gather(*(_read(port, path, end) for _ in range(readers))) for took in one]


async def _read(port: int, path: Callable[[], str], end: float) -> list[float]:
    """Returns the milliseconds of each answer, on one connection kept open as browsers do."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    took: list[float] = []
    while (started := time.perf_counter()) < end:
        writer.write(f"GET {path()} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head.decode())
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(int(length.partition(b":")[2]))
        took.append((time.perf_counter() - started) * 1000)
    writer.close()
    await writer.wait_closed()
    return took


def _places(only: str | None) -> Iterator[tuple[str, str]]:
    if only != "postgres":
        with TemporaryDirectory() as folder:
            yield "SQLite", str(Path(folder) / "newsloom.db")
    programs = postgres_programs()
    if only == "sqlite":
        return
    if programs is None or importlib.util.find_spec("psycopg") is None:
        print("PostgreSQL: skipped, the server or its driver psycopg is not installed")
        return
    with temporary_postgres(programs) as server:
        yield "PostgreSQL", server.new_database()


@contextmanager
def _serving(place: str, processes: int) -> Iterator[_Server]:
    """Runs ``newsloom serve``."""
    command = [sys.executable, "-m", "newsloom", "serve", "--port", "0", "--processes", str(processes)]
    with subprocess.Popen([*command, "--newsroom", place], stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            port = int(line.partition("127.0.0.1:")[2].partition("/")[0])
            yield _Server(process=process, port=port, has_postgres="://" in place)
        finally:
            process.terminate()


def _cpu_seconds(number: int) -> float:
    """Returns the CPU seconds of a process and its children so far; 0 if the system does not say."""
    process = Path("/proc") / str(number)
    try:
        # After the name, which may contain anything, utime and stime are the twelfth and thirteenth (man 5 proc).
        fields = (process / "stat").read_text().rpartition(")")[2].split()
        children = (process / "task" / str(number) / "children").read_text().split()
    except OSError:
        return 0.0
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_cpu_seconds(int(child)) for child in children)


def _stolen_seconds() -> float:
    """Returns the CPU time that this machine wanted and its host gave to others; they take it in pieces of 200 ms."""
    fields = Path("/proc/stat").read_text().partition("\n")[0].split()
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


def _postgres_seconds() -> float:
    """Returns the CPU seconds so far of all Newsloom sessions at PostgreSQL servers on this machine."""
    sessions = [folder for folder in Path("/proc").iterdir() if folder.name.isdecimal() and _is_session(folder)]
    return sum(_cpu_seconds(int(folder.name)) for folder in sessions)


def _is_session(process: Path) -> bool:
    try:
        # PostgreSQL names a process that answers a client with its user, database and address.
        return re.match(rb"postgres: .*newsloom newsroom", (process / "cmdline").read_bytes()) is not None
    except OSError:
        return False


@contextmanager
def _writing(place: str, articles: int) -> Iterator[None]:
    """Runs a process that files articles, as many a second as a gatherer, and their stories."""
    command = [sys.executable, "-m", "benchmarks.portal", "--write-to", place, "--articles", str(articles)]
    with subprocess.Popen(command, cwd=Path(__file__).parents[1], env=os.environ) as writer:
        try:
            yield
        finally:
            writer.terminate()


def _write_for_ever(place: str, articles: int) -> None:
    with closing(open_store(place)) as store:
        # After anything that an earlier run may have filed.
        first = articles + int(time.time()) % _RUNS * _MOST_FILED
        while True:
            file_more(store, first, _FILED)
            first += _FILED
            time.sleep(_REST_SECONDS)


if __name__ == "__main__":
    main()
