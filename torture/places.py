"""Where newsrooms are kept during torture: a state is prepared once and copied as often as needed.

A place is a folder with its settings and the store, which is beside it or on our own PostgreSQL server. The contents of
a store are counted as facts, without numbers and times, which differ from run to run.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
from sqlalchemy import Connection, create_engine

from newsloom.testing.postgres import PostgresServer

__all__ = ["Facts", "Place", "facts_of", "faults_of"]

Facts = Counter[tuple[Any, ...]]

# Leases are short, so that what a killed gatherer held is free when the next one has started.
_SETTINGS: Final = """newsroom = "{newsroom}"
allow_hosts = ["127.0.0.1"]
delay_seconds = 0
concurrency = 4
workers = 1
lease_seconds = 1
"""

# The contents of a store, as facts that do not depend on when they were written, or in which order.
_FACTS: Final = {
    "sources": "SELECT a.url, s.kind, s.chosen FROM sources s JOIN addresses a ON a.id = s.address_id",
    "appointments": "SELECT a.url FROM appointments s JOIN addresses a ON a.id = s.address_id",
    "versions": "SELECT a.url, v.digest, v.status, v.content_type FROM versions v JOIN addresses a ON a.id = v.address_id",
    "bodies": "SELECT digest, size FROM bodies",
    "mentions": "SELECT s.url, a.url FROM mentions m JOIN addresses s ON s.id = m.source_id"
    " JOIN addresses a ON a.id = m.address_id",
    "fronts": "SELECT s.url FROM fronts f JOIN addresses s ON s.id = f.source_id",
    "links": "SELECT a.url FROM links l JOIN addresses a ON a.id = l.address_id",
    "articles": "SELECT a.url, r.language FROM articles r JOIN addresses a ON a.id = r.address_id",
    "revisions": "SELECT a.url, r.body FROM revisions r JOIN articles i ON i.id = r.article_id"
    " JOIN addresses a ON a.id = i.address_id",
    "article_sources": "SELECT s.url, a.url FROM article_sources o JOIN addresses s ON s.id = o.source_id"
    " JOIN articles i ON i.id = o.article_id JOIN addresses a ON a.id = i.address_id",
    "failures": "SELECT a.url, f.stage, f.kind FROM failures f JOIN addresses a ON a.id = f.address_id",
    "reports": "SELECT a.url FROM reports r JOIN addresses a ON a.id = r.address_id",
    "templates": "SELECT site, number, pages FROM site_templates",
    "damages": "SELECT reason FROM damages",
    "takedowns": "SELECT a.url FROM takedowns t JOIN addresses a ON a.id = t.address_id",
}
# Without sections: it is random which page announced a story first.
_FACETS: Final = "SELECT kind, name, articles FROM facets WHERE kind <> 'section'"

# Queries for what must be there only once, or not without something else.
_FAULTS: Final = {
    "an address twice": "SELECT url FROM addresses GROUP BY url HAVING count(*) > 1",
    "a version twice in a row": "SELECT v.id FROM versions v JOIN versions w ON w.address_id = v.address_id"
    " AND w.digest = v.digest AND w.id > v.id AND NOT EXISTS (SELECT 1 FROM versions x WHERE"
    " x.address_id = v.address_id AND x.id > v.id AND x.id < w.id)",
    "an article without a reading": "SELECT i.id FROM articles i LEFT JOIN revisions r ON r.id = i.revision_id"
    " WHERE r.id IS NULL",
    "a page without its bytes": "SELECT v.id FROM versions v LEFT JOIN bodies b ON b.digest = v.digest"
    " WHERE b.digest IS NULL",
    "a difference without its base": "SELECT b.digest FROM bodies b LEFT JOIN bodies c ON c.digest = b.base"
    " WHERE b.base IS NOT NULL AND c.digest IS NULL",
    "a version that ends before it begins": "SELECT id FROM versions WHERE last_seen < first_seen",
    "a reading that ends before it begins": "SELECT id FROM revisions WHERE last_seen < first_seen",
    "a report of no article": "SELECT r.address_id FROM reports r LEFT JOIN articles i ON i.address_id = r.address_id"
    " WHERE i.id IS NULL",
    "a story without reports": "SELECT s.id FROM stories s WHERE s.merged_into IS NULL AND s.reports > 0"
    " AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.story_id = s.id)",
}


@dataclass(slots=True)
class Place:
    """A folder, and the newsroom named in its settings."""

    folder: Path
    newsroom: str
    server: PostgresServer | None = None

    @classmethod
    def made(cls, folder: Path, server: PostgresServer | None, settings: str = "") -> Place:
        """Makes an empty place."""
        folder.mkdir(parents=True)
        newsroom = server.new_database() if server else "newsloom.db"
        place = cls(folder=folder, newsroom=newsroom, server=server)
        place.write_settings(settings)
        return place

    def write_settings(self, more: str = "", newsroom: str | None = None) -> None:
        told = _SETTINGS.format(newsroom=newsroom or self.newsroom) + more
        (self.folder / "newsloom.toml").write_text(told, encoding="utf-8")

    def copy(self, folder: Path, settings: str = "", files: Path | None = None) -> Place:
        """Copies the state to another folder, with a server's files in ``files``; it must not be open elsewhere."""
        shutil.copytree(self.folder, folder)
        newsroom = self.server.new_database(template=self.newsroom, folder=files) if self.server else self.newsroom
        place = Place(folder=folder, newsroom=newsroom, server=self.server)
        place.write_settings(settings)
        return place

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.server:
            self.server.drop_database(self.newsroom)

    @property
    def address(self) -> str:
        """The address of the store, for a program that opens it by itself."""
        return self.newsroom if self.server else str(self.folder / self.newsroom)

    @property
    def unindexed(self) -> str:
        """A query for articles missing in the index, and for index entries without an article."""
        if self.server:
            return (
                "SELECT i.id, w.article_id FROM articles i FULL JOIN search_words w ON w.article_id = i.id"
                " WHERE i.id IS NULL OR w.article_id IS NULL"
            )
        # SQLite's index keeps earlier revisions, too.
        return (
            "SELECT revision_id FROM articles WHERE revision_id NOT IN (SELECT id FROM search_words_docsize)"
            " UNION ALL SELECT id FROM search_words_docsize WHERE id NOT IN (SELECT id FROM revisions)"
        )

    @contextlib.contextmanager
    def connection(self) -> Iterator[Connection]:
        """Opens a separate connection, not through the product."""
        address = (
            self.address.replace("postgresql:", "postgresql+psycopg:") if self.server else f"sqlite:///{self.address}"
        )
        engine = create_engine(address)
        try:
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()

    def has_tables(self) -> bool:
        with self.asked() as ask:
            return ask is not None

    @contextlib.contextmanager
    def asked(self) -> Iterator[Callable[[str], list[Any]] | None]:
        """Yields a function that runs SQL queries in one transaction; None if there are no tables yet.

        It uses only the driver, since thousands of stores are inspected.
        """
        if not self.server and not Path(self.address).exists():
            yield None
            return
        connection: Any = psycopg.connect(self.newsroom) if self.server else sqlite3.connect(self.address)
        with contextlib.closing(connection):
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ" if self.server else "BEGIN")

            def ask(question: str) -> list[Any]:
                rows: list[Any] = connection.execute(question).fetchall()
                return rows

            found = ask("SELECT tablename FROM pg_tables" if self.server else "SELECT name FROM sqlite_master")
            yield ask if ("takedowns",) in found else None

    def files(self) -> set[str]:
        """Returns the files in the folder, except the store's own and the command's output."""
        own = {"printed", "said", "newsloom.db", "newsloom.db-wal", "newsloom.db-shm"}
        return {file.name for file in self.folder.iterdir()} - own


