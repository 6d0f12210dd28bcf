"""Whatever a stranger types, SQLite and PostgreSQL understand it as we meant it, or find nothing."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.stores.sql.model import Model

from newsloom.records import Article, ArticleQuery, Revision
from newsloom.stores import open_store

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
TEXTS = {
    "en": "The minister's ferry -- don't ask -- left at 7:30, \\'quoted\\' and _underlined_; NEAR the l'Hôtel.",
    "tr": "Ankara'nın IŞIKLARI söndü; İzmir'de vapur yok.",
    "fr": "L'eau d'aujourd'hui n'est qu'un rêve.",
    "ja": "港の新しい船が来た。",
    "hi": "नई नाव बंदरगाह पर आई।",
    None: "Zebra crossing 2026 AND OR NOT",
}
# Signs that mean something to one of the databases, and words of the texts in all their forms.
pieces = st.sampled_from(
    [
        *" \"'*()&|!<->:-\\%_^{}+;,\x00🗞",
        "AND",
        "OR",
        "NOT",
        "NEAR",
        "ferries",
        "don't",
        "ışık",
        "l'eau",
        "船",
        "नाव",
        "zebra",
    ]
)
questions = (
    st.text(max_size=60) | st.lists(pieces, max_size=12).map("".join) | st.lists(pieces, max_size=12).map(" ".join)
)


def fill(transaction):
    for number, (language, text) in enumerate(TEXTS.items()):
        article = Article(url=f"https://lorne.example/{number}", title=text[:20], text=text, language=language)
        transaction.articles.keep(Revision(article=article, seen_at=NOON))


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def stores(request, tmp_path_factory):
    if request.param == "sqlite":
        place = str(tmp_path_factory.mktemp("questions") / "newsloom.db")
    else:
        place = request.getfixturevalue("postgres_server").new_database()
    model = Model()
    fill(model)
    with closing(open_store(place)) as store:
        with store.transaction() as transaction:
            fill(transaction)
        yield model, store


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(words=questions)
def test_every_store_finds_the_same(stores, words):
    model, store = stores
    with store.read() as transaction:
        answers = {hit.url for hit in transaction.articles.search(words, ArticleQuery())}
    assert answers == {hit.url for hit in model.articles.search(words, ArticleQuery())}


def test_the_texts_are_found_at_all(stores):
    _, store = stores
    wanted = {"ferries": 0, "minister": 0, "don't ask": 0, '"7 30"': 0, "_underlined_": 0, "ışık": 1, "IŞIK": 1}
    wanted |= {
        "ankara": 1,
        "izmir": 1,
        "eau": 2,
        "aujourd'hui": 2,
        "船が": 3,
        "新しい船": 3,
        "नाव": 4,
        "zebra": 5,
        "and": 5,
    }
    with store.read() as transaction:
        for words, number in wanted.items():
            found = [hit.url for hit in transaction.articles.search(words, ArticleQuery())]
            assert f"https://lorne.example/{number}" in found, (words, found)
