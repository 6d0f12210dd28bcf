"""Topics and the articles that belong to them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Column, Float, ForeignKey, Integer, Row, Table, UniqueConstraint

from newsloom.records import Topic
from newsloom.stores.sql.tables.metadata import METADATA
from newsloom.stores.sql.types import Document, Key, Moment, Words

__all__ = ["MEMBERS", "TOPICS", "topic_of", "values_of_topic"]

TOPICS: Final = Table(
    "topics",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("name", Words, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("size", Integer, nullable=False),
    Column("document", Document, nullable=False),
    UniqueConstraint("name"),
)

MEMBERS: Final = Table(
    "topic_members",
    METADATA,
    Column("topic_id", Key, ForeignKey("topics.id"), primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("address_id", Key, ForeignKey("addresses.id"), nullable=False, index=True),
    Column("closeness", Float, nullable=False),
)


def topic_of(row: Row[Any], members: tuple[tuple[str, float], ...] = (), /) -> Topic:
    """The topic of a row of ``TOPICS``."""
    across, down = row.document["place"]
    return Topic(
        id=row.name,
        made_at=row.made_at,
        size=row.size,
        words=tuple((word, weight) for word, weight in row.document["words"]),
        members=members,
        place=(across, down),
    )


def values_of_topic(topic: Topic, /) -> dict[str, Any]:
    """What a topic is written as."""
    document = {"words": topic.words, "place": topic.place}
    return {"name": topic.id, "made_at": topic.made_at, "size": topic.size, "document": document}
