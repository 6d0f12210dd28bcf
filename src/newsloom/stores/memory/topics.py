"""Topics in memory; made anew as a whole."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from newsloom.records import Topic
from newsloom.stores.memory.ledgers import Ledgers

__all__ = ["MemoryTopics"]


@dataclass(frozen=True, slots=True)
class MemoryTopics:
    """What months of news are about."""

    _ledgers: Ledgers

    def replace(self, topics: tuple[Topic, ...], /) -> None:
        for topic_id in tuple(self._ledgers.topics):
            del self._ledgers.topics[topic_id]
        for topic in topics:
            self._ledgers.topics[topic.id] = topic

    def get(self, topic_id: str, /) -> Topic | None:
        return self._ledgers.topics.get(topic_id)

    def all(self) -> tuple[Topic, ...]:
        ranked = sorted(self._ledgers.topics.values(), key=lambda topic: (-topic.size, topic.id))
        return tuple(map(_without_members, ranked))

    def of(self, url: str, /) -> Topic | None:
        nearest = [
            (-closeness, topic.id)
            for topic in self._ledgers.topics.values()
            for member, closeness in topic.members
            if member == url
        ]
        return _without_members(self._ledgers.topics[min(nearest)[1]]) if nearest else None


def _without_members(topic: Topic) -> Topic:
    return dataclasses.replace(topic, members=())
