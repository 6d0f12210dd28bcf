"""Topics: the map of all, and one with its words and its closest and farthest articles or items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from starlette.exceptions import HTTPException

from newsloom.portal.requests import PageRequest, View
from newsloom.portal.topic_map import PHONE, WIDE, topic_map_of
from newsloom.records import Article, Item

__all__ = ["topic", "topics"]

_WORDS: Final = 50
_HIGHEST: Final = 15
_LOWEST: Final = 8


def topics(request: PageRequest) -> View:
    """The map and the list of all topics, or of those of a language."""
    language = request.press_language
    found = [one for one in request.room.topics() if language is None or one.language == language]
    drawn = found[: WIDE.most]
    key = tuple((topic.id, topic.made_at, topic.size) for topic in drawn)
    maps = request.remembered(("topics", key), lambda: [topic_map_of(drawn, sheet) for sheet in (WIDE, PHONE)])
    return View(
        template="topics.html",
        content={"topics": found, "maps": dict(zip(("wide", "narrow"), maps, strict=True)), "language": language},
    )


def topic(request: PageRequest) -> View:
    """One topic."""
    found = request.room.topics.get(request.named("id"))
    if found is None:
        raise HTTPException(404)
    highest = found.members[:_HIGHEST]
    lowest = found.members[max(_HIGHEST, len(found.members) - _LOWEST) :]
    return View(
        template="topic.html",
        content={
            "topic": found,
            "words": found.words[:_WORDS],
            "name": ", ".join(word for word, _ in found.words[:3]) or found.id,
            "heaviest": max((weight for _, weight in found.words), default=1.0) or 1.0,
            "highest": _members(request, highest),
            "lowest": _members(request, lowest),
        },
    )


def _members(
    request: PageRequest, members: Sequence[tuple[str, float]]
) -> list[tuple[Article | None, Item | None, float]]:
    """Each with its article, or with the item that leads to it if the article is not kept."""
    urls = [url for url, _ in members]
    kept, items = request.room.articles.summaries(urls), request.room.pages.leading_to(urls)
    found = [(url, kept[url].article if url in kept else None, closeness) for url, closeness in members]
    return [(article, items.get(url), closeness) for url, article, closeness in found if article or url in items]
