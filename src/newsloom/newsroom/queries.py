"""Queries written as keywords: ``room.stories(section="Sport", limit=5)``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from newsloom.records import ArticleQuery, StoryQuery

__all__ = ["query_from"]

Query = TypeVar("Query", ArticleQuery, StoryQuery)


def query_from(
    query: Query | None, given: Mapping[str, Any], kind: type[Query], /, *, but: tuple[str, ...] = ()
) -> Query:
    """The query, or an empty one, with these fields replaced. Raises ``TypeError`` for an unknown field."""
    names = [field.name for field in fields(kind) if field.name not in but]
    unknown = next((name for name in given if name not in names), None)
    if unknown is not None:
        raise TypeError(f"there is no filter named {unknown!r}. Available: {', '.join(names)}.")
    if query is not None and not isinstance(query, kind):
        raise TypeError(f"a query must be a {kind.__name__}, not a value of type {type(query).__name__}.")
    return replace(query or kind(), **given)
