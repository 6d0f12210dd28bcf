"""How fast a newspaper is gathered from loopback: fetching, extraction and storing, server included, on this machine.

Invented pages only. The server is a process of its own and shares the cores, as it shares them with nothing in real
life; so the figure is what this machine can do at least. ``--intervals`` shows instead how the learned intervals
behave for sources that change at different rates.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import resource
import time
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from aiohttp import web

from benchmarks.pages import small_page
from newsloom.newsroom import Newsroom, open_newsroom
from newsloom.pipeline.gathering.intervals import Look, next_appointment, pace_of
from newsloom.records import Appointment, Run, Source
from newsloom.settings import Settings

__all__ = ["main"]

# What the project promises on two cores.
LEAST_ARTICLES_PER_SECOND: Final = 150.0

_FEED_SIZE: Final = 300
_DISTINCT_PAGES: Final = 100


def main() -> None:
    """Print the rate of one gathering, and what it cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=int, default=3_000)
    parser.add_argument("--newsroom", help="a PostgreSQL address; else a new SQLite file")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--intervals", action="store_true")
    options = parser.parse_args()
    if options.intervals:
        print_intervals()
        return
    with TemporaryDirectory() as folder:
        place = options.newsroom or str(Path(folder) / "newsloom.db")
        print_rate(place, options.articles, options.workers)


def print_rate(place: str, articles: int, workers: int | None) -> None:
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs, articles), daemon=True)
    server.start()
    address = f"http://127.0.0.1:{ours.recv()}"
    settings = Settings(newsroom=place, allow_hosts=("127.0.0.1",), delay_seconds=0.0, concurrency=16, workers=workers)
    with open_newsroom(settings=settings) as room:
        now = datetime.now(UTC)
        with room.store.begin() as shift:
            for number in range(0, articles, _FEED_SIZE):
                shift.sources.add(Source(url=f"{address}/feed/{number}.xml", kind="feed", added_at=now))
        started, cpu = time.perf_counter(), time.process_time()
        run = asyncio.run(_gathered(room))
        seconds, own_cpu = time.perf_counter() - started, time.process_time() - cpu
        _print_run(run, seconds, own_cpu)
        started = time.perf_counter()
        room.group()
        # Three thousand reports of a hundred stories at once: no newsroom has such a first edition.
        print(f"  the first edition of stories after it: {time.perf_counter() - started:.1f} s")
    server.terminate()
    server.join()


async def _gathered(room: Newsroom) -> Run:
    async with room.gatherer() as gatherer:
        return await gatherer.gather()


def _print_run(run: Run, seconds: float, own_cpu: float) -> None:
    readers = resource.getrusage(resource.RUSAGE_CHILDREN)
    reading_cpu = readers.ru_utime + readers.ru_stime
    rate = run.articles / seconds
    print(
        f"{run.articles} articles in {seconds:.1f} s: {rate:.0f} a second (promised: {LEAST_ARTICLES_PER_SECOND:.0f})"
    )
    each = 1000 / max(run.articles, 1)
    print(f"  fetching and storing {own_cpu * each:.2f} ms CPU an article, reading {reading_cpu * each:.2f} ms")
    print(f"  {run.received_bytes / 1e6:.1f} MB received; failures: {dict(run.failures) or 'none'}")


def _serve(ready: Connection, articles: int) -> None:
    pages = [small_page(number) for number in range(min(articles, _DISTINCT_PAGES))]

    async def story(request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        # Every page differs, as stories do: no store shall get by with a hundred.
        body = pages[number % len(pages)].replace(b"</h1>", b" (%d)</h1>" % number, 1)
        return web.Response(body=body, content_type="text/html", charset="utf-8")

    async def feed(request: web.Request) -> web.Response:
        first = int(request.match_info["first"])
        numbers = range(first, min(first + _FEED_SIZE, articles))
        items = "".join(
            f"<item><title>Story {number}</title><link>{request.url.origin()}/story/{number}</link></item>"
            for number in numbers
        )
        text = f'<rss version="2.0"><channel><title>Paper</title>{items}</channel></rss>'
        return web.Response(text=text, content_type="application/rss+xml")

    async def serve() -> None:
        app = web.Application()
        app.add_routes([web.get("/story/{number}", story), web.get("/feed/{first}.xml", feed)])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        ready.send(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(serve())


def print_intervals() -> None:
    """Simulated sources: how often they are looked at, and how late their news is seen."""
    print(f"{'changes an hour':>16}{'looks a day':>12}{'looks with news':>16}{'mean delay':>12}{'interval':>10}")
    for per_hour in (20.0, 6.0, 2.0, 0.5, 0.1, 0.02):
        looks, share, delay, interval = _simulated(per_hour, days=20)
        print(f"{per_hour:>16}{looks:>12.1f}{share:>15.0%} {delay:>8.1f} min{interval:>6.0f} min")


def _simulated(per_hour: float, days: int) -> tuple[float, float, float, float]:
    chance = random.Random(1)  # noqa: S311 - a made-up world
    start = datetime(2026, 1, 1, tzinfo=UTC)
    last = Appointment(url="https://paper.example/feed", due_at=start, interval_seconds=0.0)
    change, delays, looks, fruitful = start, [], 0, 0
    while last.due_at < start + timedelta(days=days):
        at, is_changed = last.due_at, False
        while change <= at:
            delays.append((at - change) / timedelta(minutes=1))
            is_changed = True
            change += timedelta(hours=chance.expovariate(per_hour))
        last = next_appointment(last, Look(at=at, is_changed=is_changed), pace_of("feed"))
        looks, fruitful = looks + 1, fruitful + is_changed
    return looks / days, fruitful / looks, sum(delays) / max(len(delays), 1), last.interval_seconds / 60


if __name__ == "__main__":
    main()
