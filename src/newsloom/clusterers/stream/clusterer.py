"""Groups articles, in order of arrival, into stories with lasting ids.

``assign`` groups all articles again, so that even the last one can join or split stories; ids are taken over from
``known`` stories. ``index`` keeps what was learned for articles that arrive later, and ``session`` serves the desk with
it. Headlines and texts are read, and days if they are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from newsloom.clusterers.naming import name_stories
from newsloom.clusterers.protocol import ArticleOrItem
from newsloom.clusterers.stream.batch import FAST, THOROUGH, GroupedBatch, group_batch
from newsloom.clusterers.stream.description import describe_groups
from newsloom.clusterers.stream.index import StoryIndex, StreamSession
from newsloom.parameters import Between, Share
from newsloom.records import Story

__all__ = ["StreamClusterer"]


@dataclass(frozen=True, kw_only=True)
class StreamClusterer:
    """Expand each report by its nearest neighbours, and join groups of reports that are similar on average."""

    name: ClassVar[str] = "stream"
    version: ClassVar[int] = 9
    least_likeness: Share = 0.51  # chosen on the sets of docs/explanation/stories.md
    thorough_articles: Annotated[int, Between(0)] = 5000

    def assign(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> tuple[Story, ...]:
        return self._stories(self._batch(articles), articles, known)

    def session(self) -> StreamSession:
        """A new session, which places arrivals without grouping the other articles again."""
        return StreamSession(self.index)

    def index(self, articles: Sequence[ArticleOrItem], known: Sequence[Story], /) -> StoryIndex:
        """An index of the articles, grouped as by ``assign``, to which later articles can be added.

        Members of ``known`` beyond the articles are ignored.
        """
        batch = self._batch(articles)
        begun = [story for story in known if any(member < len(articles) for member in story.members)]
        return StoryIndex(batch, self._stories(batch, articles, begun), articles, settings=self)

    def _batch(self, articles: Sequence[ArticleOrItem]) -> GroupedBatch:
        effort = THOROUGH if len(articles) <= self.thorough_articles else FAST
        return group_batch(articles, effort, self.least_likeness)

    def _stories(
        self, batch: GroupedBatch, articles: Sequence[ArticleOrItem], known: Sequence[Story]
    ) -> tuple[Story, ...]:
        terms = batch.vectorizer.vocabulary.terms
        groups = describe_groups(batch.stories, batch.expanded.take, terms)
        return name_stories(groups, articles, known, method=self.name, version=self.version)
