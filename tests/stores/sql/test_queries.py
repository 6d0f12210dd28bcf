"""Queries: questions for which no transaction is begun."""

from __future__ import annotations

import dataclasses
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newsloom.blocks import Block
from newsloom.errors import StoreError
from newsloom.records import Article, Coverage, Report, Revision
from newsloom.stores import open_store

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
HOME = "https://lorne.example/"


def _story(count: int) -> Coverage:
    reports = tuple(
        Report(url=f"{HOME}{number}", paper="lorne.example", seen_at=NOON + timedelta(minutes=number))
        for number in range(count)
    )
    return Coverage(id="ferry", first_seen=NOON, last_seen=NOON, changed_at=NOON, title="Ferry", reports=reports)


def _keep(store, story: Coverage) -> None:
    with store.transaction() as transaction:
        transaction.stories.keep(story)
        for report in story.reports:
            transaction.articles.keep(Revision(article=Article(url=report.url, text="Late."), seen_at=NOON))


def test_every_query_sees_what_was_written_before_it(place):
    with closing(open_store(place)) as store, closing(open_store(place)) as writer:
        # The first question goes another way than those that follow.
        for title in ("Late", "Later", "Latest"):
            _keep(writer, dataclasses.replace(_story(2), title=title))
            with store.query() as lookups:
                told = lookups.story("ferry", 60)
            assert told is not None
            assert told[0].title == title
            assert set(told[1]) == {HOME + "0", HOME + "1"}


def test_of_a_long_story_the_first_reports_are_read(place):
    with closing(open_store(place)) as store:
        _keep(store, _story(6))
        for most in (1, 5, 6, 7):
            for _ in range(3):
                with store.query() as lookups:
                    told = lookups.story("ferry", most)
                assert told is not None
                assert told[0] == _story(6)
                assert set(told[1]) == {f"{HOME}{number}" for number in range(min(most, 6))}


def test_a_query_within_a_transaction_is_refused(place):
    with closing(open_store(place)) as store:
        with store.read(), pytest.raises(StoreError, match="open in this thread"), store.query():
            pass
        with store.query(), pytest.raises(StoreError, match="open in this thread"), store.transaction():
            pass


def test_a_closed_store_gives_no_query(place):
    store = open_store(place)
    store.close()
    with pytest.raises(StoreError, match="closed"), store.query():
        pass


def test_only_a_store_in_this_process_is_local(place):
    with closing(open_store(place)) as store:
        assert store.is_local is ("://" not in place)


texts = st.text(alphabet='ab,"\\]}[{:\n', max_size=30) | st.sampled_from(
    [',"blocks":[', '],"published":', '\\",\\"blocks\\":[', '"}],"published":null', "],\\"]
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(title=texts, text=texts, block=texts, path=texts)
def test_whatever_an_article_says_it_is_skimmed_without_its_blocks(title, text, block, path, tmp_path):
    blocks = (Block(text=block, path=path), Block(text=text, kind="heading", level=2))
    article = Article(url=HOME, title=title, description=text, text=text, blocks=blocks, keywords=(block,))
    with closing(open_store(str(tmp_path / "newsloom.db"))) as store:
        with store.transaction() as transaction:
            transaction.articles.keep(Revision(article=article, seen_at=NOON))
        with store.read() as transaction:
            now = transaction.articles.get(HOME)
            assert now is not None
            assert transaction.lookups.summaries([HOME])[HOME].article == dataclasses.replace(now, blocks=())
