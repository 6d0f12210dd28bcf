"""Measures how fast a newspaper is gathered from loopback: fetching, extraction and storing, server included.

Made-up pages only, five or one of each event. The server is a separate process on the same cores, unlike in real use,
so the figure is a lower bound for this machine. ``--window 20000`` measures instead what editions of stories cost in a
newsroom with this many articles: the first edition, and one for fifty articles that arrive later. ``--intervals`` shows
the learned intervals for sources that change at different rates.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import re
import resource
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.pages import small_page
from benchmarks.stories import invented_news
from newsloom.newsroom import Newsroom, open_newsroom
from newsloom.pipeline.gathering.intervals import Check, limits_of, next_appointment
from newsloom.records import Appointment, Article, Revision, Run, Source
from newsloom.settings import Settings

__all__ = ["main"]

# The project's target on two cores.
LEAST_ARTICLES_PER_SECOND: Final = 150.0

_FEED_SIZE: Final = 300
_DISTINCT_PAGES: Final = 100
_WORDS: Final = 40_000
# Of ten words of a page, this many are its event's own; the others are shared by all pages.
_OWN_WORDS: Final = 7
_REPORTS: Final = 5
_ARRIVALS: Final = 50
_SENTENCE_WORDS: Final = 18
_SYLLABLES: Final = ("ba", "do", "ki", "lo", "mer", "na", "per", "ru", "sta", "ti", "vo", "zan", "gel", "hou", "fri")
_HEADLINE: Final = re.compile(r"<h1[^>]*>([^<]*)</h1>")
_PARAGRAPH: Final = re.compile(r"(?<=>)[^<>]{80,}(?=</p>)")
_LONG_WORD: Final = re.compile(r"\b[a-z]{5,}\b")


def main() -> None:
    """Prints the rate of one gathering, and its cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=int, default=3_000)
    parser.add_argument("--newsroom", help="a PostgreSQL address; else a new SQLite file")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--window", type=int, metavar="ARTICLES", help="measure editions in a newsroom of that size")
    parser.add_argument("--intervals", action="store_true")
    options = parser.parse_args()
    if options.intervals:
        print_intervals()
        return
    with TemporaryDirectory() as folder:
        place = options.newsroom or str(Path(folder) / "newsloom.db")
        if options.window:
            print_editions(place, options.window)
        else:
            print_rate(place, options.articles, options.workers)


def print_rate(place: str, articles: int, workers: int | None) -> None:
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs, articles), daemon=True)
    server.start()
    address = f"http://127.0.0.1:{ours.recv()}"
    settings = Settings(newsroom=place, allow_hosts=("127.0.0.1",), delay_seconds=0.0, concurrency=16, workers=workers)
    with open_newsroom(settings=settings) as room:
        now = datetime.now(UTC)
        with room.store.transaction() as transaction:
            for number in range(0, articles, _FEED_SIZE):
                transaction.sources.add(Source(url=f"{address}/feed/{number}.xml", kind="feed", added_at=now))
        started, cpu = time.perf_counter(), time.process_time()
        run = asyncio.run(_gathered(room))
        seconds, own_cpu = time.perf_counter() - started, time.process_time() - cpu
        _print_run(run, seconds, own_cpu)
        _print_edition("the first edition of stories after it", room)
    server.terminate()
    server.join()


def print_editions(place: str, articles: int) -> None:
    """Prints the cost of the first edition of a newsroom filled at once, and of a later one by a new worker."""
    told = [_in_sentences(article, number) for number, article in enumerate(invented_news(articles + _ARRIVALS))]
    now = datetime.now(UTC)
    # Six days of news, the last from six hours ago.
    step = timedelta(days=6) / articles
    with open_newsroom(settings=Settings(newsroom=place)) as room:
        _file(
            room, [(article, now - timedelta(hours=6) - step * back) for back, article in _backwards(told[:articles])]
        )
        _print_edition(f"{articles} articles, the first edition", room)
    with open_newsroom(settings=Settings(newsroom=place)) as room:
        _file(room, [(article, now) for article in told[articles:]])
        _print_edition(f"{_ARRIVALS} more, for a worker that begins anew", room)


