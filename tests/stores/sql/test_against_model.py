"""Whatever is done to a store in SQL, it answers as the model does."""

from __future__ import annotations

import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stores.sql.model import Model

from newsloom.errors import StoreError
from newsloom.records import (
    Article,
    ArticleQuery,
    Coverage,
    Fetch,
    Link,
    Page,
    Report,
    Revision,
    Source,
    StoryQuery,
    Topic,
)
from newsloom.stores.sqlite import SqliteStore

START = datetime(2026, 11, 1, tzinfo=UTC)
URLS = tuple(f"https://lorne.example/{name}" for name in "abc")

hours = st.integers(0, 12).map(lambda hour: START + timedelta(hours=hour))
urls = st.sampled_from(URLS)
owners = st.sampled_from(["ann", "bob"])
words = st.sampled_from(["The ferry is late", "The choir sings", "The library opens"])
names = st.sampled_from(["s", "t", "u"])
facts = st.none() | st.sampled_from(["en", "no"])
QUESTIONS = ("ferry", "the library", "choir -sings", '"library opens"', "late OR")


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
    st.tuples(st.just("keep_article"), urls, words, hours, facts),
    st.tuples(st.just("keep_story"), names, st.lists(st.tuples(urls, urls, hours), max_size=4), hours, facts),
    st.tuples(st.just("merge"), names, names, hours),
    st.tuples(st.just("replace_topics"), st.lists(urls, max_size=3), hours),
    st.tuples(st.just("claim_work"), owners, hours),
    st.tuples(st.just("release_work"), owners),
)


def _do(transaction, action):
    name, *arguments = action
    return DEEDS[name](transaction, *arguments)


def _add(transaction, url, title, at):
    return transaction.sources.add(Source(url=url, title=title, added_at=at))


def _remove(transaction, url):
    return transaction.sources.remove(url)


def _claim(transaction, owner, at):
    # All that are due: of those due at one moment a store may choose any.
    return set(transaction.schedule.claim(owner, at, 7200.0, len(URLS)))


def _keep_page(transaction, url, body, at, requested):
    return _plain(transaction.pages.keep(Page(url=url, fetched_at=at, body=body.encode(), requested_url=requested)))


def _see_again(transaction, url, at):
    return _plain(transaction.pages.see_again(url, at))


def _log(transaction, url, at, status, etag):
    digest = "d" * 64 if status == 200 else None
    return transaction.pages.log(Fetch(url=url, fetched_at=at, status=status, digest=digest, etag=etag))


def _sight(transaction, url, names, at):
    return transaction.links.sight(url, _links(names), at)


def _claim_links(transaction, owner, at):
    return set(transaction.links.claim(owner, at, 7200.0, len(URLS)))


def _settle_link(transaction, owner, url, retry_at):
    return transaction.links.settle(owner, url, retry_at)


def _keep_article(transaction, url, text, at, fact):
    article = Article(url=url, title=text, text=text, section=fact, language=fact)
    return transaction.articles.keep(Revision(article=article, seen_at=at))


def _keep_story(transaction, name, told, at, fact):
    reports = tuple(
        Report(url=url, paper=original, seen_at=seen_at, copy_of=None if original == url else original)
        for url, original, seen_at in told
    )
    heat = float(len(reports))
    times = {"first_seen": START, "last_seen": at, "changed_at": at}
    return transaction.stories.keep(Coverage(id=name, reports=reports, heat=heat, section=fact, language=fact, **times))


def _merge(transaction, name, into, at):
    try:
        return transaction.stories.merge(name, into, at)
    except StoreError:
        return "refused"


def _replace_topics(transaction, members, at):
    near = tuple((url, 1.0 / place) for place, url in enumerate(dict.fromkeys(members), 1))
    return transaction.topics.replace((Topic(id="t", made_at=at, size=len(near), members=near),))


def _claim_work(transaction, owner, at):
    return transaction.checkpoints.claim("desk", owner, at, 7200.0)


def _release_work(transaction, owner):
    return transaction.checkpoints.release("desk", owner)


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
    "keep_story": _keep_story,
    "merge": _merge,
    "replace_topics": _replace_topics,
    "claim_work": _claim_work,
    "release_work": _release_work,
}


def _plain(version):
    return version and (version.digest, version.first_seen, version.last_seen, version.size)


def _answers(transaction, times):
    for url in URLS:
        yield transaction.sources.get(url)
        yield [_plain(version) for version in transaction.pages.versions(url)]
        yield transaction.pages.last_fetch(url)
        yield [transaction.pages.at(url, time) for time in times]
        yield [transaction.links.on(url, time) for time in times]
        yield transaction.links.between(url, times[0], times[-1])
        yield [transaction.articles.get(url, time) for time in times]
        yield transaction.articles.revisions(url)
        yield transaction.articles.find(ArticleQuery(order="earliest", source_url=url))
        yield transaction.articles.find(ArticleQuery(order="earliest", source_url=url, since=times[3], until=times[9]))
        yield _behind(transaction, url)
        yield transaction.lookups.times([url])
        yield transaction.articles.find(ArticleQuery(source_url=url, section="en"))
        yield transaction.stories.of(url)
        yield transaction.stories.find(StoryQuery(paper=url))
        yield transaction.topics.of(url)
    for order in ("heat", "latest", "began", "changed"):
        yield transaction.stories.find(StoryQuery(order=order))
        yield transaction.stories.find(StoryQuery(order=order, language="en", least_papers=2, since=times[3]))
    yield [transaction.stories.get(name) for name in "stu"]
    yield transaction.stories.count()
    yield from _lists(transaction, times)
    for question in QUESTIONS:
        yield {(hit.url, hit.snippet) for hit in transaction.articles.search(question, ArticleQuery())}
        yield {hit.url for hit in transaction.articles.search(question, ArticleQuery(language="en", until=times[5]))}
    yield transaction.links.waiting()
    yield transaction.articles.count()


def _lists(transaction, times):
    yield transaction.articles.find(ArticleQuery())
    yield transaction.articles.find(ArticleQuery(language="no", since=times[2]))
    yield transaction.articles.find(ArticleQuery(site="lorne.example", changed_after=times[4]))
    yield transaction.facets.sections()
    yield transaction.facets.languages()


def _behind(transaction, url):
    try:
        return transaction.articles.find(ArticleQuery(order="earliest", after=url))
    except StoreError:
        return "unknown"


@settings(max_examples=40, deadline=None)
@given(st.lists(ACTIONS, min_size=1, max_size=25))
def test_sqlite_answers_as_the_model_does(actions):
    times = [START + timedelta(hours=hour) for hour in range(13)]
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SqliteStore(Path(folder) / "newsloom.db")) as store,
    ):
        model = Model()
        for action in actions:
            with store.transaction() as found:
                assert _do(found, action) == _do(model, action), action
        with store.read() as found:
            assert list(_answers(found, times)) == list(_answers(model, times))
