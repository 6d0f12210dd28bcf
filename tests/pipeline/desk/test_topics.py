from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.events import EVENTS, Floor, report

from newsloom.errors import ParameterError
from newsloom.pipeline.desk.topics import are_topics_due, make_topics, map_places
from newsloom.records import Article, Item


@pytest.fixture
def floor():
    floor = Floor()
    floor.file(*(report(event, number, paper) for number in range(4) for paper in "ab" for event in EVENTS))
    return floor


SUBJECTS = ("ferry fog pilot harbour", "rate bank bond credit", "violin choir organ concert")


def _said(tongue: str, number: int, subject: int) -> Article:
    """An article of invented words that are its language's own, but for the one that every article says."""
    words = [f"{word}{tongue}" for word in SUBJECTS[subject].split()]
    verb = {"en": "said", "no": "sier"}.get(tongue, f"verb{tongue}")
    shown = words[number % 4 :] + words[: number % 4]
    return Article(
        url=f"https://p{number}.example/{tongue}/{subject}",
        title=" ".join(shown[:3]),
        text=" ".join([*shown, verb, *shown[:2], f"x{number}{tongue}"]),
        language=tongue,
    )


@pytest.fixture
def many_tongues():
    floor = Floor()
    floor.file(
        *(_said(tongue, number, subject) for number in range(8) for subject in range(3) for tongue in ("en", "no"))
    )
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
    with floor.store.read() as transaction:
        assert {topic.id for topic in transaction.topics.all()} == {topic.id for topic in topics}


def test_topics_are_made_by_the_chosen_clusterer_with_its_settings(floor):
    topics = make_topics(floor.store, floor.now, count=3, clusterer="concepts:extra_stop_words=norvik,dimensions=3")
    assert sorted(topic.size for topic in topics) == [8, 8, 8]
    assert not any("norvik" in dict(topic.words) for topic in topics)


def test_a_clusterer_that_takes_no_number_makes_no_topics(floor):
    with pytest.raises(ParameterError, match="a number of topics"):
        make_topics(floor.store, floor.now, clusterer="stream")


def test_a_topic_keeps_its_name_when_topics_are_made_anew(floor):
    before = {topic.members[0][0].split("/")[3]: topic.id for topic in make_topics(floor.store, floor.now, count=3)}
    floor.file(*(report(event, 7, "c") for event in EVENTS))
    after = {topic.members[0][0].split("/")[3]: topic.id for topic in make_topics(floor.store, floor.now, count=3)}
    assert after == before


def test_as_many_topics_as_fit_are_made_where_no_number_is_given(floor):
    assert len(make_topics(floor.store, floor.now)) == 3


def test_each_language_has_topics_of_its_own(many_tongues):
    topics = make_topics(many_tongues.store, many_tongues.now)
    tongues = [{url.split("/")[3] for url, _ in topic.members} for topic in topics]
    assert sorted(map(sorted, tongues)) == [["en"]] * 3 + [["no"]] * 3
    assert sum(topic.size for topic in topics) == 48


def test_what_every_article_of_a_language_says_is_not_what_a_topic_is_about(many_tongues):
    for topic in make_topics(many_tongues.store, many_tongues.now):
        assert not {"said", "sier"} & {word for word, _ in topic.words[:3]}


def test_languages_lie_side_by_side_on_the_map(many_tongues):
    topics = make_topics(many_tongues.store, many_tongues.now)
    english, norwegian = (
        [topic.place[0] for topic in topics if f"/{tongue}/" in topic.members[0][0]] for tongue in ("en", "no")
    )
    assert max(english) < min(norwegian) or max(norwegian) < min(english)


def test_languages_with_few_articles_have_topics_of_their_own_and_those_with_one_have_none(floor):
    floor.file(*(_said(tongue, number, 0) for tongue in ("da", "sv") for number in range(5)), _said("fi", 1, 0))
    topics = make_topics(floor.store, floor.now)
    assert {url.split("/")[3] for topic in topics if topic.language == "da" for url, _ in topic.members} == {"da"}
    assert {topic.language for topic in topics} == {"en", "da", "sv"}
    assert sum(topic.size for topic in topics) == 34
    with floor.store.read() as transaction:
        assert {topic.language for topic in transaction.topics.all()} == {"en", "da", "sv"}


def test_fewer_topics_than_languages_are_of_all_languages(many_tongues):
    (topic,) = make_topics(many_tongues.store, many_tongues.now, count=1)
    assert topic.size == 48


def test_topics_that_were_of_all_languages_lend_each_name_once(many_tongues):
    make_topics(many_tongues.store, many_tongues.now, count=1)
    topics = make_topics(many_tongues.store, many_tongues.now)
    assert len({topic.id for topic in topics}) == len(topics)
    assert [topic.id for topic in make_topics(many_tongues.store, many_tongues.now)] == [topic.id for topic in topics]


def test_topics_are_due_when_there_is_a_fifth_more_news(floor):
    assert are_topics_due(floor.store)
    make_topics(floor.store, floor.now)
    assert not are_topics_due(floor.store)
    floor.file(*(report(event, number, "c") for event in EVENTS for number in range(2)))
    assert are_topics_due(floor.store)


def test_the_desk_makes_topics_when_they_are_due(floor):
    floor.publish()
    with floor.store.read() as transaction:
        assert transaction.topics.of(report("quake", 0, "a").url) is not None


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


@pytest.mark.parametrize("method", ["linkage:link=complete", "loglikelihood"])
def test_topics_of_a_clusterer_without_words_have_words_all_the_same(floor, method):
    topics = make_topics(floor.store, floor.now, count=3, clusterer=method)
    assert sum(topic.size for topic in topics) == 24
    for topic in topics:
        assert topic.words
        closeness = [near for _, near in topic.members]
        assert closeness == sorted(closeness, reverse=True)
        assert closeness[0] > 0


def test_topics_are_made_of_items_as_well(floor):
    front = "https://front.example/"
    items = [
        Item(
            id=f"{subject}-{number}",
            headline=f"{words} {number}",
            text=f"About {words}.",
            url=f"{front}{subject}/{number}",
        )
        for subject, words in enumerate(SUBJECTS)
        for number in range(4)
    ]
    with floor.store.transaction() as transaction:
        transaction.items.keep(front, items, floor.now)
        # The same item on another page is the same item.
        transaction.items.keep("https://front.example/sport", items[:4], floor.now)
    topics = make_topics(floor.store, floor.now, count=3, of="items")
    assert sorted(topic.size for topic in topics) == [4, 4, 4]
    for topic in topics:
        assert len({url.split("/")[3] for url, _ in topic.members}) == 1, "one subject each"
    assert {topic.language for topic in topics} == {"en"}


def test_an_item_is_in_the_language_of_the_article_that_it_leads_to(many_tongues):
    front = "https://front.example/"
    articles = [
        _said(tongue, number, subject) for number in range(4) for subject in range(2) for tongue in ("en", "no")
    ]
    items = [Item(id=str(place), headline=one.title, url=one.url) for place, one in enumerate(articles)]
    with many_tongues.store.transaction() as transaction:
        transaction.items.keep(front, items, many_tongues.now)
    topics = make_topics(many_tongues.store, many_tongues.now, count=4, of="items")
    assert {topic.language for topic in topics} == {"en", "no"}
    assert all(len({url.split("/")[3] for url, _ in topic.members}) == 1 for topic in topics)
