"""Stories, events and topics for programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from newsloom.newsroom import Newsroom
from newsloom.pipeline.paging import Cursor
from newsloom.portal.api.cursors import cursor_of, offset_of, text_of, unknown_cursor
from newsloom.portal.api.parameters import Asked
from newsloom.portal.api.resource import Listed
from newsloom.portal.api.shapes import Shape
from newsloom.records import Coverage, StoryQuery, Topic

__all__ = ["STORY", "TOPIC", "events", "stories", "story_named", "topic_named", "topics"]

Find = Callable[[StoryQuery, Cursor | None], tuple[Coverage, ...] | None]

STORY: Final = Shape(name="StoryEntry", record=Coverage, more={"papers": tuple[str, ...]})
TOPIC: Final = Shape(name="Topic", record=Topic)


def stories(room: Newsroom, asked: Asked) -> Listed:
    """The biggest first; with ``changed_after`` in the order in which something new was said."""
    return _listed(asked, "heat" if asked.moment("changed_after") is None else "changed", room.stories.listed)


def events(room: Newsroom, asked: Asked) -> Listed:
    """The stories that told of something new, the one that began last first."""
    return _listed(asked, "began", room.events.listed)


def story_named(room: Newsroom, asked: Asked) -> dict[str, Any] | None:
    """One story by its id, or the one that it became a part of."""
    story = room.story(asked.text("id") or "")
    return None if story is None else _story(story)


def topics(room: Newsroom, asked: Asked) -> Listed:
    """The largest first, without their members."""
    skip, limit = offset_of(asked.text("cursor")), asked.number("limit")
    found = room.topics()
    page = [TOPIC.of(topic) for topic in found[skip : skip + limit]]
    return Listed(page, str(skip + limit) if len(found) > skip + limit else None)


def topic_named(room: Newsroom, asked: Asked) -> dict[str, Any] | None:
    """One topic with its members, the closest first."""
    topic = room.topic(asked.text("id") or "")
    return None if topic is None else TOPIC.of(topic)


def _listed(asked: Asked, order: str, find: Find) -> Listed:
    limit = asked.number("limit")
    query = StoryQuery(
        order=order,
        section=asked.text("section"),
        language=asked.text("language"),
        paper=asked.text("paper"),
        since=asked.moment("since"),
        until=asked.moment("until"),
        changed_after=asked.moment("changed_after"),
        limit=limit + 1,
    )
    found = find(query, cursor_of(asked.text("cursor")))
    if found is None:
        raise unknown_cursor()
    data = [_story(story) for story in found[:limit]]
    if len(found) <= limit:
        return Listed(data)
    last = found[limit - 1]
    return Listed(data, text_of(Cursor(last.id, last.changed_at if order == "changed" else None)))


def _story(story: Coverage) -> dict[str, Any]:
    return STORY.of(story, papers=story.papers)
