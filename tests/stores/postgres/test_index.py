from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import Integer, Text, text

from newsloom.records import Article, ArticleQuery, Revision
from newsloom.stores.postgres import PostgresStore
from newsloom.stores.postgres.index import PostgresIndex
from newsloom.stores.search import ArticleStems, search_query_of

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.fixture
def store(postgres_dsn):
    with closing(PostgresStore(postgres_dsn)) as opened:
        yield opened


def keep(store, title, text):
    article = Article(url="https://lorne.example/a", title=title, text=text, language="en")
    with store.transaction() as transaction:
        transaction.articles.keep(Revision(article=article, seen_at=NOON))


def test_stems_are_written_with_their_places_and_the_headline_s_weight():
    reading = ArticleStems(tag="en", title=("ferri",), body=("don't", "ferri"))
    assert PostgresIndex().row(7, 9, reading) == {
        "number": 7,
        "stems": "'language/en' 'ferri':1A,102 'don''t':101",
    }


def test_a_phrase_is_first_looked_for_by_its_words():
    parameters = PostgresIndex().parameters(search_query_of('"harbour masters" -late -"sea wall"', ["en"]))
    assert parameters["words"] == "(('language/en') & ('harbour') & ('master') & !(('late')))"
    assert parameters["question"] == ("(('language/en') & ('harbour' <-> 'master') & !(('late') | ('sea' <-> 'wall')))")
    assert parameters["examined"] > PostgresIndex().parameters(search_query_of("harbour", ["en"]))["examined"]


def test_a_search_leaves_the_plans_of_other_questions_alone(store):
    keep(store, "Ferry", "The ferry is late.")
    with store.read() as transaction:
        assert transaction.articles.search("ferry", ArticleQuery())
        assert transaction.articles._executor.rows(text("SHOW enable_seqscan").columns(value=Text))[0][0] == "on"


def test_an_edited_article_has_one_row_of_stems(store):
    keep(store, "Ferry", "The ferry is late.")
    keep(store, "Ferry", "The ferry has come.")
    with store.read() as transaction:
        assert (
            transaction.articles._executor.rows(text("SELECT count(*) FROM search_words").columns(value=Integer))[0][0]
            == 1
        )
