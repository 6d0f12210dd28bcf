"""A newspaper's front page as of any hour, and the lives of its headlines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from starlette.exceptions import HTTPException

from newsloom.portal.charts import lives_of
from newsloom.portal.paths import paper_of
from newsloom.portal.requests import PageRequest, View
from newsloom.records import Item, Source, Version

__all__ = ["front_history"]

_HOUR: Final = timedelta(hours=1)
_HOURS_A_DAY: Final = 24
_MOST_DAYS: Final = 31
_MOST_ITEMS: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A day or an hour that can be chosen. ``is_changed`` means that the page changed in it."""

    at: datetime
    is_shown: bool = False
    is_changed: bool = False


def front_history(request: PageRequest) -> View:
    """The items of a front page at a moment, or at the latest if none is requested."""
    url = request.asked("url") or ""
    history = request.room.pages.history(url) if url else None
    if history is None or not history.versions:
        raise HTTPException(404)
    versions = history.versions
    first, last = versions[0].first_seen, max(version.last_seen for version in versions)
    at = min(max(request.moment("at") or last, first), last)
    starts = [version.first_seen for version in versions]
    shown = _start_at(starts, at)
    items = request.remembered(
        ("items", history.url, shown), lambda: request.room.pages.items(history.url, shown) or ()
    )
    lives = request.remembered(("lives", history.url, last), lambda: request.room.pages.lives(history.url))
    return View(
        template="front_history.html",
        content={
            "name": _name(request, history.url, history.source),
            "url": history.url,
            "at": at,
            "first": first,
            "last": last,
            "items": items[:_MOST_ITEMS],
            "known": _known(request, items[:_MOST_ITEMS]),
            "language": None,
            "before": max((start for start in starts if start < shown), default=None),
            "after": min((start for start in starts if start > at), default=None),
            "days": _days(first, last, at),
            "hours": _hours(versions, at, first, last),
            "lives": lives_of(lives, at),
        },
    )


def _name(request: PageRequest, url: str, source: Source | None) -> str:
    """The paper's name, and the page's title if it is not the home page."""
    paper = paper_of(url)
    name: str = request.http.app.state.navigation.get().papers.get(paper, paper)
    if source is None or not source.title or source.url == source.home or source.title == name:
        return name
    return f"{name}: {source.title}"


def _start_at(starts: Sequence[datetime], at: datetime) -> datetime:
    return max((start for start in starts if start <= at), default=at)


def _known(request: PageRequest, items: Sequence[Item]) -> frozenset[str]:
    """The addresses of items whose articles were gathered."""
    return frozenset(request.room.articles.arrivals(item.url for item in items if item.url))


def _days(first: datetime, last: datetime, at: datetime) -> list[Stop]:
    """The latest days on which the page was followed; each leads to the same hour as the one shown."""
    length = (last.date() - first.date()).days
    days = [
        at + timedelta(days=away) for away in range((first.date() - at.date()).days, (last.date() - at.date()).days + 1)
    ]
    return [Stop(at=min(max(day, first), last), is_shown=day == at) for day in days[-_MOST_DAYS:]] if length else []


def _hours(versions: Sequence[Version], at: datetime, first: datetime, last: datetime) -> list[Stop]:
    """The full hours of the shown day in which the page was followed, and the last moment if it is on that day."""
    midnight = datetime(at.year, at.month, at.day, tzinfo=UTC)
    full = [midnight + number * _HOUR for number in range(_HOURS_A_DAY)]
    moments = [moment for moment in full if first <= moment < last]
    if last.date() == at.date():
        moments.append(last)
    return [
        Stop(
            at=moment,
            is_shown=moment <= at < following,
            is_changed=any(moment - _HOUR < version.first_seen <= moment for version in versions),
        )
        for moment, following in zip(moments, [*moments[1:], midnight + _HOURS_A_DAY * _HOUR], strict=True)
    ]
