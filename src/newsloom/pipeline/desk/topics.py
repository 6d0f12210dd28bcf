"""Makes the topics of months of news from stored articles, with their words, members and positions on a map.

Topics are the concepts of the news item paper (spherical k-means): coarser than stories, and always made again as a
whole. A topic that keeps most of its members keeps its id. Each language has its own topics, since word frequencies
only mean something within a language. On the map, languages are side by side, and near topics of a language have words
in common.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import numpy as np
from numpy.typing import NDArray

from newsloom.catalogue import build, room
from newsloom.clusterers.protocol import Clusterer
from newsloom.clusterers.texts import languages_of
from newsloom.errors import ParameterError
from newsloom.parameters import declared_parameters
from newsloom.pipeline.desk.topicitems import items_as_articles
from newsloom.pipeline.desk.window import SeenArticle, read_articles
from newsloom.records import ArticleQuery, Story, Topic
from newsloom.stores.protocol import Store

__all__ = ["ARTICLES", "ITEMS", "TOPICS_OF", "TOPIC_CLUSTERER", "are_topics_due", "make_topics", "map_places"]

TOPIC_CLUSTERER: Final = "concepts"
"""The default clusterer for topics."""
ARTICLES: Final = "articles"
ITEMS: Final = "items"
TOPICS_OF: Final = (ARTICLES, ITEMS)
"""What topics can be made from."""
_SPAN: Final = timedelta(days=92)
_MOST_ARTICLES: Final = 20_000
# As many as the paper clustered (5.3). Items are short.
_MOST_ITEMS: Final = 100_000
# Fewer articles than this are not worth topics.
_LEAST_ARTICLES: Final = 20
# A language with fewer articles gets no topics: it is often wrongly detected.
_LEAST_OF_LANGUAGE: Final = 3
# The number of topics is the square root of half the articles (Mardia, Kent and Bibby, 1979, 13.1), up to this many
# for people to browse.
_MOST_TOPICS: Final = 200
# Topics are made again when there is a fifth more news than the last time.
_GROWTH: Final = 1.2
_NOTE: Final = "topics"
# The share of a language's width on the map that is left free at either side.
_MARGIN: Final = 0.08


def make_topics(
    store: Store, now: datetime, count: int | None = None, *, clusterer: str = TOPIC_CLUSTERER, of: str = ARTICLES
) -> tuple[Topic, ...]:
    """Make new topics of the last months, ``count`` of them or as many as fit. They replace the existing topics.

    ``of`` is what they are made from, one of ``TOPICS_OF``: articles, or the news items of front pages, as in the
    paper. Raises ``ParameterError`` for a clusterer without a parameter for the number of clusters.
    """
    build_topic_clusterer = _topic_clusterer(clusterer)
    latest = (
        items_as_articles(store, most=_MOST_ITEMS)
        if of == ITEMS
        else read_articles(store, ArticleQuery(), most=_MOST_ARTICLES)
    )
    # The last months of news, counted back from the latest article.
    kept = [one for one in latest if one.seen_at >= latest[-1].seen_at - _SPAN]
    # An article without any words is a group of its own, which is no topic.
    found = [
        (language, [story for story in stories if story.words])
        for language, stories in _concepts(kept, _known(store, kept), count, build_topic_clusterer)
    ]
    places = _side_by_side([map_places([story.words for story in told]) for _, told in found])
    told = [(story, language) for language, stories in found for story in stories]
    topics = tuple(
        replace(_topic(story, kept, now, place), language=language, subject=of)
        for (story, language), place in zip(told, places, strict=True)
    )
    with store.transaction() as transaction:
        transaction.topics.replace(topics)
        transaction.checkpoints.write(_NOTE, json.dumps(transaction.articles.count()))
    return topics


def are_topics_due(store: Store) -> bool:
    """Whether there is a fifth more news than when topics were last made."""
    with store.read() as transaction:
        now, note = transaction.articles.count(), transaction.checkpoints.read(_NOTE)
    return now >= max(_LEAST_ARTICLES, _GROWTH * float(note or 0))


def map_places(topics: Sequence[Iterable[tuple[str, float]]]) -> list[tuple[float, float]]:
    """The x and y of each topic on a map, from 0 to 1, given its words. Similar topics are near each other.

    Classical scaling (Torgerson, 1952): the two directions in which the topics' similarity varies most.
    """
    if len(topics) < 2:
        return [(0.5, 0.5)] * len(topics)
    vectors = _vectors([dict(words) for words in topics])
    similarity = vectors @ vectors.T
    centred = similarity - similarity.mean(0) - similarity.mean(1)[:, None] + similarity.mean()
    values, directions = np.linalg.eigh(centred)
    spread = directions[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 0.0))
    # The sign of a direction is arbitrary: it is chosen so that the first topic is left and low.
    spread = spread * np.where(spread[0] > 0, -1.0, 1.0)
    low, high = spread.min(0), spread.max(0)
    scaled = np.where(high > low, (spread - low) / np.where(high > low, high - low, 1.0), 0.5)
    return [(round(float(x), 4), round(float(y), 4)) for x, y in scaled]


def _side_by_side(maps: Sequence[Sequence[tuple[float, float]]]) -> list[tuple[float, float]]:
    """Puts all maps side by side on one, with widths by number of topics. A single map stays as it is."""
    shown = [places for places in maps if places]
    total = sum(map(len, shown))
    margin = _MARGIN if len(shown) > 1 else 0.0
    laid, begin = [], 0
    for places in shown:
        width = len(places) / total
        laid += [(round(begin / total + width * (margin + (1 - 2 * margin) * x), 4), y) for x, y in places]
        begin += len(places)
    return laid


def _topic_clusterer(method: str) -> Callable[[int], Clusterer]:
    """A function that builds a clusterer for a given number of clusters."""
    if "clusters" not in {one.name for one in declared_parameters(room("clusterer", method))}:
        raise ParameterError(f"the clusterer {method}", "", "does not take a number of topics")
    build("clusterer", method)
    return lambda clusters: build("clusterer", method, clusters=clusters)


def _concepts(
    kept: Sequence[SeenArticle], known: Sequence[Story], count: int | None, of_size: Callable[[int], Clusterer]
) -> list[tuple[str | None, list[Story]]]:
    """The concepts of each language. Their members are numbers in ``kept``."""
    by_language = _by_language(kept)
    if count is not None and count < len(by_language):
        by_language = {None: list(range(len(kept)))}
    parts = list(by_language.values())
    wanted = min(_MOST_TOPICS, max(2, sum(round(math.sqrt(len(part) / 2)) for part in parts)))
    found = []
    shares = _apportioned(count or wanted, [len(part) for part in parts])
    for (language, part), clusters in zip(by_language.items(), shares, strict=True):
        articles = [kept[number].article for number in part]
        stories = of_size(clusters).assign(articles, _within(part, known))
        if not any(story.words for story in stories):
            # The method only groups: its topics are described by the words of concept vectors instead.
            stories = build("clusterer", TOPIC_CLUSTERER).describe(articles, stories)
        told = [replace(one, members=tuple(part[member] for member in one.members)) for one in stories]
        found.append((language, told))
    return found


def _by_language(kept: Sequence[SeenArticle]) -> dict[str | None, list[int]]:
    """The numbers of the articles of each language, the most frequent first. Languages with too few are left out."""
    parts: dict[str | None, list[int]] = {}
    for number, language in enumerate(languages_of([one.article for one in kept])):
        parts.setdefault(language, []).append(number)
    told = [(language, part) for language, part in parts.items() if len(part) >= _LEAST_OF_LANGUAGE]
    return dict(sorted(told, key=lambda one: -len(one[1])))


def _apportioned(count: int, sizes: Sequence[int]) -> list[int]:
    """How many topics each part gets, by the square root of its size: at least one, at most its number of articles."""
    shares = [1] * len(sizes)
    for _ in range(count - len(sizes)):
        open_parts = [number for number, size in enumerate(sizes) if shares[number] < size]
        if not open_parts:
            break
        shares[max(open_parts, key=lambda number: math.sqrt(sizes[number]) / shares[number])] += 1
    return shares


def _within(part: Sequence[int], known: Sequence[Story]) -> list[Story]:
    """The known topics with members as numbers in a part. A topic mostly outside the part has no members."""
    places = {number: place for place, number in enumerate(part)}
    found = [(story, tuple(places[member] for member in story.members if member in places)) for story in known]
    return [replace(story, members=ours if 2 * len(ours) > len(story.members) else ()) for story, ours in found]


def _vectors(topics: Sequence[dict[str, float]]) -> NDArray[np.float64]:
    number = {word: place for place, word in enumerate(dict.fromkeys(word for topic in topics for word in topic))}
    vectors = np.zeros((len(topics), max(1, len(number))))
    for row, topic in enumerate(topics):
        vectors[row, [number[word] for word in topic]] = list(topic.values())
    scaled: NDArray[np.float64] = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return scaled


def _known(store: Store, kept: Sequence[SeenArticle]) -> list[Story]:
    places = {one.url: place for place, one in enumerate(kept)}
    with store.read() as transaction:
        topics = [
            found for topic in transaction.topics.all() if (found := transaction.topics.get(topic.id)) is not None
        ]
    members = {topic.id: sorted(places[url] for url, _ in topic.members if url in places) for topic in topics}
    return [
        Story(id=topic_id, method=TOPIC_CLUSTERER, version=0, members=tuple(found))
        for topic_id, found in sorted(members.items())
        if found
    ]


def _topic(story: Story, kept: Sequence[SeenArticle], now: datetime, place: tuple[float, float]) -> Topic:
    closeness = dict(zip(story.members, story.closeness, strict=True))
    members: dict[str, float] = {}
    for member in story.ranked:
        # Front pages may link to a story in several wordings: its address counts once, with the closest.
        members.setdefault(kept[member].url, round(closeness[member], 4))
    return Topic(
        id=story.id,
        made_at=now,
        size=len(members),
        words=story.words,
        members=tuple(members.items()),
        place=place,
    )
