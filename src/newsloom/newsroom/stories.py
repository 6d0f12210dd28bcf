"""The stories of a newsroom, the events among them, and the topics of the last months."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from newsloom.newsroom.queries import query_from
from newsloom.pipeline.desk.followedevents import FollowedEvent, read_followed, unfollow_event
from newsloom.pipeline.desk.queries import LEAST_NEWNESS, Addition, additions_of
from newsloom.pipeline.desk.state import DESK, CatchUp, DeskState, Edition
from newsloom.pipeline.pagination import Cursor, stories_from
from newsloom.records import ArticleQuery, Coverage, StoredArticle, StoryQuery, Topic
from newsloom.settings import Settings
from newsloom.stores.protocol import Store
from newsloom.wiring import desk_of, followed_since, topics_of

__all__ = ["NewsroomEvents", "NewsroomStories", "NewsroomTopics"]


class NewsroomStories:
    """``room.stories``. Calling it lists stories, by default the biggest first: ``room.stories(section="Sport")``.

    The keywords are the fields of ``StoryQuery``.
    """

    def __init__(self, store: Store, settings: Settings, now: Callable[[], datetime]) -> None:
        self._store = store
        self._settings = settings
        self._now = now
        self._desk: CatchUp | None = None

    def __call__(self, query: StoryQuery | None = None, **filters: Any) -> tuple[Coverage, ...]:
        asked = query_from(query, filters, StoryQuery)
        with self._store.read() as transaction:
            return transaction.stories.find(asked)

    def get(self, story_id: str) -> Coverage | None:
        """The story with this id, or the one it was merged into."""
        with self._store.read() as transaction:
            story = transaction.stories.get(story_id)
        # A story whose reports were all taken down is not shown.
        return story if story and story.reports else None

    def of(self, url: str) -> Coverage | None:
        """The story that an article is a report of."""
        with self._store.read() as transaction:
            return transaction.stories.of(url)

    def with_reports(self, story_id: str, most: int) -> tuple[Coverage, Mapping[str, StoredArticle]] | None:
        """Like ``get``, with the articles of its first ``most`` reports, without their blocks, in one query."""
        with self._store.query() as lookups:
            found = lookups.story(story_id, most)
        return found if found and found[0].reports else None

    def listed(self, query: StoryQuery, cursor: Cursor | None = None) -> tuple[Coverage, ...] | None:
        """The stories of a query from a cursor on. None if the cursor's story is gone."""
        return stories_from(self._store, query, cursor)

    def additions(self, story: Coverage, since: datetime | None = None) -> tuple[Addition, ...]:
        """What each report added, in order of arrival, optionally only of reports after a time. Copies add nothing."""
        return additions_of(self._store, story, since)

    def is_behind(self) -> bool:
        """Whether articles are waiting to be grouped, such as those left by a worker that was killed."""
        with self._store.read() as transaction:
            state = DeskState.read(transaction.checkpoints.read(DESK))
            waiting = ArticleQuery(changed_after=state.last_read, limit=1)
            return state.is_open or bool(transaction.articles.find(waiting))

    def group(self, is_ending: Callable[[], bool] = lambda: False) -> Edition | None:
        """Bring the stories up to date with new articles. Returns None if another worker is doing so.

        ``is_ending`` is polled and may stop the work; the next call continues.
        """
        self._desk = self._desk or desk_of(self._settings, self._store, self._now)
        return self._desk(is_ending)


class NewsroomEvents:
    """``room.events``. Calling it lists the stories whose first report was about something new, the latest first."""

    def __init__(self, store: Store, stories: NewsroomStories, now: Callable[[], datetime]) -> None:
        self._store = store
        self._stories = stories
        self._now = now

    def __call__(
        self, query: StoryQuery | None = None, *, least_newness: float = LEAST_NEWNESS, **filters: Any
    ) -> tuple[Coverage, ...]:
        return self._stories(_of_events(query_from(query, filters, StoryQuery), least_newness))

    def listed(self, query: StoryQuery, cursor: Cursor | None = None) -> tuple[Coverage, ...] | None:
        """The events of a query from a cursor on. None if the cursor's event is gone."""
        return self._stories.listed(_of_events(query, LEAST_NEWNESS), cursor)

    def followed(self) -> tuple[FollowedEvent, ...]:
        """The followed events with the reports found for them, the latest followed first."""
        return read_followed(self._store)

    def follow(self, urls: Sequence[str]) -> FollowedEvent:
        """Follow the event of one to four stored articles. Its reports are found among stored and future articles."""
        return followed_since(self._store, urls, self._now())

    def unfollow(self, event_id: str) -> bool:
        """Stop following an event. Returns False if it was not followed."""
        return unfollow_event(self._store, event_id)


class NewsroomTopics:
    """``room.topics``. Calling it lists the topics of the last months, the largest first, without members."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], datetime]) -> None:
        self._store = store
        self._settings = settings
        self._now = now

    def __call__(self) -> tuple[Topic, ...]:
        with self._store.read() as transaction:
            return transaction.topics.all()

    def get(self, topic_id: str) -> Topic | None:
        """A topic with its members, the closest first."""
        with self._store.read() as transaction:
            return transaction.topics.get(topic_id)

    def make(self, count: int | None = None) -> tuple[Topic, ...]:
        """Make new topics from the articles of the last months: ``count`` of them, or as many as fit."""
        return topics_of(self._settings, self._store, self._now(), count)


def _of_events(query: StoryQuery, least_newness: float) -> StoryQuery:
    return replace(query, order="began", least_newness=least_newness)
