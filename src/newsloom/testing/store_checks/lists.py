"""Checks of lists of articles: latest first, page by page, filtered; and the counts of each kind."""

from __future__ import annotations

import dataclasses
from typing import Final

from newsloom.errors import StoreError
from newsloom.records import Article, ArticleQuery, Block, Link, Revision
from newsloom.stores.digests import article_id
from newsloom.stores.protocol import Store, Transaction
from newsloom.testing.requirements import require
from newsloom.testing.store_checks.moments import at

__all__ = [
    "chooses_articles_by_what_they_are",
    "counts_sections_and_languages",
    "lists_articles_by_their_last_change",
    "lists_the_latest_first",
    "names_articles_by_their_id",
    "reads_many_at_once",
]

_HOME: Final = "https://lorne.example/"


def lists_the_latest_first(store: Store) -> None:
    """Articles are listed by when they were first seen, latest first, whatever their edits; page by page, each once."""
    with store.transaction() as transaction:
        for number in (4, 0, 8, 1, 7, 2, 6, 3, 5):
            _keep(transaction, f"{_HOME}{number}", number // 2)
        _keep(transaction, f"{_HOME}0", 9, text="Edited.")
        _keep(transaction, f"{_HOME}8", 0.5, text="Found late, read early.")
    with store.read() as transaction:
        everything = transaction.articles.find(ArticleQuery())
        hours = [int((article.url or "")[-1]) // 2 for article in everything]
        # Story 8 was later found to have been there at 0:30.
        require(hours[-3:] == [4, 0, 0] and hours[:-3] == sorted(hours[:-3], reverse=True), f"hours come as {hours}")
        require(len(hours) == 9, f"of nine articles {len(hours)} are listed")
        require(_pages(transaction, ArticleQuery(limit=2)) == everything, "page by page there are others than at once")
        require(transaction.articles.find(ArticleQuery(limit=0)) == (), "none was wanted, and one was listed")
        times = transaction.lookups.times([f"{_HOME}8", _HOME])
        require(times[f"{_HOME}8"][0] == at(0.5), "an article's first time is not known")
        require(_HOME not in times, "an unknown article was seen")
        refused = False
        try:
            transaction.articles.find(ArticleQuery(after=_HOME))
        except StoreError:
            refused = True
        require(refused, "continuing from an article that does not exist was possible")


def lists_articles_by_their_last_change(store: Store) -> None:
    """Articles changed after a time come in the order of their last change, so that another program can keep up."""
    with store.transaction() as transaction:
        for number in range(4):
            _keep(transaction, f"{_HOME}{number}", number)
        _keep(transaction, f"{_HOME}1", 7, text="Edited.")
        _keep(transaction, f"{_HOME}0", 5, text="Edited, too.")
        _keep(transaction, f"{_HOME}2", 8)
    with store.read() as transaction:
        changed = [article.url for article in transaction.articles.find(ArticleQuery(changed_after=at(2)))]
        require(changed == [f"{_HOME}{number}" for number in (3, 0, 1)], f"after hour 2 these changed: {changed}")
        query = ArticleQuery(changed_after=at(0), limit=1)
        paged = [article.url for article in _pages(transaction, query)]
        require(paged == [f"{_HOME}{number}" for number in (2, 3, 0, 1)], f"page by page these changed: {paged}")


def chooses_articles_by_what_they_are(store: Store) -> None:
    """Articles are filtered by source, paper, section, language and time, alone and combined; as they are now."""
    with store.transaction() as transaction:
        _keep(transaction, "https://www.lorne.example/a", 1, section="Town", language="en")
        _keep(transaction, "https://sport.lorne.example/b", 2, section="Sport", language="en")
        _keep(transaction, "https://abbey.example/c", 3, section="Town", language="no")
        _keep(transaction, "https://abbey.example/d", 4, section="Town", language="en")
        _keep(transaction, "https://abbey.example/d", 5, section="Sport", language="en")
        transaction.links.sight(
            _HOME, (Link(url="https://www.lorne.example/a"), Link(url="https://abbey.example/d")), at(6)
        )
    queries = {
        ArticleQuery(source_url=_HOME): "da",
        ArticleQuery(source_url=_HOME, section="Town"): "a",
        ArticleQuery(source_url=_HOME, changed_after=at(0)): "ad",
        ArticleQuery(source_url=_HOME, since=at(2)): "d",
        ArticleQuery(source_url="https://nowhere.example/"): "",
        ArticleQuery(site="lorne.example"): "ba",
        ArticleQuery(site="www.lorne.example", section="Sport"): "b",
        ArticleQuery(section="Sport"): "db",
        # The same section in another language.
        ArticleQuery(section="Spor"): "db",
        ArticleQuery(section="Town", language="en"): "a",
        ArticleQuery(section="town"): "",
        ArticleQuery(language="no"): "c",
        ArticleQuery(since=at(2), until=at(4)): "cb",
    }
    with store.read() as transaction:
        for query, wanted in queries.items():
            found = "".join((article.url or "")[-1] for article in transaction.articles.find(query))
            require(found == wanted, f"{query} finds {found!r}, not {wanted!r}")


def names_articles_by_their_id(store: Store) -> None:
    """Every article has a short public id, made from its address alone."""
    with store.transaction() as transaction:
        for number in range(3):
            _keep(transaction, f"{_HOME}{number}", number)
    with store.read() as transaction:
        for number in range(3):
            found = transaction.articles.by_id(article_id(f"{_HOME}{number}"))
            require(found is not None and found.url == f"{_HOME}{number}", f"under the name of {number} is {found}")
        for unknown in (article_id(_HOME), "", "0" * 16, "no id", "0" * 64, "\x00", f"{_HOME}0"):
            require(transaction.articles.by_id(unknown) is None, f"something is named {unknown!r}")


def reads_many_at_once(store: Store) -> None:
    """Articles read in one call are the same as read singly, with the times of arrival and last change."""
    blocks = (Block(text="Story."),)
    with store.transaction() as transaction:
        for number in range(4):
            article = Article(url=f"{_HOME}{number}", text="Story.", title=f"Story {number}", blocks=blocks)
            transaction.articles.keep(Revision(article=article, seen_at=at(number)))
        _keep(transaction, f"{_HOME}1", 7, text="Edited.")
    asked = [f"{_HOME}{number}" for number in (3, 1, 1, 9)]
    with store.read() as transaction:
        found = transaction.lookups.articles(asked)
        require(set(found) == set(asked[:2]), f"of {asked} these were read: {list(found)}")
        for url, one in found.items():
            require(one.article == transaction.articles.get(url), f"{url} reads differently among others")
            changed_at = transaction.articles.revisions(url)[-1].seen_at
            require(one.changed_at == changed_at, f"{url} changed at another time among others")
        skimmed = transaction.lookups.summaries(asked)
        whole = {url: dataclasses.replace(one.article, blocks=()) for url, one in found.items()}
        require(
            {url: one.article for url, one in skimmed.items()} == whole,
            "summaries of articles differ from the articles",
        )
        times = {url: (one.first_seen, one.changed_at) for url, one in found.items()}
        require(transaction.lookups.times(asked) == times, "articles have other times of arrival and change")
        require(transaction.lookups.articles(()) == {}, "nothing was asked for, and something was read")


def counts_sections_and_languages(store: Store) -> None:
    """Counts come with the most frequent first; an article that changed is counted where it is now."""
    with store.transaction() as transaction:
        for number, (section, language) in enumerate([("Town", "en"), ("Sport", "no"), ("Sport", "en"), (None, None)]):
            _keep(transaction, f"{_HOME}{number}", number, section=section, language=language)
        _keep(transaction, f"{_HOME}0", 5, section="Sport", language="en")
        _keep(transaction, f"{_HOME}1", 0, section="Sea", language="tr")
        require(transaction.facets.sections() == (("sport", 3),), f"the sections are {transaction.facets.sections()}")
        _keep(transaction, f"{_HOME}2", 6, section="Sea", language="en")
    with store.read() as transaction:
        require(
            transaction.facets.sections() == (("sport", 2), ("Sea", 1)),
            f"now they are {transaction.facets.sections()}",
        )
        found = transaction.facets.languages()
        require(found == (("en", 2), ("no", 1)), f"the languages are {found}")


def _keep(transaction: Transaction, url: str, hour: float, **facts: str | None) -> None:
    article = dataclasses.replace(Article(url=url, text="Story."), **facts)  # type: ignore[arg-type]
    transaction.articles.keep(Revision(article=article, seen_at=at(hour)))


def _pages(transaction: Transaction, query: ArticleQuery) -> tuple[Article, ...]:
    found: list[Article] = []
    while page := transaction.articles.find(dataclasses.replace(query, after=found[-1].url if found else None)):
        found.extend(page)
    return tuple(found)
