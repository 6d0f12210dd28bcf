"""Fills a store with made-up news, for benchmarks that read.

Rows are written in batches and not through the store's interfaces, so that 100,000 articles take half a minute; what
the measured pages do not read, the search index, stays empty. What ``file_more`` adds afterwards is written in the
usual way. The same numbers give the same articles, stories and ids.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Table, create_engine, func, insert, select, text

from newsloom.blocks import Block
from newsloom.records import Article, Coverage, Report, Revision, Source
from newsloom.stores import open_store
from newsloom.stores.digests import address_digest, reading_digest
from newsloom.stores.protocol import Store
from newsloom.stores.sites import site_of_article
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.article_rows import packed_article
from newsloom.stores.sql.articles import ARTICLES, REVISIONS
from newsloom.stores.sql.facets import FACETS
from newsloom.stores.sql.stories import REPORTS, STORIES, values_of_story

__all__ = ["file_more", "filled", "story_id"]

_REPORTS: Final = 5
_BATCH: Final = 1000
_PAPERS: Final = 7
_PARAGRAPHS: Final = 6
_CLOSENESS: Final = 0.5
_NOW: Final = datetime.now(UTC)
_FIRST_ARTICLES: Final = 100_000
_APART: Final = timedelta(seconds=6)
_SECTIONS: Final = ("Town", "Sport", "World", "Culture")
_WORDS: Final = "ferry harbour council library bridge orchard choir railway museum bakery late again today".split()


def filled(place: str, articles: int) -> int:
    """Fills the store there, unless it has stories, and returns their number."""
    with closing(open_store(place)) as store:
        with store.read() as transaction:
            known = transaction.stories.count()
        if known:
            # Without those filed afterwards.
            return min(known, articles // _REPORTS)
        with store.transaction() as transaction:
            for number in range(_PAPERS):
                url = f"https://paper{number}.example/"
                transaction.sources.add(Source(url=url, title=f"The Paper {number}", home=url, added_at=_NOW))
    _fill(place, articles)
    return articles // _REPORTS


def file_more(store: Store, first: int, count: int) -> None:
    """Files more articles, and their stories, as a gathering and its desk do."""
    numbers = range(first, first + count)
    with store.transaction() as transaction:
        for number in numbers:
            transaction.articles.keep(Revision(article=_article(number), seen_at=_moment(number)))
        for number in numbers[::_REPORTS]:
            transaction.stories.keep(_story(number // _REPORTS))


def story_id(number: int) -> str:
    """Returns the id of a story by its number."""
    return f"{number:016x}"


def _fill(place: str, articles: int) -> None:
    is_file = "://" not in place
    engine = create_engine(f"sqlite:///{place}" if is_file else place.replace("postgresql:", "postgresql+psycopg:", 1))
    with closing(engine.connect()) as connection, connection.begin():
        start = int(connection.execute(select(func.max(ADDRESSES.c.id))).scalar() or 0) + 1
        for first in range(0, articles, _BATCH):
            _write(connection, range(first, min(first + _BATCH, articles)), start)
        counts = Counter(_section(number) for number in range(articles))
        facets = [("section", name, count) for name, count in counts.items()] + [("language", "en", articles)]
        connection.execute(
            insert(FACETS), [{"kind": kind, "name": name, "articles": count} for kind, name, count in facets]
        )
        if not is_file:
            _tell_postgres(connection)
    engine.dispose()


def _write(connection: Connection, numbers: range, start: int) -> None:
    """Writes some articles with the rows that they refer to, and their stories."""
    articles = [_article(number) for number in numbers]
    ids = [start + number for number in numbers]
    read = list(zip(ids, numbers, articles, strict=True))
    stories = [_story(number // _REPORTS) for number in numbers[::_REPORTS]]
    told = [values_of_story(story) for story in stories]
    rows: dict[Table, list[dict[str, Any]]] = {
        ADDRESSES: [
            {"id": one, "digest": address_digest(_url(number)), "url": _url(number)} for one, number, _ in read
        ],
        ARTICLES: [_article_row(one, number, article) for one, number, article in read],
        REVISIONS: [_revision_row(one, number, article) for one, number, article in read],
        STORIES: [
            {"id": numbers[0] // _REPORTS + place + 1, "name": story.id} | values
            for place, (story, values) in enumerate(zip(stories, told, strict=True))
        ],
        REPORTS: [
            {
                "address_id": one,
                "story_id": number // _REPORTS + 1,
                "paper": site_of_article(_url(number)),
                "seen_at": _moment(number),
                "closeness": _CLOSENESS,
            }
            for one, number, _ in read
        ],
    }
    for table, some in rows.items():
        connection.execute(insert(table), some)


def _article_row(one: int, number: int, article: Article) -> dict[str, Any]:
    return {
        "id": one,
        "address_id": one,
        "first_seen": _moment(number),
        "site": site_of_article(_url(number)),
        "section": article.section,
        "language": article.language,
        "published": article.published,
        "changed_at": _moment(number),
        "revision_id": one,
    }


def _revision_row(one: int, number: int, article: Article) -> dict[str, Any]:
    return {
        "id": one,
        "article_id": one,
        "digest": reading_digest(article),
        "first_seen": _moment(number),
        "last_seen": _moment(number),
        **packed_article(article),
    }


def _tell_postgres(connection: Connection) -> None:
    """Updates the sequences, which explicit ids do not advance, and the planner's statistics, which lag behind."""
    for table in (ADDRESSES, ARTICLES, REVISIONS, STORIES):
        name = table.name
        connection.execute(
            text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) FROM {name}))")  # noqa: S608
        )
    connection.execute(text("ANALYZE"))


def _story(number: int) -> Coverage:
    members = range(number * _REPORTS, (number + 1) * _REPORTS)
    reports = tuple(
        Report(url=_url(one), paper=site_of_article(_url(one)), seen_at=_moment(one), closeness=_CLOSENESS)
        for one in members
    )
    article = _article(members[0])
    return Coverage(
        id=story_id(number),
        first_seen=reports[0].seen_at,
        last_seen=reports[-1].seen_at,
        changed_at=reports[-1].seen_at,
        title=article.title,
        summary=article.text[:300],
        section=article.section,
        language="en",
        words=tuple((word, 0.1) for word in _WORDS),
        reports=reports,
        newness=0.5,
        heat=float(number % 1009),
    )


def _article(number: int) -> Article:
    chance = random.Random(number)  # noqa: S311 - a made-up story
    paragraphs = [" ".join(chance.choices(_WORDS, k=60)) for _ in range(_PARAGRAPHS)]
    return Article(
        url=_url(number),
        title=" ".join(chance.choices(_WORDS, k=7)),
        text="\n\n".join(paragraphs),
        blocks=tuple(
            Block(text=paragraph, path=f"/html/body/main/p[{one}]") for one, paragraph in enumerate(paragraphs)
        ),
        published=_moment(number),
        section=_section(number),
        language="en",
    )


def _section(number: int) -> str:
    return _SECTIONS[number // _REPORTS % len(_SECTIONS)]


def _url(number: int) -> str:
    return f"https://paper{number % _PAPERS}.example/2026/town/story-{number:08d}.html"


def _moment(number: int) -> datetime:
    # The first hundred thousand end an hour ago; articles filed later are never in the future.
    return min(_NOW, _NOW - timedelta(hours=1) - _APART * (_FIRST_ARTICLES - number))
