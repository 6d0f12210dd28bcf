"""Search in SQL: returns the hits for a query with conditions. ``SearchIndex`` has the parts specific to a dialect.

Only the newest matching articles are ranked, up to a limit, so a word in every article costs no more than a word in
some.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from sqlalchemy import (
    ColumnElement,
    Float,
    LargeBinary,
    Row,
    TextClause,
    TextualSelect,
    bindparam,
    column,
    select,
    table,
    text,
)
from sqlalchemy.engine.default import DefaultDialect

from newsloom.records import Article, Hit
from newsloom.stores.search import ArticleStems, SearchQuery, snippet_of
from newsloom.stores.sql.article_rows import readable, summary_of
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.types import Key

__all__ = ["RANKED", "SearchIndex", "SearchRequest", "hits_of"]

# More hits than anyone looks at; ranking this many takes some ten milliseconds.
RANKED: Final = 1_000

Conditions = tuple[tuple[str, ColumnElement[bool]], ...]

# The columns used here of the table of revisions, whose own module imports this one.
_REVISIONS: Final = table("revisions", column("id", Key), column("document", LargeBinary))
_READ: Final = select(_REVISIONS).where(_REVISIONS.c.id.in_(bindparam("numbers", type_=Key, expanding=True)))


class SearchIndex(Hashable, Protocol):
    """The full-text index of a dialect: how the stems of articles are written, and how they are searched."""

    @property
    def insertion(self) -> TextClause:
        """The statement that writes a ``row``, which makes the article searchable."""
        ...

    def row(self, article_id: int, revision_id: int, stems: ArticleStems, /) -> dict[str, Any]: ...

    def delete(self, executor: Executor, article_id: int, revision_id: int, stems: ArticleStems, /) -> None:
        """Delete a revision of an article that is removed for good."""
        ...

    @property
    def planner_settings(self) -> tuple[TextClause, TextClause] | None:
        """The statements before and after a search that set how it is planned, if any."""
        ...

    def parameters(self, query: SearchQuery, /) -> dict[str, Any]:
        """The values for ``statement``: the query in the dialect's own language."""
        ...

    def statement(self, conditions: str, /) -> str:
        """The statement for ``revision_id`` and ``score`` of the articles that match the query and the conditions.

        It returns ``:limit`` rows after the first ``:skip``, best first; only the newest articles are compared.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """A search: a query, its conditions, and which of the matching articles to return.

    A condition is the name of its only variable and an expression over the table ``articles``.
    """

    query: SearchQuery
    conditions: Conditions
    values: Mapping[str, Any]
    skip: int
    limit: int


def hits_of(request: SearchRequest, executor: Executor, index: SearchIndex, /) -> tuple[Hit, ...]:
    """The best hits, with the words around each match."""
    page = {"skip": max(request.skip, 0), "limit": max(request.limit, 0)}
    values = page | index.parameters(request.query) | dict(request.values)
    rows = _found(executor, index, _statement(index, request.conditions), values)
    scores = {row.revision_id: row.score for row in rows}
    articles = dict(_read(executor, list(scores)))
    return tuple(
        Hit(url=articles[number].url or "", score=score, snippet=snippet_of(articles[number], request.query))
        for number, score in scores.items()
        if number in articles
    )


def _read(executor: Executor, numbers: list[int]) -> Iterator[tuple[int, Article]]:
    for batch in batches(numbers):
        for row in executor.rows(_READ, numbers=list(batch)):
            article = readable(executor, row.id, row, summary_of)
            if article is not None:
                yield row.id, article


def _found(
    executor: Executor, index: SearchIndex, statement: TextualSelect, values: dict[str, Any]
) -> Sequence[Row[Any]]:
    if index.planner_settings is None:
        return executor.rows(statement, **values)
    before, after = index.planner_settings
    executor.run(before)
    rows = executor.rows(statement, **values)
    executor.run(after)
    return rows


# Bounded by the number of indexes and sets of conditions.
@functools.cache
def _statement(index: SearchIndex, conditions: Conditions) -> TextualSelect:
    # A dialect's search is text, so SQLAlchemy compiles the conditions to text as well, with named variables.
    written = [str(condition.compile(dialect=DefaultDialect(paramstyle="named"))) for _, condition in conditions]
    types = [
        bindparam(name, type_=bind.type)
        for name, condition in conditions
        for bind in condition.compile().binds.values()
    ]
    statement = text(index.statement("".join(f" AND {condition}" for condition in written)))
    return statement.bindparams(*types).columns(revision_id=Key, score=Float)
