"""Whatever is done to a store in SQL, it answers as the store in memory does."""

from __future__ import annotations

import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.errors import StoreError
from newsloom.records import Article, Fetch, Link, Page, Revision, Source
from newsloom.stores.memory import MemoryStore
from newsloom.stores.sqlite import SqliteStore

START = datetime(2026, 11, 1, tzinfo=UTC)
URLS = tuple(f"https://lorne.example/{name}" for name in "abc")

hours = st.integers(0, 12).map(lambda hour: START + timedelta(hours=hour))
urls = st.sampled_from(URLS)
owners = st.sampled_from(["ann", "bob"])
words = st.sampled_from(["The ferry is late", "The choir sings", "The library opens"])


def _links(names):
    return tuple(Link(url=url, title=title, position=place) for place, (url, title) in enumerate(names))


ACTIONS = st.one_of(
    st.tuples(st.just("add"), urls, st.none() | words, hours),
    st.tuples(st.just("remove"), urls),
    st.tuples(st.just("claim"), owners, hours),
    st.tuples(st.just("keep_page"), urls, words, hours, st.none() | urls),
    st.tuples(st.just("see_again"), urls, hours),
    st.tuples(st.just("log"), urls, hours, st.sampled_from([200, 304, 500]), st.none() | words),
    st.tuples(st.just("sight"), urls, st.lists(st.tuples(urls, words), max_size=4), hours),
    st.tuples(st.just("claim_links"), owners, hours),
    st.tuples(st.just("settle_link"), owners, urls, st.none() | hours),
    st.tuples(st.just("keep_article"), urls, words, hours),
)


def _do(shift, action):
    name, *arguments = action
    return DEEDS[name](shift, *arguments)


def _add(shift, url, title, at):
    return shift.sources.add(Source(url=url, title=title, added_at=at))


def _remove(shift, url):
    return shift.sources.remove(url)


def _claim(shift, owner, at):
    # All that are due: of those due at one moment a store may choose any.
    return set(shift.schedule.claim(owner, at, 7200.0, len(URLS)))


def _keep_page(shift, url, body, at, requested):
    return _plain(shift.pages.keep(Page(url=url, fetched_at=at, body=body.encode(), requested_url=requested)))


def _see_again(shift, url, at):
    return _plain(shift.pages.see_again(url, at))


def _log(shift, url, at, status, etag):
    digest = "d" * 64 if status == 200 else None
    return shift.pages.log(Fetch(url=url, fetched_at=at, status=status, digest=digest, etag=etag))


def _sight(shift, url, names, at):
    return shift.links.sight(url, _links(names), at)


def _claim_links(shift, owner, at):
    return set(shift.links.claim(owner, at, 7200.0, len(URLS)))


def _settle_link(shift, owner, url, retry_at):
    return shift.links.settle(owner, url, retry_at)


def _keep_article(shift, url, text, at):
    return shift.articles.keep(Revision(article=Article(url=url, text=text), seen_at=at))


DEEDS = {
    "add": _add,
    "remove": _remove,
    "claim": _claim,
    "keep_page": _keep_page,
    "see_again": _see_again,
    "log": _log,
    "sight": _sight,
    "claim_links": _claim_links,
    "settle_link": _settle_link,
    "keep_article": _keep_article,
}


def _plain(version):
    return version and (version.digest, version.first_seen, version.last_seen, version.size)


def _answers(shift, times):
    for url in URLS:
        yield shift.sources.get(url)
        yield [_plain(version) for version in shift.pages.versions(url)]
        yield shift.pages.last_fetch(url)
        yield [shift.pages.at(url, time) for time in times]
        yield [shift.links.on(url, time) for time in times]
        yield shift.links.between(url, times[0], times[-1])
        yield [shift.articles.get(url, time) for time in times]
        yield shift.articles.revisions(url)
        yield shift.articles.find(source_url=url)
        yield shift.articles.find(source_url=url, since=times[3], until=times[9])
        yield _behind(shift, url)
    yield shift.links.waiting()
    yield shift.articles.count()


def _behind(shift, url):
    try:
        return shift.articles.find(after=url)
    except StoreError:
        return "unknown"


@settings(max_examples=60, deadline=None)
@given(st.lists(ACTIONS, min_size=1, max_size=25))
def test_sqlite_answers_as_memory_does(actions):
    times = [START + timedelta(hours=hour) for hour in range(13)]
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(MemoryStore()) as model,
        closing(SqliteStore(Path(folder) / "newsloom.db")) as store,
    ):
        for action in actions:
            with model.begin() as expected, store.begin() as found:
                assert _do(found, action) == _do(expected, action), action
        with model.look() as expected, store.look() as found:
            assert list(_answers(found, times)) == list(_answers(expected, times))
