"""The store that the portal is measured with is one that the portal can read."""

from __future__ import annotations

from contextlib import closing

from benchmarks.newsstand import file_more, filled, story_id
from newsloom.records import ArticleQuery
from newsloom.stores import open_store


def test_the_invented_newsstand_is_read_as_any_other(tmp_path):
    place = str(tmp_path / "newsloom.db")
    assert filled(place, 50) == 10
    with closing(open_store(place)) as store:
        file_more(store, 50, 5)
        with store.query() as lookups:
            story, articles = lookups.story(story_id(3), 30) or (None, {})
        with store.read() as transaction:
            kept = transaction.articles.find(ArticleQuery(limit=100))
            assert transaction.damages.count() == 0
    assert story is not None
    assert len(articles) == 5
    assert len(kept) == 55
    assert all(article.blocks for article in kept)
