"""Events: stories that told of something new, current and past."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from starlette.exceptions import HTTPException

from newsloom.pipeline.desk.followedevents import FollowedEvent
from newsloom.portal.bookmarks import muted_by
from newsloom.portal.charts import spark_of
from newsloom.portal.rendering import query_string
from newsloom.portal.requests import PageRequest, View
from newsloom.records import Article, Coverage, StoryQuery

__all__ = ["events"]

_EVENTS: Final = 40
_FOLLOWED: Final = 20
_FOLLOWED_REPORTS: Final = 5
# An event is current if something new was said of it within this time.
_GOING_ON: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEvent:
    """An event's story, and its reports over time as an SVG path."""

    story: Coverage
    spark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFollowing:
    """An event that the newsroom follows, with its latest reports, the last one first."""

    event: FollowedEvent
    latest: tuple[Article, ...]


def events(request: PageRequest) -> View:
    """The events, the latest to begin first."""
    language, after = request.press_language, request.asked("after")
    if after and request.room.stories.get(after) is None:
        raise HTTPException(404)
    found = request.room.events(StoryQuery(language=language, after=after, limit=_EVENTS + 1))
    muted = muted_by(request)
    shown = [ShownEvent(story=one, spark=spark_of(one)) for one in found[:_EVENTS] if muted.allows_story(one)]
    # They are listed in order of arrival, but dated by their papers.
    shown.sort(key=lambda one: one.story.began_at, reverse=True)
    now = [one for one in shown if request.now - one.story.changed_at <= _GOING_ON]
    past = [one for one in shown if one not in now]
    is_more = len(found) > _EVENTS
    return View(
        template="events.html",
        content={
            "groups": (("events.now", now), ("events.past", past)),
            "has_events": bool(shown),
            "followed": () if after else _followed(request),
            "language": language,
            "next": "/events"
            + query_string(language=request.asked("language") or language, after=found[_EVENTS - 1].id)
            if is_more
            else None,
        },
    )


def _followed(request: PageRequest) -> list[ShownFollowing]:
    """What the newsroom follows, each with its latest reports."""
    events = request.room.events.followed()[:_FOLLOWED]
    latest = [[report.url for report in event.reports[: -_FOLLOWED_REPORTS - 1 : -1]] for event in events]
    kept = request.room.articles.summaries(url for urls in latest for url in urls)
    return [
        ShownFollowing(event=event, latest=tuple(kept[url].article for url in urls if url in kept))
        for event, urls in zip(events, latest, strict=True)
    ]
