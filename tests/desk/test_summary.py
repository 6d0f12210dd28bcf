from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.desk.summary import centroid_summary, cover_summary
from newsloom.records import Article

ARTICLES = [
    Article(
        title="Quake in Norvik",
        text="An earthquake shook the harbour of Norvik on Monday. I was having breakfast at home, said a man.",
    ),
    Article(
        title="Norvik quake hurts twelve",
        text="Twelve people were hurt when the earthquake shook Norvik on Monday. Trains stood still for an hour.",
    ),
    Article(
        title="Harbour closed after quake",
        text="The harbour of Norvik was closed after the earthquake that hurt twelve people. Fishing is an old trade.",
    ),
]
WAYS = [centroid_summary, cover_summary]
# Sentences that share words by chance.
NUMBERED = st.lists(st.sampled_from([f"Norvik{n}" for n in range(20)]), min_size=6, max_size=9).map(" ".join)


@pytest.mark.parametrize("summarised", WAYS)
def test_a_summary_says_what_the_articles_have_in_common(summarised):
    said = summarised(ARTICLES, words=12).text
    assert "earthquake" in said
    assert "Norvik" in said


@pytest.mark.parametrize("summarised", WAYS)
def test_every_sentence_names_the_article_it_was_taken_from(summarised):
    for quote in summarised(ARTICLES, words=60).quotes:
        assert quote.text.rstrip("…") in ARTICLES[quote.article].text


@pytest.mark.parametrize("summarised", WAYS)
def test_no_sentence_is_said_twice(summarised):
    quotes = summarised([ARTICLES[0], ARTICLES[0]], words=100).quotes
    assert len({quote.text for quote in quotes}) == len(quotes) == 2


@pytest.mark.parametrize("summarised", WAYS)
def test_nothing_is_summarised_as_nothing(summarised):
    assert summarised([]).text == summarised([Article(), Article(title="A headline alone")]).text == ""


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(max_size=300), max_size=5), st.integers(0, 40))
def test_a_summary_keeps_to_its_words(texts, words):
    articles = [Article(text=text, language="en") for text in texts]
    for summarised in WAYS:
        assert len(summarised(articles, words=words).text.split()) <= words


def test_only_the_last_sentence_is_cut():
    quotes = centroid_summary(ARTICLES, words=16).quotes
    assert all(not quote.text.endswith("…") for quote in quotes[:-1])
    assert quotes[-1].text.endswith("…")


def test_a_long_summary_takes_more_sentences_than_are_tried_together():
    articles = [
        Article(text=" ".join(f"Event number{n} hit the town{n} of place{n} with force." for n in range(m, m + 6)))
        for m in range(0, 24, 6)
    ]
    summary = centroid_summary(articles, words=150)
    assert len({quote.text for quote in summary.quotes}) == len(summary.quotes) >= 15


def test_a_summary_does_not_say_twice_what_it_can_say_once():
    twins = [
        Article(title="Quake in Norvik", text="An earthquake shook the harbour of Norvik on Monday morning."),
        Article(title="Norvik quake", text="An earthquake shook the harbour of Norvik on Monday evening."),
        Article(title="Norvik", text="Mayor Lind asked the government for help after the earthquake in Norvik."),
    ]
    assert "Mayor Lind" in centroid_summary(twins, words=22).text


@pytest.mark.parametrize("summarised", WAYS)
def test_sentences_stand_in_reading_order(summarised):
    quotes = summarised(ARTICLES, words=100).quotes
    places = [(quote.article, ARTICLES[quote.article].text.index(quote.text)) for quote in quotes]
    assert places == sorted(places)
    assert len({article for article, _ in places}) == len(ARTICLES)


@pytest.mark.parametrize("summarised", WAYS)
def test_a_sentence_that_is_contained_in_another_is_not_said_beside_it(summarised):
    articles = [
        Article(text="An earthquake shook the harbour of Norvik on Monday. Mayor Lind asked the government for help."),
        Article(text="The harbour of Norvik was shaken by an earthquake that shook it on Monday at dawn."),
    ]
    said = [quote.text for quote in summarised(articles, words=100).quotes]
    assert sum("earthquake" in text for text in said) == 1
    assert sum("Mayor Lind" in text for text in said) == 1


@pytest.mark.parametrize("summarised", WAYS)
def test_sentences_with_little_in_common_are_all_said(summarised):
    articles = [Article(text="The of and to in a was."), Article(text="?! ?! ?! ?! ?! ?!"), *ARTICLES[:1]]
    assert len(summarised(articles, words=100).quotes) == 4


@settings(max_examples=30, deadline=None)
@given(st.lists(NUMBERED, min_size=1, max_size=6), st.integers(10, 60))
def test_only_what_is_cut_stands_out_of_order(sentences, words):
    articles = [Article(text=f"{sentence}.", language="en") for sentence in sentences]
    for summarised in WAYS:
        quotes = summarised(articles, words=words).quotes
        order = [quote.article for quote in quotes if not quote.text.endswith("…")]
        assert order == sorted(order)
        assert all(not quote.text.endswith("…") for quote in quotes[:-1])
