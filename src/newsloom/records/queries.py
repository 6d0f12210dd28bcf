"""Queries for stored articles and stories, with the name of each filter in HTTP and on the command line."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, get_type_hints

__all__ = ["ArticleQuery", "Filter", "StoryQuery", "article_filters", "story_filters"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """One filter for articles or stories: a field of their query and its names in HTTP and on the command line.

    ``parameter`` is its name in HTTP, ``option`` its name on the command line; ``kind`` is the type of its value,
    ``str`` or ``datetime``. HTTP rejects values longer than ``most_characters``.
    """

    field: str
    parameter: str
    option: str
    kind: type
    help: str
    metavar: str
    most_characters: int


def _filter(
    help_text: str, metavar: str, parameter: str | None = None, *, option: str | None = None, most: int = 2000
) -> dict[str, Any]:
    return {"help": help_text, "metavar": metavar, "parameter": parameter, "option": option, "most": most}


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleQuery:
    """Selects stored articles. Articles must match all filters that are given; ``article_filters`` lists them.

    A site is named by any of its hosts. ``after`` is the address of the last article on the previous page; ``skip`` is
    the number of search results already shown. ``order`` is "latest" (most recently first seen first), "earliest", or
    "changed" (by last change, the oldest first), which is the default if ``changed_after`` is given.
    """

    source_url: str | None = field(
        default=None, metadata=_filter("Only articles found on this source.", "URL", "source")
    )
    site: str | None = field(default=None, metadata=_filter("Only articles of this paper.", "HOST", most=300))
    section: str | None = field(default=None, metadata=_filter("Only articles in this section.", "NAME", most=200))
    language: str | None = field(default=None, metadata=_filter("Only articles in this language.", "CODE", most=20))
    since: datetime | None = field(
        default=None, metadata=_filter("Only articles first seen at this time or later.", "TIME")
    )
    until: datetime | None = field(default=None, metadata=_filter("Only articles first seen before this time.", "TIME"))
    changed_after: datetime | None = field(
        default=None, metadata=_filter("Only articles changed after this time.", "TIME")
    )
    order: str | None = None
    after: str | None = None
    skip: int = 0
    limit: int = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryQuery:
    """Selects stories and orders them: by "heat", "latest" report, or when they "began" or "changed" (oldest first).

    Stories must match all filters that are given; ``story_filters`` lists those with a text or a time. ``after`` is the
    id of the last story on the previous page.
    """

    order: str = "heat"
    section: str | None = field(default=None, metadata=_filter("Only those in this section.", "NAME", most=200))
    language: str | None = field(default=None, metadata=_filter("Only those in this language.", "CODE", most=20))
    paper: str | None = field(
        default=None, metadata=_filter("Only those that this paper reported.", "HOST", option="site", most=300)
    )
    since: datetime | None = field(
        default=None, metadata=_filter("Only those with a report at this time or later.", "TIME")
    )
    until: datetime | None = field(
        default=None, metadata=_filter("Only those whose last report is before this time.", "TIME")
    )
    changed_after: datetime | None = field(
        default=None, metadata=_filter("Only those that changed after this time.", "TIME")
    )
    least_newness: float | None = None
    least_papers: int = 1
    after: str | None = None
    limit: int = 30


def article_filters() -> tuple[Filter, ...]:
    """The filters of ``ArticleQuery``, in the order of its fields. The command line and HTTP offer these."""
    return _filters_of(ArticleQuery)


def story_filters() -> tuple[Filter, ...]:
    """The filters of ``StoryQuery``, in the order of its fields."""
    return _filters_of(StoryQuery)


def _filters_of(query: type[ArticleQuery | StoryQuery]) -> tuple[Filter, ...]:
    kinds = get_type_hints(query)
    return tuple(
        Filter(
            field=one.name,
            parameter=one.metadata["parameter"] or one.name,
            option=one.metadata["option"] or one.metadata["parameter"] or one.name,
            kind=datetime if datetime in kinds[one.name].__args__ else str,
            help=one.metadata["help"],
            metavar=one.metadata["metavar"],
            most_characters=one.metadata["most"],
        )
        for one in dataclasses.fields(query)
        if one.metadata
    )
