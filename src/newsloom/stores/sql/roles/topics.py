"""Topics in SQL; made anew as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, delete, insert, select

from newsloom.records import Topic
from newsloom.stores.sql.executor import Executor, portions
from newsloom.stores.sql.tables.addresses import ADDRESSES
from newsloom.stores.sql.tables.topics import MEMBERS, TOPICS, topic_of, values_of_topic

__all__ = ["SqlTopics"]

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
        self._executor.file()
        for statement in _CLEAR:
            self._executor.run(statement)
        for topic in topics:
            number = self._executor.add(_NEW, **values_of_topic(topic))
            addresses = self._executor.keep_addresses(url for url, _ in topic.members)
            members = [
                {"topic_id": number, "place": place, "address_id": addresses[url], "closeness": closeness}
                for place, (url, closeness) in enumerate(topic.members)
            ]
            for portion in portions(members):
                self._executor.run_all(_NEW_MEMBER, list(portion))

    def get(self, topic_id: str, /) -> Topic | None:
        row = self._executor.row(_TOPIC, same=topic_id)
        if row is None:
            return None
        members = self._executor.rows(_MEMBERS, topic=row.id)
        return topic_of(row, tuple((member.url, member.closeness) for member in members))

    def all(self) -> tuple[Topic, ...]:
        # Sorted here: every dialect would sort names in its own way.
        topics = map(topic_of, self._executor.rows(_TOPICS))
        return tuple(sorted(topics, key=lambda topic: (-topic.size, topic.id)))

    def of(self, url: str, /) -> Topic | None:
        address_id = self._executor.address(url)
        row = None if address_id is None else self._executor.row(_OF, address=address_id)
        return None if row is None else topic_of(row)
