"""Stores as earlier versions of Newsloom left them: tables of an old schema, and rows written into them by hand."""

from __future__ import annotations

import hashlib
import json

import zstandard
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from newsloom.stores.postgres.index import PostgresIndex
from newsloom.stores.sql.schema import MIGRATIONS
from newsloom.stores.sqlite.index import SqliteIndex

__all__ = ["HOUR", "insert", "store_of", "write_article"]

HOUR = 3_600_000_000


def store_of(place, schema):
    address = place.replace("postgresql:", "postgresql+psycopg:") if "://" in place else f"sqlite:///{place}"
    engine = create_engine(address)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        config.attributes["index"] = PostgresIndex() if "://" in place else SqliteIndex()
        command.upgrade(config, schema)
    yield engine
    engine.dispose()


def insert(connection, table, **values):
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)  # noqa: S608 - our own names


def write_article(connection, number, readings, **facts):
    url = f"https://www.lorne.example/{number}"
    insert(connection, "addresses", id=number, digest=hashlib.sha256(url.encode()).digest(), url=url)
    columns = {name: fact for name, fact in facts.items() if name != "blocks"}
    insert(connection, "articles", id=number, address_id=number, first_seen=number * HOUR, **columns)
    for place, (hour, title) in enumerate(readings):
        document = {"url": url, "title": title, "text": "The ferry came in late.", "authors": [], **facts}
        packed = zstandard.ZstdCompressor().compress(json.dumps(document).encode())
        values = {"id": number * 10 + place, "article_id": number, "digest": bytes(32), "document": packed}
        insert(connection, "revisions", first_seen=hour * HOUR, last_seen=hour * HOUR, **values)
