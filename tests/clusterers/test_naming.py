from __future__ import annotations

from newsloom.clusterers.naming import Group, name_stories
from newsloom.records import Article, Item, Story


def named(groups, articles, known=()):
    return name_stories([Group(members=group) for group in groups], articles, known, method="m", version=3)


def story(story_id, *members):
    return Story(id=story_id, method="m", version=3, members=members)


def test_stories_come_in_the_order_of_their_first_members():
    articles = [Article(url=f"https://a.example/{number}") for number in range(4)]
    assert [made.members for made in named([(2, 3), (0,), (1,)], articles)] == [(0,), (1,), (2, 3)]


def test_an_id_depends_on_the_first_member_only():
    ferry, bridge = Article(url="https://a.example/ferry"), Article(url="https://a.example/bridge")
    assert named([(0,)], [ferry])[0].id == named([(0, 1)], [ferry, bridge])[0].id
    assert named([(0,)], [ferry])[0].id != named([(0,)], [bridge])[0].id


def test_equal_articles_in_different_stories_have_different_ids():
    made = named([(0,), (1,), (2,)], [Article(), Article(), Article()])
    assert len({one.id for one in made}) == 3


def test_a_story_that_grows_keeps_its_id():
    made = named([(0, 1, 2)], [Article()] * 3, [story("old", 0, 1)])
    assert [one.id for one in made] == ["old"]


def test_of_two_parts_the_larger_keeps_the_id():
    made = named([(0,), (1, 2)], [Article(text=text) for text in "abc"], [story("old", 0, 1, 2)])
    assert made[1].id == "old"
    assert made[0].id != "old"


def test_of_two_merged_stories_the_larger_gives_the_id():
    made = named([(0, 1, 2)], [Article()] * 3, [story("small", 0), story("large", 1, 2)])
    assert made[0].id == "large"


def test_a_new_story_takes_no_known_id():
    (old,) = named([(0,)], [Article(text="a")])
    made = named([(0,), (1,)], [Article(text="a"), Article(text="a")], [old])
    assert made[0].id == old.id
    assert made[1].id != old.id


def test_the_title_is_that_of_the_closest_member_that_has_one():
    articles = [Article(title="First"), Article(title="Closest"), Item(id="1", headline="")]
    ranked = Group(members=(0, 1, 2), closeness=(0.2, 0.5, 0.9))
    (made,) = name_stories([ranked], articles, (), method="m", version=1)
    assert made.title == "Closest"
    assert made.ranked == (2, 1, 0)


def test_without_a_ranking_the_first_headline_is_the_title():
    (made,) = named([(0, 1)], [Article(title=None), Item(id="1", headline="Ferry sold")])
    assert made.title == "Ferry sold"
    assert made.ranked == (0, 1)


def test_without_a_headline_there_is_no_title():
    assert named([(0,)], [Article(text="a")])[0].title is None
