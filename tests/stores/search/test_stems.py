from __future__ import annotations

from tests.stores.sql.matching import matched

from newsloom.records import Article
from newsloom.stores.search import ArticleStems, search_query_of, stems_of_article


def answer(article, words):
    return matched(stems_of_article(article), search_query_of(words, [article.language]))


def test_headline_and_text_are_read_apart():
    article = Article(title="Ferries", text="They run.", language="en")
    assert stems_of_article(article) == ArticleStems(tag="en", title=("ferri",), body=("run",))


def test_authors_keywords_and_description_belong_to_the_text():
    article = Article(
        text="One.", description="Two seagulls.", authors=("Ada Holm",), keywords=("harbour",), language="no"
    )
    assert {"ada", "holm", "harbour"} <= set(stems_of_article(article).body)


def test_a_language_is_known_by_any_of_its_names():
    assert stems_of_article(Article(text="Ferries", language="en-US")) == stems_of_article(
        Article(text="Ferries", language="en")
    )


def test_an_article_without_a_language_keeps_its_words():
    assert stems_of_article(Article(text="The Ferries")).body == ("the", "ferries")


def test_a_text_without_end_is_read_as_far_as_its_beginning():
    reading = stems_of_article(Article(title="t " * 100_000, text="word " * 2_000_000, language="en"))
    assert len(reading.title) <= 1_000
    assert len(reading.body) <= 16_000


def test_an_empty_article_has_no_stems():
    assert stems_of_article(Article()) == ArticleStems(tag="und", title=(), body=())


def test_all_phrases_must_be_there():
    article = Article(title="Ferry", text="The harbour master spoke.", language="en")
    assert answer(article, 'ferry "harbour master"') is not None
    assert answer(article, 'ferry "master spoke harbour"') is None
    assert answer(article, "ferry walrus") is None


def test_the_unwanted_is_nowhere():
    article = Article(title="Ferry", text="The harbour master spoke.", language="en")
    assert answer(article, "ferry -harbour") is None
    assert answer(article, "harbour -ferry") is None


def test_a_question_in_another_language_is_no_answer():
    assert matched(stems_of_article(Article(text="ferry", language="no")), search_query_of("ferry", ["en"])) is None


def test_the_headline_weighs_more():
    told = Article(title="Council", text="A ferry came. " + "Roads were discussed. " * 30, language="en")
    about = Article(title="Ferry", text="Roads were discussed. " * 30, language="en")
    assert answer(about, "ferry") > answer(told, "ferry") > 0
