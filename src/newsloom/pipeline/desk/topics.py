"""What months of news are about: kept articles in, topics with their words, members and places on a map out.

Topics are the concepts of the news item paper (spherical k-means): coarser than stories, and made anew as a whole. One
that keeps most of its members keeps its id. Near ones on the map have words in common.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

import numpy as np
from numpy.typing import NDArray

from newsloom.catalogue import build
from newsloom.clusterers.protocol import Clusterer
from newsloom.pipeline.desk.window import Kept, read_articles
from newsloom.records import ArticleQuery, Story, Topic
from newsloom.stores.protocol import Store

__all__ = ["are_topics_due", "make_topics", "map_places"]

_CLUSTERER: Final = "concepts"
_SPAN: Final = timedelta(days=92)
_MOST_ARTICLES: Final = 20_000
# With fewer articles than this there is nothing to sum up.
_LEAST_ARTICLES: Final = 20
# As many as the square root of half the articles (Mardia, Kent and Bibby, 1979, 13.1), for people to browse.
_MOST_TOPICS: Final = 200
# Topics are made anew when there is a fifth more to make them of.
_GROWTH: Final = 1.2
_NOTE: Final = "topics"


def make_topics(store: Store, now: datetime, count: int | None = None) -> tuple[Topic, ...]:
    """Make the topics of the last months anew, ``count`` of them or as many as fit; they replace those there were."""
    latest = read_articles(store, ArticleQuery(), most=_MOST_ARTICLES)
    # The last months of news, whenever they were.
    kept = [one for one in latest if one.seen_at >= latest[-1].seen_at - _SPAN]
    wanted = count or min(_MOST_TOPICS, max(2, round(math.sqrt(len(kept) / 2))))
    clusterer: Clusterer = build("clusterer", _CLUSTERER, clusters=min(wanted, max(1, len(kept))))
    found = clusterer.assign([one.article for one in kept], _known(store, kept)) if kept else ()
    # An article without a word is a group of its own, and about nothing.
    told = [story for story in found if story.words]
    places = map_places([story.words for story in told])
    topics = tuple(_topic(story, kept, now, place) for story, place in zip(told, places, strict=True))
    with store.begin() as shift:
        shift.topics.replace(topics)
        shift.marks.write(_NOTE, json.dumps(shift.articles.count()))
    return topics


def are_topics_due(store: Store) -> bool:
    """Whether there is a fifth more news than when topics were made last."""
    with store.look() as shift:
        now, note = shift.articles.count(), shift.marks.read(_NOTE)
    return now >= max(_LEAST_ARTICLES, _GROWTH * float(note or 0))


def map_places(topics: Sequence[Iterable[tuple[str, float]]]) -> list[tuple[float, float]]:
    """Where topics lie, both from 0 to 1, given the words of each: alike ones near each other.

    Classical scaling (Torgerson, 1952): the two directions in which the topics' likeness varies most.
    """
    if len(topics) < 2:
        return [(0.5, 0.5)] * len(topics)
    vectors = _vectors([dict(words) for words in topics])
    likeness = vectors @ vectors.T
    centred = likeness - likeness.mean(0) - likeness.mean(1)[:, None] + likeness.mean()
    values, directions = np.linalg.eigh(centred)
    spread = directions[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 0.0))
    # A direction may as well be drawn the other way round: the first topic lies left and low.
    spread = spread * np.where(spread[0] > 0, -1.0, 1.0)
    low, high = spread.min(0), spread.max(0)
    scaled = np.where(high > low, (spread - low) / np.where(high > low, high - low, 1.0), 0.5)
    return [(round(float(x), 4), round(float(y), 4)) for x, y in scaled]


def _vectors(topics: Sequence[dict[str, float]]) -> NDArray[np.float64]:
    number = {word: place for place, word in enumerate(dict.fromkeys(word for topic in topics for word in topic))}
    vectors = np.zeros((len(topics), max(1, len(number))))
    for row, topic in enumerate(topics):
        vectors[row, [number[word] for word in topic]] = list(topic.values())
    scaled: NDArray[np.float64] = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return scaled


def _known(store: Store, kept: Sequence[Kept]) -> list[Story]:
    places = {one.url: place for place, one in enumerate(kept)}
    with store.look() as shift:
        topics = [found for topic in shift.topics.all() if (found := shift.topics.get(topic.id)) is not None]
    members = {topic.id: sorted(places[url] for url, _ in topic.members if url in places) for topic in topics}
    return [
        Story(id=topic_id, method=_CLUSTERER, version=0, members=tuple(found))
        for topic_id, found in sorted(members.items())
        if found
    ]


def _topic(story: Story, kept: Sequence[Kept], now: datetime, place: tuple[float, float]) -> Topic:
    closeness = dict(zip(story.members, story.closeness, strict=True))
    return Topic(
        id=story.id,
        made_at=now,
        size=len(story.members),
        words=story.words,
        members=tuple((kept[member].url, round(closeness[member], 4)) for member in story.ranked),
        place=place,
    )