def _backwards(told: list[Article]) -> Iterator[tuple[int, Article]]:
    """Yields the articles in order of arrival, each with the number that came after it."""
    return ((len(told) - place - 1, article) for place, article in enumerate(told))


def _file(room: Newsroom, told: list[tuple[Article, datetime]]) -> None:
    for start in range(0, len(told), 100):
        with room.store.transaction() as transaction:
            for article, seen_at in told[start : start + 100]:
                transaction.articles.keep(Revision(article=article, seen_at=seen_at))


def _in_sentences(article: Article, number: int) -> Article:
    words = article.text.split()
    parts = [words[start : start + _SENTENCE_WORDS] for start in range(0, len(words), _SENTENCE_WORDS)]
    text = "\n\n".join(" ".join(part).capitalize() + "." for part in parts)
    return replace(article, url=f"https://paper{number % 60}.example/{number}", text=text, is_article=True)


def _print_edition(title: str, room: Newsroom) -> None:
    started = time.process_time()
    edition = room.group()
    written = edition.stories if edition else 0
    print(f"  {title}: {time.process_time() - started:.1f} s CPU, {written} stories written")


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
    answers = {f"/story/{number}".encode(): _answer(_page(number), b"text/html") for number in range(articles)}
    asyncio.run(_answer_all(ready, articles, answers))


async def _answer_all(ready: Connection, articles: int, answers: dict[bytes, bytes]) -> None:
    class Reader(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)  # noqa: S101 - of TCP
            self._transport = transport

        def data_received(self, data: bytes) -> None:
            # A client that waits for each answer sends one whole request at a time.
            self._transport.write(answers.get(data.split(b" ", 2)[1], missing))

    missing = _answer(b"", b"text/plain", b"404 Not Found")
    server = await asyncio.get_running_loop().create_server(Reader, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    for first in range(0, articles, _FEED_SIZE):
        answers[f"/feed/{first}.xml".encode()] = _answer(_feed(port, first, articles), b"application/rss+xml")
    ready.send(port)
    await server.serve_forever()


def _answer(body: bytes, kind: bytes, status: bytes = b"200 OK") -> bytes:
    head = b"HTTP/1.1 %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %d\r\n\r\n"
    return head % (status, kind, len(body)) + body


def _feed(port: int, first: int, articles: int) -> bytes:
    items = "".join(
        f"<item><title>Story {number}</title><link>http://127.0.0.1:{port}/story/{number}</link></item>"
        for number in range(first, min(first + _FEED_SIZE, articles))
    )
    return f'<rss version="2.0"><channel><title>Paper</title>{items}</channel></rss>'.encode()


def _page(number: int) -> bytes:
    """Returns a report of one of many events: most of its words, and its headline, are the event's own."""
    page = small_page(number % _DISTINCT_PAGES).decode()
    # Of every twenty pages, five report the same event; each of the others has an event of its own.
    is_shared = number // _REPORTS % 4 == 0
    event = number // _REPORTS if is_shared else -number
    headline = _HEADLINE.findall(page)[0]
    page = _PARAGRAPH.sub(lambda found: _retold(found[0], event), page)
    return page.replace(headline, f"{_retold(headline, event)} ({number})").encode()


def _retold(text: str, event: int) -> str:
    def retold(found: re.Match[str]) -> str:
        chance = zlib.crc32(f"{event} {found[0]}".encode())
        return _invented(chance // 10 % _WORDS) if chance % 10 < _OWN_WORDS else found[0]

    return _LONG_WORD.sub(retold, text)


def _invented(number: int) -> str:
    return "".join(_SYLLABLES[number // len(_SYLLABLES) ** place % len(_SYLLABLES)] for place in range(4))


def print_intervals() -> None:
    """Prints for simulated sources how often they are fetched, and how late their news is seen."""
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
        last = next_appointment(last, Check(at=at, is_changed=is_changed), limits_of("feed"))
        looks, fruitful = looks + 1, fruitful + is_changed
    return looks / days, fruitful / looks, sum(delays) / max(len(delays), 1), last.interval_seconds / 60


if __name__ == "__main__":
    main()
