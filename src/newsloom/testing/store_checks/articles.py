"""Checks of articles: their edits are stored, and they are found by address, source and time."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import Final

from newsloom.errors import StoreError
from newsloom.records import Article, ArticleQuery, Block, Image, Link, Page, Revision
from newsloom.stores.protocol import Store
from newsloom.testing.requirements import require
from newsloom.testing.store_checks.moments import at

__all__ = [
    "articles_belong_to_where_they_were_sighted",
    "finds_articles_by_time_and_page",
    "keeps_an_edit_and_not_a_fetch",
    "tells_how_an_article_read_at_a_time",
]

_HOME: Final = "https://lorne.example/"

_STORY: Final = Article(
    url=_HOME + "ferry",
    canonical_url=_HOME + "ferry.html",
    site="Lorne Post",
    title="The ferry is late",
    description="The ferry, again.",
    text="The ferry was late again.\n\nNobody knows why.",
    blocks=(Block(text="The ferry was late again."), Block(text="Nobody knows why.", kind="quote")),
    published=datetime.fromisoformat("2026-10-31T23:15:00+02:00"),
    date="2026-10-31",
    authors=("Ada Holm",),
    section="Town",
    keywords=("ferry", "town"),
    language="en",
    images=(Image(url=_HOME + "f.jpg?token=1", caption="The ferry"),),
    next_page=_HOME + "ferry/2",
    confidence=0.9,
    provenance={"title": "declared"},
)


def keeps_an_edit_and_not_a_fetch(store: Store) -> None:
    """Only a different text is a revision; another fetch of the page, or another reading of it, is not."""
    refetched = dataclasses.replace(
        _STORY,
        modified=at(2),
        confidence=0.8,
        provenance={"title": "visible"},
        images=(Image(url=_HOME + "f.jpg?token=2", caption="The ferry"),),
    )
    edited = dataclasses.replace(_STORY, text=_STORY.text + "\n\nIt has come.")
    with store.transaction() as transaction:
        require(
            transaction.articles.keep(Revision(article=_STORY, seen_at=at(1), digest="d1")), "a new article is not new"
        )
        is_new = transaction.articles.keep(Revision(article=refetched, seen_at=at(2), digest="d2"))
        require(not is_new, "an article that reads the same is called new")
        require(
            transaction.articles.keep(Revision(article=edited, seen_at=at(3), digest="d3")), "an edit was not stored"
        )
        require(transaction.articles.count() == 1, f"one article counts as {transaction.articles.count()}")
        wanted = (
            Revision(article=_STORY, seen_at=at(1), digest="d1"),
            Revision(article=edited, seen_at=at(3), digest="d3"),
        )
        found = transaction.articles.revisions(_STORY.url or "")
        require(found == wanted, f"the revisions are {found}")
        refused = False
        try:
            transaction.articles.keep(Revision(article=Article(title="Nowhere"), seen_at=at(1)))
        except StoreError:
            refused = True
        require(refused, "an article without an address was stored")


def tells_how_an_article_read_at_a_time(store: Store) -> None:
    """An article is returned as it read at a time, or as it reads now, whatever the order in which readings arrived."""
    edited = dataclasses.replace(_STORY, title="The ferry has come")
    url = _STORY.url or ""
    with store.transaction() as transaction:
        transaction.articles.keep(Revision(article=edited, seen_at=at(5)))
        transaction.articles.keep(Revision(article=_STORY, seen_at=at(2)))
        transaction.articles.keep(Revision(article=edited, seen_at=at(4)))
    with store.read() as transaction:
        require(transaction.articles.get(url, at(1)) is None, "an article was there before it was first seen")
        require(transaction.articles.get(url, at(3)) == _STORY, "an article does not read as it did at first")
        require(transaction.articles.get(url, at(4)) == edited, "an article does not read as it did after the edit")
        require(transaction.articles.get(url) == edited, "an article does not read as it does now")
        require(len(transaction.articles.revisions(url)) == 2, "a late reading made a revision of its own")
        require(
            transaction.articles.find(ArticleQuery(order="earliest", until=at(3))) == (edited,),
            "an article is not found by when it was first seen",
        )
        require(transaction.articles.get(_HOME) is None, "an article is found that was never stored")
        require(transaction.articles.revisions(_HOME) == (), "an article that was never stored has revisions")


def finds_articles_by_time_and_page(store: Store) -> None:
    """Articles come in the order in which they were first seen, page by page, each once."""
    stories = [Article(url=f"{_HOME}{number}", text=f"Story {number}") for number in range(9)]
    with store.transaction() as transaction:
        for number in (4, 0, 8, 1, 7, 2, 6, 3, 5):
            transaction.articles.keep(Revision(article=stories[number], seen_at=at(number // 2)))
    with store.read() as transaction:
        found = transaction.articles.find(ArticleQuery(order="earliest", since=at(1), until=at(3)))
        require({story.url for story in found} == {story.url for story in stories[2:6]}, f"of hours 1 and 2: {found}")
        everything = transaction.articles.find(ArticleQuery(order="earliest"))
        hours = [int((story.text or "").split()[1]) // 2 for story in everything]
        require(hours == sorted(hours) and len(hours) == 9, f"articles come in the order {hours}")
        pages: list[Article] = []
        while page := transaction.articles.find(
            ArticleQuery(order="earliest", after=pages[-1].url if pages else None, limit=2)
        ):
            pages.extend(page)
        require(tuple(pages) == everything, "articles read page by page are not those read at once")
        require(
            transaction.articles.find(ArticleQuery(order="earliest", limit=0)) == (),
            "none was wanted, and one was found",
        )
        refused = False
        try:
            transaction.articles.find(ArticleQuery(order="earliest", after=_HOME))
        except StoreError:
            refused = True
        require(refused, "continuing from an article that does not exist was possible")


def articles_belong_to_where_they_were_sighted(store: Store) -> None:
    """Articles are found by the sources that linked to them, directly or by a redirect, before or after the reading."""
    feed, front, later = _HOME + "feed", _HOME, _HOME + "sea"
    direct = Article(url=_HOME + "a", text="A")
    redirected = Article(url=_HOME + "b.html", text="B")
    alone = Article(url=_HOME + "c", text="C")
    with store.transaction() as transaction:
        transaction.links.sight(feed, (Link(url=_HOME + "a"), Link(url=_HOME + "b?from=feed")), at(1))
        transaction.articles.keep(Revision(article=direct, seen_at=at(2)))
        transaction.articles.keep(Revision(article=redirected, seen_at=at(3)))
        transaction.articles.keep(Revision(article=alone, seen_at=at(4)))
        transaction.links.sight(front, (Link(url=_HOME + "a", title="A, on the front page"),), at(5))
        require(
            transaction.articles.find(ArticleQuery(order="earliest", source_url=feed)) == (direct,),
            "an article belongs to a source that led elsewhere",
        )
        page = Page(url=_HOME + "b.html", requested_url=_HOME + "b?from=feed", fetched_at=at(3), body=b"B")
        transaction.pages.keep(page)
        transaction.links.sight(later, (Link(url=_HOME + "b?from=feed"),), at(6))
    with store.read() as transaction:
        for source, wanted in ((feed, (direct, redirected)), (front, (direct,)), (later, (redirected,))):
            found = transaction.articles.find(ArticleQuery(order="earliest", source_url=source))
            require(found == wanted, f"of {source} these are found: {found}")
        require(
            transaction.articles.find(ArticleQuery(order="earliest", source_url=feed, since=at(3))) == (redirected,),
            "source and time cannot be combined",
        )
        require(
            transaction.articles.find(ArticleQuery(order="earliest", source_url=feed, after=direct.url))
            == (redirected,),
            "the articles of a source are not read in pages",
        )
        require(
            transaction.articles.find(ArticleQuery(order="earliest", source_url=_HOME + "nowhere")) == (),
            "an unknown source has articles",
        )
