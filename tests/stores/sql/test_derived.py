"""What was made of articles and front pages and is damaged costs itself: links, stories, topics, templates, runs."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import LargeBinary, bindparam, create_engine, text

from newsloom.records import Coverage, Link, Report, Run, SiteTemplate, Source, StoryQuery, Template, Topic
from newsloom.stores import open_store

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
FEED = "https://lorne.example/feed"
STORIES = ("https://lorne.example/1", "https://lorne.example/2")


@pytest.fixture
def store(place):
    """With one of each."""
    times = {"first_seen": NOON, "last_seen": NOON, "changed_at": NOON}
    report = Report(url=STORIES[0], paper="lorne.example", seen_at=NOON, closeness=1.0)
    with closing(open_store(place)) as store:
        with store.transaction() as transaction:
            transaction.sources.add(Source(url=FEED, added_at=NOON))
            transaction.links.sight(FEED, tuple(Link(url=url, title="Ferry") for url in STORIES), NOON)
            transaction.stories.keep(
                Coverage(id="a1", title="Ferry", words=(("ferry", 1.0),), reports=(report,), **times)
            )
            transaction.topics.replace((Topic(id="t1", made_at=NOON, size=1, words=(("ferry", 1.0),)),))
            transaction.run_log.keep_run(Run(id="r1", started_at=NOON, articles=3))
            for number in (1, 2):
                learned = Template(method="textmax", version=2, members=(0, 1))
                transaction.templates.keep(SiteTemplate(site="lorne", number=number, template=learned, valid_from=NOON))
        yield store


def write(place, table, column, value, condition="1 = 1"):
    address = place.replace("postgresql:", "postgresql+psycopg:") if "://" in place else f"sqlite:///{place}"
    engine = create_engine(address)
    update = text(f"UPDATE {table} SET {column} = :value WHERE {condition}")  # noqa: S608 - our own names
    kind = [LargeBinary] if isinstance(value, bytes) else []
    with engine.begin() as connection:
        connection.execute(update.bindparams(bindparam("value", value, *kind)))
    engine.dispose()


@pytest.mark.parametrize("damage", ["{", "[]", "5", "null", '{"x": 1}', '"'])
def test_a_link_whose_announcement_is_damaged_is_fetched_all_the_same(place, store, damage):
    write(place, "mentions", "document", damage)
    with store.transaction() as transaction:
        assert {link.url for link in transaction.links.claim("ann", NOON, 300.0, 9)} == set(STORIES)
        assert [(link.url, link.title) for link in transaction.links.on(FEED, NOON)] == [(url, None) for url in STORIES]


@pytest.mark.parametrize("damage", ["{", "[]", "5", "null", '{"x": 1}', '"'])
def test_a_damaged_story_has_its_reports_and_is_written_again(place, store, damage):
    write(place, "stories", "document", damage)
    with store.transaction() as transaction:
        (listed,) = transaction.stories.find(StoryQuery())
        looked_up, _ = transaction.lookups.story("a1", 9)
        for found in (listed, looked_up, transaction.stories.get("a1"), transaction.stories.of(STORIES[0])):
            assert (found.title, [report.url for report in found.reports]) == (None, [STORIES[0]])
        assert transaction.stories.keep(replace(listed, title="Ferry"))
        assert transaction.stories.get("a1").title == "Ferry"


@pytest.mark.parametrize("damage", ["{", "5", '{"place": 1}'])
def test_damaged_topics_and_runs_stop_nobody(place, store, damage):
    for table in ("topics", "runs"):
        write(place, table, "document", damage)
    with store.read() as transaction:
        assert (transaction.topics.all(), transaction.topics.get("t1")) == ((), None)
        assert transaction.run_log.runs() == (Run(id="r1", started_at=NOON),)


def test_a_damaged_front_page_is_empty(place, store):
    write(place, "fronts", "mentions", b"no list of numbers")
    with store.read() as transaction:
        assert transaction.links.on(FEED, NOON) == ()


def test_a_damaged_template_is_as_if_it_had_not_been_learned(place, store):
    write(place, "site_templates", "template", b"\x28\xb5\x2f\xfd", "number = 1")
    with store.read() as transaction:
        assert [one.number for one in transaction.templates.at("lorne")] == [2]
        assert [one.number for one in transaction.templates.history("lorne")] == [2]


def test_a_value_that_no_column_holds_is_named(place, store):
    if "://" in place:
        pytest.skip("PostgreSQL checks what it stores")
    write(place, "stories", "last_seen", 9 * 10**18)
    with pytest.raises(Exception, match="cannot be read") as caught, store.read() as transaction:
        transaction.stories.find(StoryQuery())
    assert type(caught.value).__name__ == "StoreError"
