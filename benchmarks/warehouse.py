"""Measures the warehouse: the size of page versions, and how fast a store of 100,000 articles writes and answers.

Uses made-up articles, and the hourly front pages of the labelled data if available; prints figures. Each store is new
and temporary: a SQLite file, and a PostgreSQL server if one is installed, both writing through to the disk. Medians are
judged, and CPU time where this process does the work, so that other work on the machine matters as little as possible.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import random
import tarfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean, median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from newsloom.records import Article, ArticleQuery, Item, Link, Page, Revision, Visit
from newsloom.stores import open_store
from newsloom.stores.protocol import Store, Transaction
from newsloom.testing.postgres import postgres_programs, temporary_postgres

__all__ = ["main"]

# The project's targets: the share of its gzip size for every version after the first; milliseconds per answer.
LARGEST_SHARE: Final = 0.12
SLOWEST_ANSWER_MS: Final = 10.0
# The cost of an article in the full store, as a multiple of that in a store a tenth its size.
STEEPEST_GROWTH: Final = 1.25

_FRONT_PAGES: Final = Path(__file__).parents[2] / "shared/data/frontpages.tar.xz"
_START: Final = datetime(2026, 1, 1, tzinfo=UTC)
_ARTICLES: Final = 100_000
_BATCH: Final = 50
_SOURCES: Final = 40
_QUESTIONS: Final = 500
_FRONT: Final = "https://paper.example/"
_HOURS: Final = 100
_FRONT_ITEMS: Final = 60
_NEW_ITEMS: Final = 12
_VISITS: Final = 100_000
_VISIT_BATCH: Final = 500
_READ_MOST: Final = 20
_WORDS: Final = "ferry harbour council library bridge orchard choir railway museum bakery late again today".split()


def main() -> None:
    """Prints the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=int, default=_ARTICLES, help="how many (default: %(default)s)")
    parser.add_argument("--front-pages", type=Path, default=_FRONT_PAGES, help="the archive with hourly versions")
    parser.add_argument("--items", action="store_true", help="measure items of front pages and visits of readers alone")
    arguments = parser.parse_args()
    if not arguments.items:
        _measure_versions(arguments.front_pages)
    for name, place, beside in _places():
        with closing(open_store(place)) as store, closing(open_store(beside)) as small:
            if not arguments.items:
                _measure_articles(name, store, small, arguments.articles)
            _measure_items(name, small)
            _measure_visits(name, small)


def _places() -> Iterator[tuple[str, str, str]]:
    """Yields the stores by name: the address of the large one, and of the small one it is compared with."""
    with TemporaryDirectory() as folder:
        yield "SQLite", str(Path(folder) / "large.db"), str(Path(folder) / "small.db")
    programs = postgres_programs()
    if programs is None or importlib.util.find_spec("psycopg") is None:
        print("PostgreSQL: skipped, the server or its driver psycopg is not installed")
        return
    with temporary_postgres(programs) as server:
        yield "PostgreSQL", server.new_database(), server.new_database()


def _measure_versions(archive: Path) -> None:
    if not archive.exists():
        print(f"Page versions: skipped, {archive.name} is not at hand")
        return
    with TemporaryDirectory() as folder:
        place = str(Path(folder) / "newsloom.db")
        for url, pages in _hourly_pages(archive).items():
            with closing(open_store(place)) as store:
                _measure_page(store, url, pages)


def _measure_page(store: Store, url: str, pages: list[Page]) -> None:
    shares, spent = [], []
    for page in pages:
        with store.transaction() as transaction:
            started = time.process_time()
            version = transaction.pages.keep(page)
            spent.append(time.process_time() - started)
        shares.append(version.stored_size / len(gzip.compress(page.body)))
    with store.read() as transaction:
        exact = sum(transaction.pages.at(url, page.fetched_at) == page for page in pages)
    print(f"{url}: {len(pages)} versions of {fmean(len(page.body) for page in pages) / 1000:.0f} kB")
    print(f"  the first {shares[0]:.1%} of its gzip size, the others {fmean(shares[1:]):.1%} on average")
    print(f"  {fmean(spent) * 1000:.0f} ms CPU to keep one; {exact} come back byte for byte")
    _judge("every version beyond the first", max(shares[1:]) * 100, LARGEST_SHARE * 100, "% of its gzip size")


