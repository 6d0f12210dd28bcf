from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.newsfloor import EVENTS, Floor, report

from newsloom.pipeline.desk.topics import are_topics_due, make_topics, map_places
from newsloom.records import Article


@pytest.fixture
def floor():
    floor = Floor()
    floor.file(*(report(event, number, paper) for number in range(4) for paper in "ab" for event in EVENTS))
    return floor


def test_topics_have_words_members_by_closeness_and_a_place(floor):
    topics = make_topics(floor.store, floor.now, count=3)
    assert sorted(topic.size for topic in topics) == [8, 8, 8]
    for topic in topics:
        assert len({url.split("/")[3] for url, _ in topic.members}) == 1, "one event each"
        closeness = [near for _, near in topic.members]
        assert closeness == sorted(closeness, reverse=True)
        assert all(0 <= coordinate <= 1 for coordinate in topic.place)
    assert "norvik" in dict(next(topic for topic in topics if "quake" in topic.members[0][0]).words)
    with floor.store.look() as shift:
        assert {topic.id for topic in shift.topics.all()} == {topic.id for topic in topics}


def test_a_topic_keeps_its_name_when_topics_are_made_anew(floor):
    before = {topic.members[0][0].split("/")[3]: topic.id for topic in make_topics(floor.store, floor.now, count=3)}
    floor.file(*(report(event, 7, "c") for event in EVENTS))
    after = {topic.members[0][0].split("/")[3]: topic.id for topic in make_topics(floor.store, floor.now, count=3)}
    assert after == before


def test_as_many_topics_as_fit_are_made_where_no_number_is_given(floor):
    assert len(make_topics(floor.store, floor.now)) == 3


def test_topics_are_due_when_there_is_a_fifth_more_news(floor):
    assert are_topics_due(floor.store)
    make_topics(floor.store, floor.now)
    assert not are_topics_due(floor.store)
    floor.file(*(report(event, number, "c") for event in EVENTS for number in range(2)))
    assert are_topics_due(floor.store)


def test_the_desk_makes_topics_when_they_are_due(floor):
    floor.publish()
    with floor.store.look() as shift:
        assert shift.topics.of(report("quake", 0, "a").url) is not None


def test_nothing_makes_no_topics():
    floor = Floor()
    assert make_topics(floor.store, floor.now) == ()
    assert not are_topics_due(floor.store)
    floor.file(Article(url="https://a.example/1", text=""))
    assert make_topics(floor.store, floor.now, count=5) == ()


def test_alike_topics_lie_near_each_other():
    sea, sea_too, money = [("ferry", 0.9), ("fog", 0.4)], [("ferry", 0.8), ("harbour", 0.6)], [("bank", 1.0)]
    first, second, third = map_places([sea, sea_too, money])

    def apart(a, b):
        return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

    assert apart(first, second) < apart(first, third)


@given(st.lists(st.dictionaries(st.sampled_from("abcdef"), st.floats(0.01, 1), max_size=4), max_size=6))
def test_every_topic_has_a_place_on_the_map(topics):
    places = map_places([list(words.items()) for words in topics])
    assert len(places) == len(topics)
    assert all(0 <= coordinate <= 1 for place in places for coordinate in place)
