"""How many articles have which section and language: counted as articles are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import bindparam, select, text

from newsloom.stores.choosing import MOST_FACETS
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.tables.articles import FACETS
from newsloom.stores.sql.types import Words

__all__ = ["LANGUAGE", "SECTION", "Facts", "count_facts", "counted"]

SECTION: Final = "section"
LANGUAGE: Final = "language"

# What an article is counted by, None where it has none.
Facts = Mapping[str, str | None]

# One statement for all changes of an article; both dialects know it.
_CHANGE: Final = text(
    "INSERT INTO facets (kind, name, articles) VALUES (:kind, :name, :change)"
    " ON CONFLICT (kind, name) DO UPDATE SET articles = facets.articles + excluded.articles"
).bindparams(bindparam("name", type_=Words()))
_COUNTED: Final = (
    select(FACETS.c.name, FACETS.c.articles)
    .where(FACETS.c.kind == bindparam("of_kind"), FACETS.c.articles > 0)
    .order_by(FACETS.c.articles.desc())
    .limit(MOST_FACETS)
)


def count_facts(executor: Executor, before: Facts, after: Facts, /) -> None:
    """An article that had these facts has those now; a new one had none."""
    moved = [kind for kind in (SECTION, LANGUAGE) if before.get(kind) != after.get(kind)]
    changes = [
        {"kind": kind, "name": facts.get(kind), "change": by}
        for facts, by in ((before, -1), (after, 1))
        for kind in moved
    ]
    named = [change for change in changes if change["name"]]
    if named:
        executor.run_all(_CHANGE, named)


def counted(executor: Executor, kind: str, /) -> tuple[tuple[str, int], ...]:
    """The most frequent first."""
    # Of equals the order is settled here: every dialect would sort names in its own way.
    rows = executor.rows(_COUNTED, of_kind=kind)
    return tuple(sorted(((row.name, row.articles) for row in rows), key=lambda count: (-count[1], count[0])))