def _hourly_pages(archive: Path) -> dict[str, list[Page]]:
    pages: dict[str, list[Page]] = defaultdict(list)
    with tarfile.open(archive) as opened:
        for member in opened:
            path, file = Path(member.name), opened.extractfile(member)
            if path.parent.name != "versions" or file is None:
                continue
            site, _, written = path.stem.rpartition("-")
            fetched_at = datetime.strptime(written, "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
            pages[f"https://{site}/"].append(Page(url=f"https://{site}/", fetched_at=fetched_at, body=file.read()))
    return {url: sorted(found, key=lambda page: page.fetched_at) for url, found in pages.items()}


def _measure_articles(name: str, store: Store, small: Store, count: int) -> None:
    print(f"{name}: {count:,} articles of some {len(_article(0).text)} characters, {_BATCH} in a transaction")
    batches = range(0, count, _BATCH)
    tenth = max(len(batches) // 10, 1)
    spent = [_file_batch(store, first) for first in batches[:-tenth]]
    for first in batches[:tenth]:
        _file_batch(small, first)
    # In turns, so that other work on the machine affects both.
    turns = [(_file_batch(store, first), _file_batch(small, first)) for first in batches[-tenth:]]
    spent += [large for large, _ in turns]
    wall, cpu = sum(batch[0] for batch in spent), sum(batch[1] for batch in spent)
    print(
        f"  filed at {count / wall:.0f} a second, with the page's link on its source; {cpu / count * 1000:.2f} ms CPU"
    )
    # SQLite works in this process; for a server, only the clock shows the cost.
    clock = int(name == "SQLite")
    late, early = (median(turn[which][clock] for turn in turns) for which in (0, 1))
    print(f"  in turns: {late / _BATCH * 1000:.2f} ms each in this store, {early / _BATCH * 1000:.2f} in a tenth of it")
    _judge("growth of the cost of an article", late / early, STEEPEST_GROWTH, "times")
    chance = random.Random(1)  # noqa: S311 - any questions
    for title, ask in _questions(chance, count).items():
        _measure_answers(store, title, ask)


def _measure_items(name: str, store: Store) -> None:
    """Measures front pages of which a fifth is new each hour, as gathering stores them: page, links, items."""
    spent: dict[str, list[float]] = defaultdict(list)
    for hour in range(_HOURS):
        items = [_item(number) for number in range(hour * _NEW_ITEMS, hour * _NEW_ITEMS + _FRONT_ITEMS)]
        links = tuple(Link(url=item.url or "", title=item.headline, position=item.position) for item in items)
        body = "".join(f"<p><a href='{item.url}'>{item.headline}</a></p>" for item in items).encode()
        page = Page(url=_FRONT, fetched_at=_moment(hour), body=body)
        for what, write in (
            ("page", lambda transaction, page=page: transaction.pages.keep(page)),
            (
                "links",
                lambda transaction, links=links, hour=hour: transaction.links.sight(_FRONT, links, _moment(hour)),
            ),
            ("items", lambda transaction, items=items, hour=hour: transaction.items.keep(_FRONT, items, _moment(hour))),
        ):
            started, cpu = time.perf_counter(), time.process_time()
            with store.transaction() as transaction:
                write(transaction)
            clock, own = time.perf_counter() - started, time.process_time() - cpu
            spent[what].append((own if name == "SQLite" else clock) * 1000)
    unit = "ms CPU" if name == "SQLite" else "ms"
    told = ", ".join(f"{what} {median(times):.2f}" for what, times in spent.items())
    print(f"{name}: a front page of {_FRONT_ITEMS} items, {_NEW_ITEMS} of them new: {told} {unit}")
    with store.read() as transaction:
        print(f"  {len(transaction.items.all(_HOURS * _FRONT_ITEMS))} items kept of {_HOURS} versions")


def _measure_visits(name: str, store: Store) -> None:
    """Measures visits of articles, written in batches of some seconds as the portal does, and the most read."""
    chance = random.Random(2)  # noqa: S311 - any readers
    spent = []
    for _ in range(_VISITS // _VISIT_BATCH):
        visits = [
            Visit(
                day=_START.date(),
                subject=f"a{int(chance.paretovariate(1.2)) % 5000}",
                visitor=f"{chance.getrandbits(128):032x}",
            )
            for _ in range(_VISIT_BATCH)
        ]
        started, cpu = time.perf_counter(), time.process_time()
        with store.transaction() as transaction:
            transaction.visits.add(visits)
        clock, own = time.perf_counter() - started, time.process_time() - cpu
        spent.append((own if name == "SQLite" else clock) * 1e6 / _VISIT_BATCH)
    unit = "µs CPU" if name == "SQLite" else "µs"
    print(f"  {_VISITS:,} visits of a day, {_VISIT_BATCH} together: {median(spent):.0f} {unit} a visit")
    took = []
    for _ in range(_READ_MOST):
        started, cpu = time.perf_counter(), time.process_time()
        with store.read() as transaction:
            transaction.visits.most_read(_START.date(), 20)
        clock, own = time.perf_counter() - started, time.process_time() - cpu
        took.append((own if name == "SQLite" else clock) * 1000)
    print(f"  what was read most that day: {median(took):.1f} {unit.replace('µ', 'm')}")


def _file_batch(store: Store, first: int) -> tuple[float, float]:
    """Returns seconds by the clock, and of this process's CPU."""
    numbers = range(first, first + _BATCH)
    started, cpu = time.perf_counter(), time.process_time()
    with store.transaction() as transaction:
        source = _source(first // _BATCH)
        transaction.links.sight(source, tuple(Link(url=_url(number)) for number in numbers), _moment(first))
        for number in numbers:
            transaction.articles.keep(Revision(article=_article(number), seen_at=_moment(number)))
    return time.perf_counter() - started, time.process_time() - cpu


def _questions(chance: random.Random, count: int) -> dict[str, Callable[[Transaction], object]]:
    def number() -> int:
        return chance.randrange(count)

    return {
        "an article by address": lambda transaction: transaction.articles.get(_url(number())),
        "its history": lambda transaction: transaction.articles.revisions(_url(number())),
        "an address that is not there": lambda transaction: transaction.articles.get(_url(-number() - 1)),
        "20 of a source": lambda transaction: transaction.articles.find(
            ArticleQuery(order="earliest", source_url=_source(number()), limit=20)
        ),
        "20 of a source since a time": lambda transaction: transaction.articles.find(
            ArticleQuery(order="earliest", source_url=_source(number()), since=_moment(number()), limit=20)
        ),
        "20 since a time": lambda transaction: transaction.articles.find(
            ArticleQuery(order="earliest", since=_moment(number()), limit=20)
        ),
        "the next 20": lambda transaction: transaction.articles.find(
            ArticleQuery(order="earliest", after=_url(number()), limit=20)
        ),
        "what stood on a source": lambda transaction: transaction.links.on(_source(number()), _moment(number())),
    }


def _measure_answers(store: Store, title: str, ask: Callable[[Transaction], object], times: int = _QUESTIONS) -> None:
    took = []
    for _ in range(times):
        with _look(store) as transaction:
            started = time.perf_counter()
            ask(transaction)
            took.append((time.perf_counter() - started) * 1000)
    hundredths = quantiles(took, n=100)
    print(f"  {title:<32} median {hundredths[49]:5.2f} ms, 95 % {hundredths[94]:5.2f}, 99 % {hundredths[98]:5.2f}")
    if hundredths[49] > SLOWEST_ANSWER_MS:
        _judge(title, hundredths[49], SLOWEST_ANSWER_MS, "ms")


@contextmanager
def _look(store: Store) -> Iterator[Transaction]:
    with store.read() as transaction:
        # The first query begins the transaction, which is not measured.
        transaction.sources.get("https://paper.example/")
        yield transaction


def _judge(what: str, found: float, allowed: float, unit: str) -> None:
    verdict = "PASS" if found <= allowed else "FAIL"
    print(f"  {verdict}: {what}: {found:.2f} {unit}, at most {allowed:g}")


def _item(number: int) -> Item:
    chance = random.Random(number)  # noqa: S311 - a made-up item
    headline, text = " ".join(chance.choices(_WORDS, k=7)), " ".join(chance.choices(_WORDS, k=20))
    return Item(id=str(number), headline=f"{headline} {number}", text=text, url=_url(number), position=number % 60)


def _article(number: int) -> Article:
    chance = random.Random(number)  # noqa: S311 - a made-up story
    text = "\n\n".join(" ".join(chance.choices(_WORDS, k=60)) for _ in range(8))
    title = " ".join(chance.choices(_WORDS, k=7))
    return Article(url=_url(number), title=title, text=text, published=_moment(number), section="Town", language="en")


def _url(number: int) -> str:
    return f"https://paper{number % 7}.example/2026/town/story-{number:08d}.html"


def _source(number: int) -> str:
    return f"https://paper.example/feed/{number % _SOURCES}"


def _moment(number: int) -> datetime:
    return _START + timedelta(seconds=30 * number)


if __name__ == "__main__":
    main()
