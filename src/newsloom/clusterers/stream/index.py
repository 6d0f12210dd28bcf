"""Keeps the stories of articles that keep arriving, and returns those that change.

A ``StoryIndex`` starts with articles grouped as a batch. Each later article gets the same term weights and joins the
story with the highest average similarity, or starts one. Its cost does not depend on how many articles there are.
Stories are neither merged nor split: for that, make a new index. ``StreamSession`` serves the desk with it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import ClassVar, Final, Protocol

from newsloom.clusterers.naming import Group, new_id
from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.batch import GroupedBatch
from newsloom.clusterers.stream.decay import days_of
from newsloom.clusterers.stream.description import describe_groups
from newsloom.clusterers.stream.placement import GroupPlacement
from newsloom.clusterers.stream.unrelated import papers_of
from newsloom.clusterers.stream.vectorindex import VectorIndex
from newsloom.clusterers.texts import headline_of, languages_of
from newsloom.records import Article, Story
from newsloom.text.language import normalise_language

__all__ = ["StoryIndex", "StreamSession", "StreamSettings"]

# With this share of arrivals, all should be grouped again: weights are old, and stories may have to be merged.
_DUE_SHARE: Final = 0.2
# Articles that are read at a time; the result is as if they were placed one by one.
_BLOCK_ARTICLES: Final = 500


class StreamSettings(Protocol):
    """What an index needs to know of its clusterer."""

    name: ClassVar[str]
    version: ClassVar[int]

    @property
    def least_likeness(self) -> float: ...


class StreamSession:
    """Places arrivals in the stories of its last grouping; made by ``StreamClusterer.session``.

    Articles are recognised by their addresses. If one has none, or known stories are not the session's own, all
    articles are grouped again.
    """

    def __init__(self, make_index: Callable[[Sequence[ArticleOrItem], Sequence[Story]], StoryIndex]) -> None:
        self._make_index = make_index
        self._index: StoryIndex | None = None
        # The address of each article by its number in the index.
        self._urls: list[str] = []

    def assign(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> tuple[Story, ...]:
        places = {article.url: place for place, article in enumerate(articles) if article.url}
        arrived = _arrivals(articles, known)
        if self._index is None or not self._continues(articles, known, arrived):
            self._index = self._make_index(articles, known)
            self._urls = [article.url or "" for article in articles]
            return self._index.stories
        changed = self._index.add(arrived)
        self._urls += [article.url or "" for article in arrived]
        stories = {story.id: story for story in known} | {one.id: self._renumbered(one, places) for one in changed}
        return tuple(sorted(stories.values(), key=lambda story: story.members))

    def _continues(
        self, articles: Sequence[ArticleOrItem], known: Sequence[Story], arrived: Sequence[ArticleOrItem]
    ) -> bool:
        """Whether the known stories are those of the index, and the arrivals are new to it."""
        remembered, ids = set(self._urls), self._index.ids if self._index else frozenset()
        new = {article.url for article in arrived}
        old = {articles[member].url for story in known for member in story.members}
        are_distinct = len(new) + len(old) == len(articles)
        are_recognised = old <= remembered and not new & remembered and all(story.id in ids for story in known)
        return are_distinct and are_recognised and None not in new | old

    def _renumbered(self, story: Story, places: Mapping[str, int]) -> Story:
        """The story with its members as places among the given articles, without those that are gone."""
        closeness = dict(zip(story.members, story.closeness, strict=True))
        members = {places[url]: closeness[number] for number in story.members if (url := self._urls[number]) in places}
        ordered = tuple(sorted(members))
        return replace(story, members=ordered, closeness=tuple(members[place] for place in ordered))


def _arrivals(articles: Sequence[ArticleOrItem], known: Sequence[Story]) -> list[ArticleOrItem]:
    told = {member for story in known for member in story.members}
    return [article for place, article in enumerate(articles) if place not in told]


class StoryIndex:
    """The stories of articles that keep arriving; made by ``StreamClusterer.index``. It does not store the articles.

    Members are numbers in order of arrival.
    """

    def __init__(
        self,
        batch: GroupedBatch,
        stories: Sequence[Story],
        articles: Sequence[ArticleOrItem],
        *,
        settings: StreamSettings,
    ) -> None:
        self.grouped = len(articles)
        self._settings = settings
        self._vectorizer = batch.vectorizer
        # Arrivals are compared with groups, not stories, because they resemble the reports of their own day. Made
        # before the vector index, which takes as much memory.
        self._placement = GroupPlacement(batch, settings.least_likeness)
        self._vectors = VectorIndex(batch)
        self._usual_language = _usual_language(articles)
        self._headlines = [headline_of(article) for article in articles]
        self._ids = [story.id for story in stories]
        self._taken = dict.fromkeys(self._ids, 1)
        self._members = [array("i", story.members) for story in stories]
        place_of = {member: place for place, story in enumerate(stories) for member in story.members}
        self._places = [place_of[group[0]] for group in batch.groups]

    @property
    def size(self) -> int:
        """The number of articles."""
        return self._vectors.size

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all stories."""
        return frozenset(self._ids)

    @property
    def is_due(self) -> bool:
        """Whether so many articles have arrived that all should be grouped again."""
        return self.size > self.grouped * (1 + _DUE_SHARE)

    @property
    def stories(self) -> tuple[Story, ...]:
        """All stories, in the order of their first members; takes time proportional to the number of articles."""
        return self._described(range(len(self._ids)))

    def add(self, articles: Sequence[ArticleOrItem], /) -> tuple[Story, ...]:
        """Adds articles in order of arrival; returns the stories that grew or began, as they are after the last one."""
        changed: set[int] = set()
        for start in range(0, len(articles), _BLOCK_ARTICLES):
            block = articles[start : start + _BLOCK_ARTICLES]
            rows = self._vectorizer.rows(block, [self._language(article) for article in block])
            papers = iter(papers_of(block))
            groups: list[int] = []
            for arrivals in self._vectors.add(rows, days_of(block)):
                groups += self._placement.place(arrivals, list(islice(papers, len(arrivals.near))), self._vectors)
            changed.update(map(self._place, block, groups))
        return self._described(changed)

    def _place(self, article: ArticleOrItem, group: int) -> int:
        """Adds the next article to the story of its group, or begins one; returns the story's place."""
        if group == len(self._places):
            self._begin(new_id(article, self._taken))
        place = self._places[group]
        self._members[place].append(len(self._headlines))
        self._headlines.append(headline_of(article))
        return place

    def _begin(self, story_id: str) -> None:
        self._places.append(len(self._ids))
        self._ids.append(story_id)
        self._members.append(array("i"))

    def _language(self, article: ArticleOrItem) -> str | None:
        declared = normalise_language(article.language) if isinstance(article, Article) else None
        if declared is None and self._usual_language is None:
            self._usual_language = _usual_language([article])
        return declared or self._usual_language

    def _described(self, places: Iterable[int]) -> tuple[Story, ...]:
        places = sorted(places, key=lambda place: self._members[place][0])
        groups = [self._members[place].tolist() for place in places]
        found = describe_groups(groups, self._vectors.expanded_rows, self._vectorizer.vocabulary.terms)
        return tuple(map(self._story, places, found))

    def _story(self, place: int, group: Group) -> Story:
        ranked = sorted(zip(group.closeness, group.members, strict=True), key=lambda rank: (-rank[0], rank[1]))
        titles = (self._headlines[member] for _, member in ranked)
        return Story(
            id=self._ids[place],
            method=self._settings.name,
            version=self._settings.version,
            members=group.members,
            title=next((title for title in titles if title), None),
            words=group.words,
            closeness=group.closeness,
        )


def _usual_language(articles: Sequence[ArticleOrItem]) -> str | None:
    """The language detected for the articles that do not declare one; None if all do."""
    silent = [one for one in articles if not (isinstance(one, Article) and normalise_language(one.language))]
    return languages_of(silent)[0] if silent else None
