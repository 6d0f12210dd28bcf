from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.desk.representation import represent
from newsloom.desk.similarity import article_similarity
from newsloom.records import Article

QUAKE = Article(
    title="Earthquake shakes Norvik harbour",
    text="A strong earthquake shook the harbour of Norvik on Monday. Twelve people were hurt, Mayor Anna Lind said.",
    language="en",
)
SAME = Article(
    title="Twelve hurt as quake strikes Norvik",
    text="Twelve people were hurt when an earthquake struck Norvik. Mayor Anna Lind asked for help for the harbour.",
    language="en",
)
GERMAN = Article(
    title="Erdbeben erschüttert den Hafen von Norvik",
    text="Ein starkes Erdbeben hat am Montag den Hafen von Norvik erschüttert. Bürgermeisterin Anna Lind bat um Hilfe.",
    language="de",
)
BANK = Article(
    title="Central bank raises rates",
    text="The central bank raised its interest rate to 4 per cent to fight inflation, said Governor Pavel Orsini.",
    language="en",
)
GERMAN_BANK = Article(
    title="Notenbank erhöht den Leitzins",
    text="Die Notenbank hat den Leitzins auf 4 Prozent erhöht, sagte Gouverneur Pavel Orsini am Dienstag.",
    language="de",
)


def test_an_article_is_like_itself():
    assert article_similarity(QUAKE, QUAKE) == 1.0


def test_two_reports_of_an_event_are_more_alike_than_reports_of_two():
    assert article_similarity(QUAKE, SAME) > article_similarity(QUAKE, BANK) + 0.3


def test_reports_of_an_event_in_two_languages_are_more_alike_than_reports_of_two():
    assert article_similarity(QUAKE, GERMAN) > article_similarity(QUAKE, GERMAN_BANK)
    assert article_similarity(BANK, GERMAN_BANK) > article_similarity(BANK, GERMAN)


def test_nothing_is_like_an_article_without_words():
    assert article_similarity(QUAKE, Article()) == article_similarity(Article(), Article()) == 0.0


@pytest.mark.parametrize("other", [SAME, GERMAN, BANK])
def test_the_order_of_the_two_does_not_matter(other):
    assert article_similarity(QUAKE, other) == pytest.approx(article_similarity(other, QUAKE), abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=200), st.text(max_size=200))
def test_similarity_is_a_share_of_one(a, b):
    assert 0.0 <= article_similarity(Article(text=a, language="en"), Article(text=b, language="en")) <= 1.0


def test_names_of_other_alphabets_meet_in_plain_letters():
    russian = represent(Article(text="Сегодня Путин говорил о мире и о войне в Москве", language="ru"))
    assert "putin" in russian.bags["plain names"]


def test_a_long_text_is_read_at_its_beginning():
    long = Article(title=QUAKE.title, text=QUAKE.text + " " * 10_000 + "word " * 500_000, language="en")
    assert article_similarity(QUAKE, long) == 1.0
