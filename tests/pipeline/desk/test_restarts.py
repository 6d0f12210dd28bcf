"""A desk that comes and goes: how much of the window it reads when it begins anew."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.events import Floor, report, reports

from newsloom.catalogue import available, build
from newsloom.records import Article


def filled_floor(clusterer: str = "stream") -> Floor:
    """Sixty reports are grouped, and nothing has come for hours; ten are a part that is enough."""
    floor = Floor(part_articles=10, clusterer=build("clusterer", clusterer))
    many = [f"paper{number}" for number in range(20)]
    assert floor.publish(*reports(events=("museum",), papers=many)).is_regrouped
    assert floor.publish(*reports(events=("quake", "rates"), papers=many)).is_regrouped
    floor.now += timedelta(hours=2)
    floor.publish()
    return floor


def test_a_desk_that_begins_anew_with_few_arrivals_reads_only_a_part():
    floor = filled_floor()
    before = {story.id: story for story in floor.stories()}
    arrived = report("rates", 33, "gazette")
    floor.file(arrived)
    edition = floor.another_desk("anew").catch_up()
    assert (edition.articles, edition.stories, edition.is_regrouped) == (1, 1, False)
    story = floor.story_of(arrived)
    assert len(story.reports) == len(before[story.id].reports) + 1
    assert {one.id: one for one in floor.stories() if one.id != story.id} == {
        name: one for name, one in before.items() if name != story.id
    }


@pytest.mark.parametrize("name", available("clusterer"))
def test_whatever_the_clusterer_a_part_is_enough_for_a_few_arrivals(name):
    floor = filled_floor(name)
    before = {one.url: story.id for story in floor.stories() for one in story.reports}
    arrived = report("rates", 33, "gazette")
    floor.file(arrived)
    edition = floor.another_desk("anew").catch_up()
    assert (edition.articles, edition.is_regrouped) == (1, False)
    after = {one.url: story.id for story in floor.stories() for one in story.reports}
    assert after.keys() - before.keys() == {arrived.url}
    assert after.items() >= before.items()


def test_a_new_event_begins_a_story_in_a_part_and_a_desk_that_stays_reads_the_whole():
    floor = filled_floor()
    desk = floor.another_desk("anew")
    arrived = Article(url="https://echo.example/1", title="Chess title", text="Ines Ode won the chess title in Porto.")
    floor.file(arrived)
    assert (desk.catch_up().stories, len(floor.stories())) == (1, 4)
    story = floor.story_of(arrived)
    assert (len(story.reports), story.title) == (1, "Chess title")
    floor.file(report("museum", 33, "gazette"))
    assert desk.catch_up().is_regrouped
    assert floor.story_of(arrived) == story
    assert sorted(len(group) for group in floor.partition()) == [1, 20, 20, 21]


def test_an_edit_of_an_old_report_reaches_its_story_from_a_part():
    floor = filled_floor()
    old = report("museum", 0, "paper0")
    floor.edit(old, old.text + " Divers searched the harbour for the missing pilot boat Sigrid.")
    edition = floor.another_desk("anew").catch_up()
    assert (edition.articles, edition.is_regrouped) == (1, False)
    assert floor.story_of(old).changed_at == floor.now
    assert len(floor.story_of(old).reports) == 20


def test_a_part_is_not_enough_when_a_share_has_arrived_or_much_changed_lately():
    floor = filled_floor()
    desk = floor.another_desk("anew")
    floor.file(*(report("quake", number, "gazette") for number in range(34, 38)))
    assert desk.catch_up().is_regrouped
    # All of what is kept was looked at lately, and told: nothing is written anew.
    edition = floor.another_desk("another").catch_up()
    assert (edition.articles, edition.stories) == (0, 0)
    assert len(floor.stories()) == 3
