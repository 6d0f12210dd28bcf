"""Topics and the articles that belong to them; always replaced as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    Row,
    Table,
    UniqueConstraint,
    bindparam,
    delete,
    insert,
    select,
)

from newsloom.records import Topic
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.derived import derived
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.types import METADATA, JsonText, Key, Moment, Words

__all__ = ["MEMBERS", "TOPICS", "SqlTopics", "topic_of", "values_of_topic"]

TOPICS: Final = Table(
    "topics",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("name", Words, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("size", Integer, nullable=False),
    Column("document", JsonText, nullable=False),
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
        # Older topics do not have these.
        language=row.document.get("language"),
        subject=row.document.get("subject", "articles"),
    )


def values_of_topic(topic: Topic, /) -> dict[str, Any]:
    """The column values of a topic."""
    document = {"words": topic.words, "place": topic.place, "language": topic.language, "subject": topic.subject}
    return {"name": topic.id, "made_at": topic.made_at, "size": topic.size, "document": document}


_CLEAR: Final = (delete(MEMBERS), delete(TOPICS))
_NEW: Final = insert(TOPICS)
_NEW_MEMBER: Final = insert(MEMBERS)
_TOPICS: Final = select(TOPICS)
_TOPIC: Final = _TOPICS.where(TOPICS.c.name == bindparam("same"))
_MEMBERS: Final = (
    select(ADDRESSES.c.url, MEMBERS.c.closeness)
    .join(ADDRESSES, ADDRESSES.c.id == MEMBERS.c.address_id)
    .where(MEMBERS.c.topic_id == bindparam("topic"))
    .order_by(MEMBERS.c.place)
)
_OF: Final = (
    select(TOPICS)
    .join(MEMBERS, MEMBERS.c.topic_id == TOPICS.c.id)
    .where(MEMBERS.c.address_id == bindparam("address"))
    .order_by(MEMBERS.c.closeness.desc(), TOPICS.c.id)
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class SqlTopics:
    """What months of news are about."""

    _executor: Executor

    def replace(self, topics: tuple[Topic, ...], /) -> None:
        self._executor.lock_for_writing()
        for statement in _CLEAR:
            self._executor.run(statement)
        for topic in topics:
            number = self._executor.add(_NEW, **values_of_topic(topic))
            addresses = self._executor.keep_addresses(url for url, _ in topic.members)
            members = [
                {"topic_id": number, "place": place, "address_id": addresses[url], "closeness": closeness}
                for place, (url, closeness) in enumerate(topic.members)
            ]
            for batch in batches(members):
                self._executor.run_all(_NEW_MEMBER, list(batch))

    def get(self, topic_id: str, /) -> Topic | None:
        row = self._executor.row(_TOPIC, same=topic_id)
        if row is None:
            return None
        members = self._executor.rows(_MEMBERS, topic=row.id)
        return derived("topic", lambda: topic_of(row, tuple((one.url, one.closeness) for one in members)), lambda: None)

    def all(self) -> tuple[Topic, ...]:
        # Sorted here, because each dialect sorts names differently.
        read = (derived("topic", partial(topic_of, row), lambda: None) for row in self._executor.rows(_TOPICS))
        topics = (topic for topic in read if topic is not None)
        return tuple(sorted(topics, key=lambda topic: (-topic.size, topic.id)))

    def of(self, url: str, /) -> Topic | None:
        address_id = self._executor.address(url)
        row = None if address_id is None else self._executor.row(_OF, address=address_id)
        return None if row is None else derived("topic", lambda: topic_of(row), lambda: None)