def facts_of(place: Place) -> Facts:
    """Returns all facts in a store."""
    facts: Facts = Counter()
    with place.asked() as ask:
        if ask is None:
            return facts
        for name, question in _FACTS.items():
            facts.update((name, *map(_plain, row)) for row in ask(question))
        for kind, name, articles in ask(_FACETS):
            facts["facets", kind, name] += articles
        groups: dict[Any, list[str]] = {}
        for url, story in ask("SELECT a.url, r.story_id FROM reports r JOIN addresses a ON a.id = r.address_id"):
            groups.setdefault(story, []).append(url)
        facts.update(("story", *sorted(urls)) for urls in groups.values())
    return facts


def faults_of(place: Place) -> list[str]:
    """Returns what is wrong with a store, whatever its contents."""
    faults = []
    with place.asked() as ask:
        if ask is None:
            return []
        for name, question in _FAULTS.items():
            if found := ask(question):
                faults.append(f"{name}: {found[:3]}")
        if found := ask(place.unindexed):
            faults.append(f"the search index is another than the articles: {found[:3]}")
    if not place.server:
        faults += _faults_of_file(place.address)
    return faults


def _faults_of_file(file: str) -> list[str]:
    with contextlib.closing(sqlite3.connect(file)) as database:
        faults = [row[0] for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"]
        faults += [f"no such row: {row}" for row in database.execute("PRAGMA foreign_key_check")]
        database.execute("INSERT INTO search_words(search_words) VALUES ('integrity-check')")
        database.rollback()
    return faults


def _plain(value: Any) -> Any:
    """Returns the value in a form common to both stores; a digest for bytes."""
    if isinstance(value, memoryview):
        value = bytes(value)
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()[:16]
    return value
