"""How many articles have which section and language: counted as articles are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import bindparam, insert, select, update

from newsloom.stores.choosing import MOST_FACETS
from newsloom.stores.sql.tables.articles import FACETS
from newsloom.stores.sql.transaction import Transaction

__all__ = ["LANGUAGE", "SECTION", "Facts", "count_facts", "counted"]

SECTION: Final = "section"
LANGUAGE: Final = "language"

# What an article is counted by, None where it has none.
Facts = Mapping[str, str | None]

_CHANGE: Final = (
    update(FACETS)
    .where(FACETS.c.kind == bindparam("of_kind"), FACETS.c.name == bindparam("of_name"))
    .values(articles=FACETS.c.articles + bindparam("change"))
)
_NEW: Final = insert(FACETS)
_COUNTED: Final = (
    select(FACETS.c.name, FACETS.c.articles)
    .where(FACETS.c.kind == bindparam("of_kind"), FACETS.c.articles > 0)
    .order_by(FACETS.c.articles.desc())
    .limit(MOST_FACETS)
)


def count_facts(transaction: Transaction, before: Facts, after: Facts, /) -> None:
    """An article that had these facts has those now; a new one had none."""
    for kind in (SECTION, LANGUAGE):
        old, new = before.get(kind), after.get(kind)
        if old != new:
            _change(transaction, kind, old, -1)
            _change(transaction, kind, new, +1)


def counted(transaction: Transaction, kind: str, /) -> tuple[tuple[str, int], ...]:
    """The most frequent first."""
    # Of equals the order is settled here: every dialect would sort names in its own way.
    rows = transaction.rows(_COUNTED, of_kind=kind)
    return tuple(sorted(((row.name, row.articles) for row in rows), key=lambda count: (-count[1], count[0])))


def _change(transaction: Transaction, kind: str, name: str | None, change: int) -> None:
    if name and not transaction.run(_CHANGE, of_kind=kind, of_name=name, change=change):
        transaction.run(_NEW, kind=kind, name=name, articles=change)
