"""Stories, events and topics in the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from newsloom.newsroom import Newsroom
from newsloom.pipeline.pagination import Cursor
from newsloom.portal.api.cursors import cursor_of, page_by_offset, text_of, unknown_cursor
from newsloom.portal.api.parameters import Arguments
from newsloom.portal.api.responses import ResultPage
from newsloom.portal.api.schemas import Schema
from newsloom.records import Coverage, StoryQuery, Topic, story_filters

__all__ = ["STORY", "TOPIC", "events", "stories", "story_named", "topic_named", "topics"]

Find = Callable[[StoryQuery, Cursor | None], tuple[Coverage, ...] | None]

STORY: Final = Schema(name="StoryEntry", record=Coverage, more={"papers": tuple[str, ...]})
TOPIC: Final = Schema(name="Topic", record=Topic)


def stories(room: Newsroom, arguments: Arguments) -> ResultPage:
    """Stories, the biggest first; with ``changed_after`` in the order in which something new was said."""
    return _listed(arguments, "heat" if arguments.moment("changed_after") is None else "changed", room.stories.listed)


def events(room: Newsroom, arguments: Arguments) -> ResultPage:
    """The stories that told of something new, the latest to begin first."""
    return _listed(arguments, "began", room.events.listed)


def story_named(room: Newsroom, arguments: Arguments) -> dict[str, Any] | None:
    """One story by its id, or the story it became part of."""
    story = room.stories.get(arguments.text("id") or "")
    return None if story is None else _story(story)


def topics(room: Newsroom, arguments: Arguments) -> ResultPage:
    """Topics, the largest first, without their members."""
    return page_by_offset(room.topics(), arguments, TOPIC.of)


def topic_named(room: Newsroom, arguments: Arguments) -> dict[str, Any] | None:
    """One topic with its members, the closest first."""
    topic = room.topics.get(arguments.text("id") or "")
    return None if topic is None else TOPIC.of(topic)


def _listed(arguments: Arguments, order: str, find: Find) -> ResultPage:
    limit = arguments.number("limit")
    filters = {one.field: arguments.value(one.parameter) for one in story_filters()}
    query = StoryQuery(**filters, order=order, limit=limit + 1)
    found = find(query, cursor_of(arguments.text("cursor")))
    if found is None:
        raise unknown_cursor()
    data = [_story(story) for story in found[:limit]]
    if len(found) <= limit:
        return ResultPage(data)
    last = found[limit - 1]
    return ResultPage(data, text_of(Cursor(last.id, last.changed_at if order == "changed" else None)))


def _story(story: Coverage) -> dict[str, Any]:
    return STORY.of(story, papers=story.papers)
