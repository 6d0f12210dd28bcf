"""Processes on one store: leases taken by one of them, and writers killed in the middle of their work."""

from __future__ import annotations

import random
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime

from newsloom.records import ArticleQuery, Source
from newsloom.stores import open_store
from newsloom.stores.digests import body_digest

NOW = datetime(2026, 11, 1, tzinfo=UTC)

CLAIMER = """
import sys
from datetime import UTC, datetime
from newsloom.stores import open_store

place, owner = sys.argv[1:]
store = open_store(place)
print("ready", flush=True)
sys.stdin.readline()
for _ in range(30):
    with store.transaction() as transaction:
        for one in transaction.schedule.claim(owner, datetime(2026, 11, 1, tzinfo=UTC), 600.0, 2):
            print(one.url, flush=True)
"""

# Writes transactions without end; says after each what is now written.
WRITER = """
import itertools, sys
from datetime import UTC, datetime, timedelta
from newsloom.records import Article, ArticleQuery, Link, Page, Revision
from newsloom.stores import open_store

place, first = sys.argv[1], int(sys.argv[2])
store = open_store(place)
for number in itertools.count(first):
    now = datetime(2026, 11, 1, tzinfo=UTC) + timedelta(minutes=number)
    story = f"https://lorne.example/{number}.html"
    with store.transaction() as transaction:
        transaction.links.sight("https://lorne.example/", (Link(url=story),), now)
        front = b"front " * 500 + b"%d" % number
        transaction.pages.keep(Page(url="https://lorne.example/", fetched_at=now, body=front))
        transaction.pages.keep(Page(url=story, fetched_at=now, body=b"story " * 900 + b"%d" % number))
        transaction.articles.keep(Revision(article=Article(url=story, text=f"Story {number}"), seen_at=now))
    print(number, flush=True)
"""


def started(script, *arguments):
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_processes_never_share_a_lease(place):
    urls = [f"https://lorne.example/{number}" for number in range(100)]
    with closing(open_store(place)) as store, store.transaction() as transaction:
        for url in urls:
            transaction.sources.add(Source(url=url, added_at=NOW))
    claimers = [started(CLAIMER, place, f"worker {number}") for number in range(3)]
    for claimer in claimers:
        assert claimer.stdout.readline() == "ready\n"
    for claimer in claimers:
        claimer.stdin.write("go\n")
        claimer.stdin.flush()
    claimed = [line for claimer in claimers for line in claimer.communicate(timeout=60)[0].split()]
    assert sorted(claimed) == sorted(urls)


def test_a_killed_writer_loses_nothing_it_said_was_written(place):
    chance = random.Random(5)  # noqa: S311 - any moment
    written = -1
    for _ in range(6):
        with started(WRITER, place, str(written + 1)) as writer:
            for _ in range(chance.randrange(1, 12)):
                written = int(writer.stdout.readline())
            # No word from it now: it is in the middle of its next transaction.
            writer.kill()
            said = writer.stdout.read().split()
            written = int(said[-1]) if said else written
        assert_is_whole(place, written)


def assert_is_whole(place, written):
    with closing(open_store(place)) as store, store.read() as transaction:
        stored = transaction.articles.count()
        # The last transaction may have been written and not have been told of.
        assert written + 1 <= stored <= written + 2
        articles = transaction.articles.find(ArticleQuery(order="earliest", limit=10_000))
        assert [article.text for article in articles] == [f"Story {number}" for number in range(stored)]
        assert (
            transaction.articles.find(ArticleQuery(order="earliest", source_url="https://lorne.example/", limit=10_000))
            == articles
        )
        assert transaction.links.waiting() == stored
        assert len(transaction.pages.versions("https://lorne.example/")) == stored
        for url in ("https://lorne.example/", *(article.url for article in articles)):
            for version in transaction.pages.versions(url):
                assert body_digest(transaction.pages.body(version.digest)) == version.digest
