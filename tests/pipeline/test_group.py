from __future__ import annotations

import pytest

import newsloom
from newsloom import Article, Item

ARTICLES = [
    Article(
        title="Quake in Norvik", text="An earthquake shook the harbour of Norvik. Mayor Lind asked for help today."
    ),
    Article(title="Rates rise", text="The central bank of Zubrowka raised interest rates against inflation again."),
    Article(title="Norvik quake", text="Mayor Lind asked for help after the earthquake in Norvik shook the harbour."),
]


def test_articles_become_stories_with_indexes():
    assert [story.members for story in newsloom.cluster(ARTICLES)] == [(0, 2), (1,)]


def test_articles_may_come_from_any_iterable():
    assert newsloom.cluster(iter(ARTICLES)) == newsloom.cluster(ARTICLES)
    assert newsloom.first_stories(iter(ARTICLES)) == newsloom.first_stories(ARTICLES)


def test_items_are_welcome():
    items = [Item(id=str(number), headline=one.title, text=one.text) for number, one in enumerate(ARTICLES)]
    assert [story.members for story in newsloom.cluster(items)] == [(0, 2), (1,)]
    assert newsloom.similarity(items[0], items[2]) > newsloom.similarity(items[0], items[1])


def test_an_unknown_clusterer_is_named_with_its_neighbours():
    with pytest.raises(newsloom.UnknownName, match="stream"):
        newsloom.cluster(ARTICLES, clusterer="straem")


def test_the_second_report_is_no_first_story():
    first, other, second = newsloom.first_stories(ARTICLES)
    assert second < min(first, other)


def test_a_topic_is_tracked():
    other, same = newsloom.track(ARTICLES[:1], ARTICLES[1:])
    assert same > other


def test_a_summary_is_made_of_the_articles_sentences():
    summary = newsloom.summarize([ARTICLES[0], ARTICLES[2]], words=12)
    assert "Norvik" in summary
    assert len(summary.split()) <= 12
