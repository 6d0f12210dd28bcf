"""The front page and the pages of sections: stories by heat."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException

from newsloom.portal.bookmarks import muted_by
from newsloom.portal.boxes import front_boxes
from newsloom.portal.paths import section_path
from newsloom.portal.rendering import query_string
from newsloom.portal.reports import newest_first, shown_reports
from newsloom.portal.requests import PageRequest, View
from newsloom.records import ArticleQuery, StoryQuery
from newsloom.text.categories import filed_under

__all__ = ["front", "section"]

# A lead, four beside it, eight cards and a list of twenty.
_STORIES: Final = 33
_IN_THE_FOLD: Final = 5
_FRESH: Final = 8
_LEAD_REPORTS: Final = 4


def front(request: PageRequest) -> View:
    """The biggest stories of all sections."""
    return _stories(request, None)


def section(request: PageRequest) -> View:
    """The biggest stories of one section."""
    return _stories(request, filed_under(None, request.named("name")))


def _stories(request: PageRequest, name: str | None) -> View:
    # A section is named in the language of its papers, which need not be the reader's.
    language = request.press_language if name is None or request.asked("language") else None
    after = request.asked("after")
    if after and request.room.stories.get(after) is None:
        raise HTTPException(404)
    query = StoryQuery(section=name, language=language, after=after, limit=_STORIES + 1)
    latest = ArticleQuery(section=name, language=language, limit=_FRESH)
    found = request.recently(query, lambda: request.room.stories(query))
    fresh = () if after else request.recently(latest, lambda: request.room.articles.latest(latest))
    muted = muted_by(request)
    stories = [story for story in found[:_STORIES] if muted.allows_story(story)]
    is_more = len(found) > _STORIES
    address = section_path(name) if name else "/"
    return View(
        template="front.html",
        content={
            "stories": stories,
            "lead_reports": shown_reports(request, stories[0])[:_LEAD_REPORTS] if stories and not after else (),
            "fresh": newest_first(request, [article for article in fresh if muted.allows_article(article)]),
            "boxes": front_boxes(request, language, {story.id for story in stories[:_IN_THE_FOLD]}, muted)
            if name is None and not after
            else None,
            "section": name,
            "language": language,
            "is_first": after is None,
            "next": address + query_string(language=request.asked("language") or language, after=found[_STORIES - 1].id)
            if is_more
            else None,
        },
    )
