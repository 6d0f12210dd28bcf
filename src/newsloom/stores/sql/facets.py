"""How many articles have which section and language, counted when articles are stored so that queries cost nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Column, Index, Integer, Table, bindparam, select, text

from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.types import METADATA, Words

__all__ = ["FACETS", "LANGUAGE", "SECTION", "Facts", "SqlFacets", "count_facts"]

FACETS: Final = Table(
    "facets",
    METADATA,
    Column("kind", Words, primary_key=True),
    Column("name", Words, primary_key=True),
    Column("articles", Integer, nullable=False),
    Index(None, "kind", "articles"),
)

SECTION: Final = "section"
LANGUAGE: Final = "language"

# What an article is counted by; None if unknown.
Facts = Mapping[str, str | None]

# Section names come from strangers: a site may have a different one on each of its pages.
_MOST: Final = 500

# One statement for all changes of an article; both dialects support it.
_CHANGE: Final = text(
    "INSERT INTO facets (kind, name, articles) VALUES (:kind, :name, :change)"
    " ON CONFLICT (kind, name) DO UPDATE SET articles = facets.articles + excluded.articles"
).bindparams(bindparam("name", type_=Words()))
_COUNTED: Final = (
    select(FACETS.c.name, FACETS.c.articles)
    .where(FACETS.c.kind == bindparam("of_kind"), FACETS.c.articles > 0)
    .order_by(FACETS.c.articles.desc())
    .limit(_MOST)
)


@dataclass(frozen=True, slots=True)
class SqlFacets:
    """What articles can be filtered by."""

    _executor: Executor

    def sections(self) -> tuple[tuple[str, int], ...]:
        return self._counted(SECTION)

    def languages(self) -> tuple[tuple[str, int], ...]:
        return self._counted(LANGUAGE)

    def _counted(self, kind: str) -> tuple[tuple[str, int], ...]:
        # Ties are ordered here, because each dialect sorts names differently.
        rows = self._executor.rows(_COUNTED, of_kind=kind)
        return tuple(sorted(((row.name, row.articles) for row in rows), key=lambda count: (-count[1], count[0])))


def count_facts(executor: Executor, before: Facts, after: Facts, /) -> None:
    """Update the counts for an article whose facts changed. A new article had none before."""
    moved = [kind for kind in (SECTION, LANGUAGE) if before.get(kind) != after.get(kind)]
    changes = [
        {"kind": kind, "name": facts.get(kind), "change": by}
        for facts, by in ((before, -1), (after, 1))
        for kind in moved
    ]
    executor.run_all(_CHANGE, [change for change in changes if change["name"]])
