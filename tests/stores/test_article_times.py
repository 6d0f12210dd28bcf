"""When an article was first seen, and since when it reads as it does: the same in every store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from newsloom.records import Article, Revision

START = datetime(2026, 11, 1, tzinfo=UTC)
URL = "https://lorne.example/ferry"


def keep(store, text, hour):
    with store.transaction() as transaction:
        article = Article(url=URL, title="Ferry", text=text)
        transaction.articles.keep(Revision(article=article, seen_at=START + timedelta(hours=hour)))


def times(store):
    with store.read() as transaction:
        return transaction.lookups.times([URL]).get(URL, (None, None))


def test_an_edit_moves_the_time_of_change_and_a_fetch_does_not(store):
    keep(store, "It is late.", 1)
    assert times(store) == (START + timedelta(hours=1), START + timedelta(hours=1))
    keep(store, "It is late.", 2)
    assert times(store) == (START + timedelta(hours=1), START + timedelta(hours=1))
    keep(store, "It has come.", 3)
    assert times(store) == (START + timedelta(hours=1), START + timedelta(hours=3))


def test_nothing_is_known_of_what_was_never_seen(store):
    assert times(store) == (None, None)
