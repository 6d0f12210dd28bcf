"""Queries: which stored articles and stories are asked for, and how each filter is named from outside."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, get_type_hints

__all__ = ["ArticleQuery", "Filter", "StoryQuery", "article_filters", "story_filters"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """One way to choose articles or stories: a field of their query, and how it is asked for from outside.

    ``parameter`` is its name in HTTP, ``option`` on the command line; ``kind`` is the type of its value, ``str`` or
    ``datetime``. Longer values than ``most_characters`` are refused by HTTP.
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
    """Which stored articles. All filters that are given must hold; ``article_filters`` lists them.

    A site is named by any of its hosts. ``after`` is the address of the last article of the page before, ``skip`` how
    many answers of a search were shown already. ``order`` is "latest" (first seen last), "earliest", or "changed" (by
    their last change, the oldest first); the last is taken where ``changed_after`` is given and no order.
    """

    source_url: str | None = field(
        default=None, metadata=_filter("Only what was found on this source.", "URL", "source")
    )
    site: str | None = field(default=None, metadata=_filter("Only articles of this paper.", "HOST", most=300))
    section: str | None = field(default=None, metadata=_filter("Only articles of this section.", "NAME", most=200))
    language: str | None = field(default=None, metadata=_filter("Only articles in this language.", "CODE", most=20))
    since: datetime | None = field(default=None, metadata=_filter("Only what was first seen from then on.", "TIME"))
    until: datetime | None = field(default=None, metadata=_filter("Only what was first seen before then.", "TIME"))
    changed_after: datetime | None = field(default=None, metadata=_filter("Only what changed after then.", "TIME"))
    order: str | None = None
    after: str | None = None
    skip: int = 0
    limit: int = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryQuery:
    """Which stories, in which order: by "heat", by "latest" report, by when they "began" or "changed" (oldest first).

    All filters that are given must hold; ``story_filters`` lists those with a text or a time. ``after`` is the id of
    the last story of the page before.
    """

    order: str = "heat"
    section: str | None = field(default=None, metadata=_filter("Only those of this section.", "NAME", most=200))
    language: str | None = field(default=None, metadata=_filter("Only those in this language.", "CODE", most=20))
    paper: str | None = field(
        default=None, metadata=_filter("Only those that this paper reported.", "HOST", option="site", most=300)
    )
    since: datetime | None = field(default=None, metadata=_filter("Only those with a report from then on.", "TIME"))
    until: datetime | None = field(
        default=None, metadata=_filter("Only those whose last report came before then.", "TIME")
    )
    changed_after: datetime | None = field(default=None, metadata=_filter("Only what changed after then.", "TIME"))
    least_newness: float | None = None
    least_papers: int = 1
    after: str | None = None
    limit: int = 30


def article_filters() -> tuple[Filter, ...]:
    """The filters of ``ArticleQuery``, in the order of its fields; command line and HTTP offer these."""
    return _filters_of(ArticleQuery)


def story_filters() -> tuple[Filter, ...]:
    """Those of ``StoryQuery``."""
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
