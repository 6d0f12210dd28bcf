"""The boxes of the front page: new events, what is read most, columnists, and the latest of each section.

They are the same for all readers, except for what each has muted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from newsloom.portal.bookmarks import Muted
from newsloom.portal.navigation import offered_sections
from newsloom.portal.paths import paper_of
from newsloom.portal.requests import PageRequest
from newsloom.records import Article, ArticleQuery, Coverage, StoryQuery

__all__ = ["COLUMNS", "READ_WITHIN", "Columnist", "FrontBoxes", "columnists_of", "front_boxes"]

READ_WITHIN: Final = timedelta(days=7)
"""How far back visits count for what is read most."""
COLUMNS: Final = "opinion"
"""The section that columnists write in."""

_IN_A_BOX: Final = 5
# More than fit: stories already shown above and what a reader has muted are left out.
_ASKED: Final = 3 * _IN_A_BOX
# For all languages together; any one has fewer.
_ASKED_READ: Final = 40
# Columns searched for columnists.
_ASKED_COLUMNS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Columnist:
    """A columnist of a paper with their columns, the latest first."""

    name: str
    paper: str
    columns: tuple[Article, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontBoxes:
    """The content of the boxes. Sections are in the order of the menu, without empty ones."""

    events: tuple[Coverage, ...] = ()
    most_read: tuple[tuple[Article, int], ...] = ()
    columnists: tuple[Columnist, ...] = ()
    sections: tuple[tuple[str, tuple[Coverage, ...]], ...] = ()


def front_boxes(request: PageRequest, language: str | None, shown: Collection[str], muted: Muted) -> FrontBoxes:
    """The boxes of a language, or of all if it is None. ``shown`` are ids of the stories above them."""
    sections = offered_sections(request.http.app.state.navigation.get(), language)
    boxes = [(name, _stories(request, name, language, shown, muted)) for name in sections if name != COLUMNS]
    return FrontBoxes(
        events=_events(request, language, muted),
        most_read=_most_read(request, language, muted),
        columnists=tuple(columnists_of(_columns(request, language), muted))[:_IN_A_BOX],
        sections=tuple((name, stories) for name, stories in boxes if stories),
    )


def columnists_of(columns: Iterable[Article], muted: Muted) -> list[Columnist]:
    """The authors of these columns, in the order of their first ones."""
    written: dict[tuple[str, str], list[Article]] = {}
    for article in columns:
        if muted.allows_article(article):
            for author in article.authors:
                written.setdefault((author, paper_of(article.url or "")), []).append(article)
    return [Columnist(name=name, paper=paper, columns=tuple(own)) for (name, paper), own in written.items()]


def _events(request: PageRequest, language: str | None, muted: Muted) -> tuple[Coverage, ...]:
    query = StoryQuery(language=language, limit=_ASKED)
    found = request.recently(("events", query), lambda: request.room.events(query))
    # They are listed in order of arrival, but dated by their papers.
    latest = sorted(found, key=lambda one: one.began_at, reverse=True)
    return tuple(one for one in latest if muted.allows_story(one))[:_IN_A_BOX]


def _most_read(request: PageRequest, language: str | None, muted: Muted) -> tuple[tuple[Article, int], ...]:
    since = request.now - READ_WITHIN
    found = request.recently(("most read", since.date()), lambda: request.room.readers.most_read(since, _ASKED_READ))
    wanted = (one for one in found if language in (None, one[0].language) and muted.allows_article(one[0]))
    return tuple(wanted)[:_IN_A_BOX]


def _columns(request: PageRequest, language: str | None) -> tuple[Article, ...]:
    query = ArticleQuery(section=COLUMNS, language=language, limit=_ASKED_COLUMNS)
    return request.recently(("columns", query), lambda: request.room.articles.latest(query))


def _stories(
    request: PageRequest, section: str, language: str | None, shown: Collection[str], muted: Muted
) -> tuple[Coverage, ...]:
    query = StoryQuery(section=section, language=language, limit=_ASKED)
    found = request.recently(("box", query), lambda: request.room.stories(query))
    return tuple(one for one in found if one.id not in shown and muted.allows_story(one))[:_IN_A_BOX]
