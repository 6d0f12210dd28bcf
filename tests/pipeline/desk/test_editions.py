"""The desk, over stores that are filled by hand."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.databases import postgres_dsn, postgres_server, store
from tests.events import EVENTS, NOON, PAPERS, Floor, picture, report, reports

from newsloom.catalogue import available, build
from newsloom.clusterers.naming import Group, name_stories
from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.errors import StoreError
from newsloom.records import Article, Link, Revision, Source, Story
from newsloom.stores import open_store

__all__ = ["postgres_dsn", "postgres_server", "store"]


@dataclass(frozen=True, kw_only=True)
class BySection:
    """A clusterer whose groups a test can choose: what stands in one section is one story."""

    name: ClassVar[str] = "by-section"
    version: ClassVar[int] = 1

    def assign(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> tuple[Story, ...]:
        members: dict[str, list[int]] = {}
        for place, article in enumerate(articles):
            assert isinstance(article, Article)
            members.setdefault(article.section or article.url or "", []).append(place)
        groups = [Group(members=tuple(found)) for found in members.values()]
        return name_stories(groups, articles, known, method=self.name, version=self.version)

    def session(self) -> BySection:
        return self


@pytest.fixture
def floor() -> Floor:
    return Floor()


@pytest.fixture
def by_section() -> Floor:
    return Floor(clusterer=BySection())


def test_reports_of_one_event_are_one_story_in_every_store(store):
    floor = Floor(store=store)
    edition = floor.publish(*reports())
    assert (edition.articles, edition.stories, edition.is_regrouped) == (9, 3, True)
    for event in EVENTS:
        story = floor.story_of(report(event))
        assert {one.url for one in story.reports} == {
            report(event, number, paper).url for number, paper in enumerate(PAPERS)
        }
        assert story.papers == tuple(f"{paper}.example" for paper in PAPERS)


def test_a_story_is_described_by_its_reports(floor):
    floor.publish(
        report("quake", 0, "herald", section="Coast", images=picture("https://herald.example/a.jpg")),
        report("quake", 1, "post", section="Home"),
        report("quake", 2, "tribune", section="Coast"),
    )
    (story,) = floor.stories()
    assert story.title in {report("quake", number).title for number in range(3)}
    assert story.summary.split(".")[0] + "." in EVENTS["quake"][1]
    assert len(story.summary.split()) <= 60
    assert (story.section, story.language, story.image) == ("Coast", "en", "https://herald.example/a.jpg")
    assert (story.first_seen, story.last_seen) == (NOON + timedelta(minutes=1), NOON + timedelta(minutes=3))
    assert "norvik" in dict(story.words)
    assert story.newness == 1.0


def test_words_are_written_as_people_write_them(floor):
    floor.publish(report("museum", 0), report("museum", 1, "post"))
    words = dict(floor.stories()[0].words)
    assert "painting" in words
    assert "paint" not in words


def test_a_catch_up_with_nothing_new_writes_nothing(floor):
    floor.publish(*reports())
    before = floor.stories()
    edition = floor.publish()
    assert (edition.articles, edition.stories, edition.merged, edition.is_regrouped) == (0, 0, 0, False)
    assert floor.another_desk().catch_up().stories == 0
    assert floor.stories() == before


def test_a_new_report_changes_its_own_story_and_no_other(floor):
    floor.publish(*reports(papers=(*PAPERS, "echo", "mail")))
    before = {story.id: story for story in floor.stories()}
    arrived = report("rates", 5, "gazette")
    edition = floor.publish(arrived)
    assert (edition.articles, edition.stories, edition.is_regrouped) == (1, 1, False)
    story = floor.story_of(arrived)
    assert len(story.reports) == len(before[story.id].reports) + 1
    assert story.changed_at == floor.now
    assert story.heat > before[story.id].heat
    others = {one.id: one for one in floor.stories() if one.id != story.id}
    assert others == {name: one for name, one in before.items() if name != story.id}


def test_an_event_nobody_told_before_begins_a_story(floor):
    floor.publish(*reports(events=("quake", "rates"), papers=(*PAPERS, "echo")))
    floor.publish(report("museum", 0, "herald"))
    story = floor.story_of(report("museum", 0, "herald"))
    assert len(story.reports) == 1
    assert story.newness > 0.8


def test_a_window_that_grew_much_is_grouped_anew(floor):
    told = reports(papers=(*PAPERS, "echo", "mail", "star"))
    floor.publish(*told[:6])
    assert not floor.publish(*told[6:12]).is_regrouped
    assert floor.publish(*told[12:]).is_regrouped
    assert len(floor.stories()) == 3


def test_a_small_window_is_grouped_anew_whenever_an_article_arrives():
    floor = Floor(small_window=10)
    told = reports()
    floor.publish(*told)
    assert not floor.publish().is_regrouped
    assert floor.publish(report("rates", 3, "echo")).is_regrouped
    assert not floor.publish(report("quake", 3, "echo")).is_regrouped, "the eleventh"


def test_a_copy_is_told_apart_and_is_no_change(floor):
    original = report("quake", 0, "herald")
    floor.publish(original, report("quake", 1, "post"), *reports(events=("rates", "museum")))
    changed_at = floor.story_of(original).changed_at
    copy = replace(original, url="https://echo.example/wire/1")
    floor.publish(copy)
    story = floor.story_of(copy)
    assert {one.url: one.copy_of for one in story.reports}[copy.url] == original.url
    assert story.changed_at == changed_at
    assert story.last_seen == floor.now


def test_a_copy_stays_one_when_its_source_has_left_the_window(floor):
    original = report("quake", 0, "herald")
    floor.publish(original)
    floor.now += timedelta(days=6)
    copy = replace(original, url="https://echo.example/wire/1")
    floor.publish(copy)
    floor.now += timedelta(days=2)
    floor.publish(report("quake", 1, "post"))
    story = floor.story_of(original)
    assert [one.url for one in story.reports] == [original.url, copy.url, report("quake", 1, "post").url]
    assert [one.copy_of for one in story.reports] == [None, original.url, None]
    assert story.first_seen == NOON + timedelta(minutes=1)
    assert story.newness == 1.0


def test_an_edit_that_says_something_new_is_a_change_and_another_is_none(floor):
    first, second = report("quake", 0, "herald"), report("quake", 1, "post")
    floor.publish(first, second)
    before = floor.story_of(first)
    shorter = floor.edit(first, first.text.rpartition(". ")[0] + ".")
    floor.publish()
    assert floor.story_of(first).changed_at == before.changed_at
    floor.edit(shorter, shorter.text + " Divers searched the harbour for the missing pilot boat Sigrid.")
    edited_at = floor.now
    floor.now += timedelta(hours=3)
    floor.publish()
    assert floor.story_of(first).changed_at == edited_at
    # A desk that begins anew knows of it still.
    floor.another_desk("other").catch_up()
    assert floor.story_of(first).changed_at == edited_at


def test_stories_that_meet_become_one_and_the_name_of_the_other_leads_there(by_section):
    large = [report("quake", number, paper, section="Coast") for number, paper in enumerate(PAPERS)]
    small = report("rates", 0, section="Money")
    by_section.publish(*large, small)
    kept, ended = by_section.story_of(large[0]).id, by_section.story_of(small).id
    by_section.file(replace(small, section="Coast"))
    assert by_section.publish().merged == 0, "nobody asked for a new grouping"
    edition = by_section.publish(report("museum", 0, section="Art"))
    assert edition.merged == 1
    story = by_section.story_of(small)
    assert (story.id, len(story.reports)) == (kept, 4)
    with by_section.store.read() as transaction:
        assert transaction.stories.get(ended) == story
    assert len(by_section.stories()) == 2


def test_the_larger_part_of_a_story_that_falls_apart_keeps_its_name(by_section):
    told = [report("quake", number, paper, section="Coast") for number, paper in enumerate((*PAPERS, "echo"))]
    by_section.publish(*told)
    (story,) = by_section.stories()
    by_section.publish(replace(told[0], section="Harbour"), report("museum", 0, section="Art"))
    assert by_section.story_of(told[1]).id == story.id
    assert len(by_section.story_of(told[1]).reports) == 3
    assert by_section.story_of(told[0]).id != story.id
    # A first report that goes elsewhere takes its time with it.
    assert by_section.story_of(told[1]).first_seen == NOON + timedelta(minutes=2)


def test_another_method_groups_the_window_and_keeps_the_names(floor):
    floor.publish(*reports())
    before = {story.id for story in floor.stories()}
    floor.clusterer = build("clusterer", "linkage")
    floor.owner = "other"
    edition = floor.another_desk("other").catch_up()
    assert edition.is_regrouped
    assert before <= {story.id for story in floor.stories()}
    assert {url for group in floor.partition() for url in group} == {one.url for one in reports()}


@pytest.mark.parametrize("name", available("clusterer"))
def test_every_published_method_can_be_at_the_desk(name):
    floor = Floor(clusterer=build("clusterer", name))
    floor.publish(*reports())
    floor.publish(report("quake", 4, "echo"))
    assert sum(len(group) for group in floor.partition()) == 10


def test_what_says_nothing_breaks_nothing(floor):
    empty = [
        Article(url="https://herald.example/empty", title=None, text=""),
        Article(url="https://herald.example/word", title="", text="word"),
        Article(url="https://herald.example/long", title="Long", text="sea " * 200_000),
    ]
    floor.publish(*empty, *reports())
    floor.publish(replace(empty[0], url="https://post.example/empty"))
    assert sum(len(group) for group in floor.partition()) == 13
    assert floor.story_of(report("quake")).papers == tuple(f"{paper}.example" for paper in PAPERS)


@given(st.permutations(range(9)), st.lists(st.integers(0, 8), max_size=3))
@settings(max_examples=8, deadline=None)
def test_the_order_of_arrival_does_not_matter_nor_in_how_many_goes(order, stops):
    floor = Floor()
    told = reports()
    for place, number in enumerate(order):
        floor.file(told[number])
        if place in stops:
            floor.publish()
    floor.publish()
    floor.another_desk("anew").catch_up()
    assert floor.partition() == {
        frozenset(report(event, number, paper).url for number, paper in enumerate(PAPERS)) for event in EVENTS
    }


def many_sections() -> list[Article]:
    return [Article(url=f"https://herald.example/{n}", title=f"Story {n}", text=f"Tale {n}.") for n in range(250)]


def fill(floor: Floor) -> None:
    with floor.store.transaction() as transaction:
        for article in many_sections():
            transaction.articles.keep(Revision(article=article, seen_at=NOON))


def test_an_edition_that_was_stopped_in_the_middle_is_finished_by_the_next(store):
    undisturbed = Floor(clusterer=BySection())
    fill(undisturbed)
    undisturbed.publish()
    floor = Floor(store=store, clusterer=BySection())
    fill(floor)
    asked = count()
    assert floor.desk.catch_up(lambda: next(asked) >= 1) is None
    written = len(floor.stories())
    assert 0 < written < 250
    assert floor.another_desk("another").catch_up().is_regrouped
    assert sorted(floor.stories(), key=lambda story: story.id) == sorted(
        undisturbed.stories(), key=lambda story: story.id
    )


def test_a_write_that_fails_leaves_whole_stories_and_the_next_edition_finishes(tmp_path):
    place = tmp_path / "newsloom.db"
    undisturbed = Floor(clusterer=BySection())
    fill(undisturbed)
    undisturbed.publish()
    with closing(open_store(str(place))) as store:
        floor = Floor(store=store, clusterer=BySection())
        fill(floor)
        with closing(sqlite3.connect(place, isolation_level=None)) as database:
            database.execute(
                "CREATE TRIGGER cut BEFORE INSERT ON stories WHEN (SELECT count(*) FROM stories) >= 150"
                " BEGIN SELECT RAISE(ABORT, 'the power is gone'); END"
            )
        with pytest.raises(StoreError):
            floor.desk.catch_up()
        assert len(floor.stories()) == 100, "the second transaction is not there at all"
        with closing(sqlite3.connect(place, isolation_level=None)) as database:
            database.execute("DROP TRIGGER cut")
        assert floor.desk.catch_up().is_regrouped
        assert sorted(floor.stories(), key=lambda story: story.id) == sorted(
            undisturbed.stories(), key=lambda story: story.id
        )


def test_merges_of_an_edition_that_was_never_finished_are_made_up_for(by_section):
    told = many_sections()
    fill(by_section)
    by_section.publish()
    ended = by_section.story_of(told[1]).id
    by_section.file(
        *(replace(one, section="One") for one in told[:2]), *(replace(one, section=one.url) for one in told[2:])
    )
    by_section.file(report("quake"))
    asked = count()
    assert by_section.desk.catch_up(lambda: next(asked) >= 1) is None
    assert by_section.another_desk("another").catch_up() is not None
    whole = by_section.story_of(told[0])
    with by_section.store.read() as transaction:
        assert transaction.stories.get(ended) == whole
    assert len(whole.reports) == 2


def test_one_desk_at_a_time(store):
    floor = Floor(store=store)
    floor.file(*reports())
    with floor.store.transaction() as transaction:
        assert transaction.checkpoints.claim("desk", "another", floor.now, 60.0)
    assert floor.desk.catch_up() is None
    assert floor.stories() == ()
    floor.now += timedelta(minutes=2)
    assert floor.desk.catch_up().stories == 3


def test_a_desk_that_was_overtaken_stops(by_section):
    fill(by_section)

    def overtake() -> bool:
        by_section.now += timedelta(hours=1)
        with by_section.store.transaction() as transaction:
            assert transaction.checkpoints.claim("desk", "another", by_section.now, 60.0)
        return False

    assert by_section.desk.catch_up(overtake) is None
    assert by_section.stories() == ()


def test_desks_that_take_turns_read_what_the_other_wrote(floor):
    floor.publish(*reports())
    other = floor.another_desk("other")
    floor.file(report("quake", 4, "echo"))
    assert other.catch_up() is not None
    floor.publish(report("quake", 5, "mail"))
    assert len(floor.story_of(report("quake")).reports) == 5


def test_only_the_latest_articles_are_grouped():
    floor = Floor(window_articles=4)
    floor.publish(*reports(events=("quake",)), *reports(events=("rates",)))
    with floor.store.read() as transaction:
        assert transaction.stories.of(report("quake", 0, "herald").url) is None
    assert sum(len(group) for group in floor.partition()) == 4


def test_a_story_on_a_front_page_is_bigger_and_does_not_cool_when_it_is_forgotten(floor):
    lead, other = report("quake", 0, "herald"), report("rates", 0, "post")
    floor.publish(lead, other)
    front = Source(url="https://herald.example/", kind="page", added_at=NOON)
    before = floor.story_of(lead)
    with floor.store.transaction() as transaction:
        transaction.sources.add(front)
        transaction.links.sight(front.url, (Link(url=lead.url),), NOON)
        (appointment,) = transaction.schedule.claim("gatherer", NOON, 60.0, 1)
        transaction.schedule.settle(replace(appointment, checked_at=NOON + timedelta(hours=5)))
    floor.now = NOON + timedelta(hours=5, minutes=1)
    assert floor.publish().articles == 0
    warm = floor.story_of(lead)
    assert warm.heat > before.heat
    assert floor.stories()[0].id == warm.id
    assert replace(warm, heat=before.heat) == before
    floor.now += timedelta(days=3)
    floor.publish()
    assert floor.story_of(lead) == warm
