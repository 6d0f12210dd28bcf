"""The portal under load: how many front and story pages a second, and how long a reader waits, at 100,000 articles.

Invented articles and stories go into a new store, a SQLite file and a PostgreSQL server if one is installed;
``newsloom serve`` answers in two processes, and as many readers as asked for each ask again as soon as they are
answered. Story pages are asked for at random among all stories, so that hardly one is still kept from the last time;
afterwards the same again while another process writes articles. The readers share the machine with the portal, and
with whatever else runs there: the CPU that a page costs says what a quiet machine would do.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Final

from newsloom.records import Article, Coverage, Report, Revision, Source
from newsloom.stores import open_store
from newsloom.stores.protocol import Store
from newsloom.testing.postgres import postgres_programs, temporary_postgres

__all__ = ["main"]

# What the project promises.
LEAST_A_SECOND: Final = 300.0
SLOWEST_MS: Final = 100.0

_ARTICLES: Final = 100_000
_REPORTS: Final = 5
_BATCH: Final = 500
_SECONDS: Final = 10.0
_READERS: Final = 8
_NOW: Final = datetime.now(UTC)
_WORDS: Final = "ferry harbour council library bridge orchard choir railway museum bakery late again today".split()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Server:
    process: subprocess.Popen[str]
    port: int


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=int, default=_ARTICLES, help="how many (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=_SECONDS, help="how long each page (default: %(default)s)")
    parser.add_argument("--readers", type=int, default=_READERS, help="at the same time (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="that answer (default: %(default)s)")
    parser.add_argument("--store", choices=("sqlite", "postgres"), help="only this one")
    parser.add_argument("--write-to", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.write_to:
        _write_for_ever(arguments.write_to, arguments.articles)
    for name, place in _places(arguments.store):
        stories = _fill(place, arguments.articles)
        with _serving(place, arguments.processes) as server:
            print(f"{name}: {arguments.articles:,} articles in {stories:,} stories, {arguments.readers} readers")
            _measure_pages("", server, stories, arguments)
            with _writing(place, arguments.articles):
                _measure_pages(" while articles are written", server, stories, arguments)


def _measure_pages(when: str, server: _Server, stories: int, arguments: argparse.Namespace) -> None:
    chance = random.Random(7)  # noqa: S311 - any story
    paths: dict[str, Callable[[], str]] = {
        "the front page": lambda: "/",
        "story pages": lambda: f"/story/{_story_id(chance.randrange(stories))}",
    }
    for title, path in paths.items():
        asyncio.run(_load(server.port, path, arguments.readers, 1.0))
        before = _cpu_seconds(server.process.pid)
        took = asyncio.run(_load(server.port, path, arguments.readers, arguments.seconds))
        spent = (_cpu_seconds(server.process.pid) - before) / len(took) * 1000
        hundredths = quantiles(took, n=100)
        rate = len(took) / arguments.seconds
        figures = f"{rate:.0f} a second; median {hundredths[49]:.1f} ms, 99 % {hundredths[98]:.1f} ms"
        figures += f"; {spent:.2f} ms of CPU each"
        verdict = "PASS" if rate >= LEAST_A_SECOND and hundredths[98] < SLOWEST_MS else "FAIL"
        print(f"  {verdict}: {title}{when}: {figures}")


async def _load(port: int, path: Callable[[], str], readers: int, seconds: float) -> list[float]:
    end = time.perf_counter() + seconds
    return [took for one in await asyncio.gather(*(_read(port, path, end) for _ in range(readers))) for took in one]


async def _read(port: int, path: Callable[[], str], end: float) -> list[float]:
    """Milliseconds for each answer, on one connection that is kept open as a browser does."""
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


def _fill(place: str, articles: int) -> int:
    with closing(open_store(place)) as store:
        with store.begin() as shift:
            for number in range(7):
                url = f"https://paper{number}.example/"
                shift.sources.add(Source(url=url, title=f"The Paper {number}", home=url, added_at=_NOW))
        for first in range(0, articles, _BATCH):
            _file(store, range(first, min(first + _BATCH, articles)), articles)
        stories = articles // _REPORTS
        for first in range(0, stories, _BATCH):
            with store.begin() as shift:
                for number in range(first, min(first + _BATCH, stories)):
                    shift.stories.keep(_story(number, articles))
    return stories


def _file(store: Store, numbers: range, articles: int) -> None:
    with store.begin() as shift:
        for number in numbers:
            shift.articles.keep(Revision(article=_article(number, articles), seen_at=_moment(number, articles)))


def _story(number: int, articles: int) -> Coverage:
    members = range(number * _REPORTS, (number + 1) * _REPORTS)
    reports = tuple(
        Report(url=_url(one), paper=f"paper{one % 7}.example", seen_at=_moment(one, articles)) for one in members
    )
    article = _article(members[0], articles)
    return Coverage(
        id=_story_id(number),
        first_seen=reports[0].seen_at,
        last_seen=reports[-1].seen_at,
        changed_at=reports[-1].seen_at,
        title=article.title,
        summary=article.text[:300],
        section=article.section,
        language="en",
        words=tuple((word, 0.1) for word in _WORDS),
        reports=reports,
        heat=float(number % 1009),
    )


def _article(number: int, articles: int) -> Article:
    chance = random.Random(number)  # noqa: S311 - a made-up story
    text = "\n\n".join(" ".join(chance.choices(_WORDS, k=60)) for _ in range(6))
    title = " ".join(chance.choices(_WORDS, k=7))
    section = ("Town", "Sport", "World", "Culture")[number // _REPORTS % 4]
    return Article(
        url=_url(number), title=title, text=text, published=_moment(number, articles), section=section, language="en"
    )


def _story_id(number: int) -> str:
    return f"{number:016x}"


def _url(number: int) -> str:
    return f"https://paper{number % 7}.example/2026/town/story-{number:08d}.html"


def _moment(number: int, articles: int) -> datetime:
    return _NOW - timedelta(seconds=6 * (articles - number))


@contextmanager
def _serving(place: str, processes: int) -> Iterator[_Server]:
    """A running ``newsloom serve``."""
    command = [sys.executable, "-m", "newsloom", "serve", "--port", "0", "--processes", str(processes)]
    with subprocess.Popen([*command, "--newsroom", place], stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            yield _Server(process=process, port=int(line.partition("127.0.0.1:")[2].partition("/")[0]))
        finally:
            process.terminate()


def _cpu_seconds(number: int) -> float:
    """What a process and its children have used until now; 0 where the system does not say."""
    process = Path("/proc") / str(number)
    try:
        # Behind the name, which may hold anything, utime and stime are the twelfth and thirteenth (man 5 proc).
        fields = (process / "stat").read_text().rpartition(")")[2].split()
        children = (process / "task" / str(number) / "children").read_text().split()
    except OSError:
        return 0.0
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_cpu_seconds(int(child)) for child in children)


@contextmanager
def _writing(place: str, articles: int) -> Iterator[None]:
    """Somebody who files articles, some hundred a second, as a gatherer does."""
    command = [sys.executable, "-m", "benchmarks.portal", "--write-to", place, "--articles", str(articles)]
    with subprocess.Popen(command, cwd=Path(__file__).parents[1], env=os.environ) as writer:
        try:
            yield
        finally:
            writer.terminate()


def _write_for_ever(place: str, articles: int) -> None:
    with closing(open_store(place)) as store:
        first = articles
        while True:
            _file(store, range(first, first + 20), articles)
            first += 20
            time.sleep(0.1)


if __name__ == "__main__":
    main()
