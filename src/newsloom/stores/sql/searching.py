"""Search in SQL: a question and what articles are chosen by in, hits out; the dialect's own way is behind ``Index``.

Of the articles that match the newest are ranked, up to a bound: so a word that stands in every article costs no more
than one that stands in some.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from sqlalchemy import Float, Row, TextClause, TextualSelect, bindparam, select, text
from sqlalchemy.types import TypeEngine

from newsloom.records import Hit
from newsloom.stores.searching import Question, Reading, snippet_of
from newsloom.stores.sql.executor import Executor, portions
from newsloom.stores.sql.tables.articles import REVISIONS, article_of
from newsloom.stores.sql.types import Key, Moment, Words

__all__ = ["RANKED", "Asked", "Index", "hits_of"]

# More answers than anyone looks at; to rank so many takes some ten milliseconds.
RANKED: Final = 1_000

_CONDITIONS: Final = {
    "source": "EXISTS (SELECT 1 FROM belongings WHERE source_id = :source AND article_id = articles.id)",
    "site": "articles.site = :site",
    "section": "articles.section = :section",
    "language": "articles.language = :language",
    "since": "articles.first_seen >= :since",
    "until": "articles.first_seen < :until",
    "changed_after": "articles.changed_at > :changed_after",
}
_TYPES: Final[Mapping[str, TypeEngine[Any]]] = {
    "source": Key,
    "since": Moment(),
    "until": Moment(),
    "changed_after": Moment(),
}
_WORDS: Final[TypeEngine[Any]] = Words()

_READ: Final = select(REVISIONS.c.id, REVISIONS.c.document).where(
    REVISIONS.c.id.in_(bindparam("numbers", type_=Key, expanding=True))
)


class Index(Hashable, Protocol):
    """Where a dialect keeps the stems of articles, and by what it finds them again."""

    @property
    def putting(self) -> TextClause:
        """The statement that writes a ``row``: the article reads so from now on."""
        ...

    def row(self, article_id: int, revision_id: int, reading: Reading, /) -> dict[str, Any]: ...

    @property
    def around(self) -> tuple[TextClause, TextClause] | None:
        """What is said to the database before and after a search, if anything."""
        ...

    def written(self, question: Question, /) -> dict[str, Any]:
        """The question in the dialect's own language: what ``answers`` speaks of."""
        ...

    def answers(self, conditions: str, /) -> str:
        """The statement for ``revision_id`` and ``score`` of the articles that match the question and the conditions.

        The best first, of them ``:limit`` behind the first ``:skip``; only the newest are compared.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a search asks for: a question to the articles that are ``chosen`` by some facts, and which answers."""

    question: Question
    chosen: Mapping[str, Any]
    skip: int
    limit: int


def hits_of(asked: Asked, executor: Executor, index: Index, /) -> tuple[Hit, ...]:
    """The best answers, with the words around the match."""
    question = asked.question
    values = {"skip": max(asked.skip, 0), "limit": max(asked.limit, 0), **index.written(question), **asked.chosen}
    rows = _found(executor, index, _statement(index, frozenset(asked.chosen)), values)
    scores = {row.revision_id: row.score for row in rows}
    documents = {
        row.id: article_of(row)
        for portion in portions(list(scores))
        for row in executor.rows(_READ, numbers=list(portion))
    }
    return tuple(
        Hit(url=documents[number].url or "", score=score, snippet=snippet_of(documents[number], question))
        for number, score in scores.items()
    )


def _found(executor: Executor, index: Index, statement: TextualSelect, values: dict[str, Any]) -> Sequence[Row[Any]]:
    if index.around is None:
        return executor.rows(statement, **values)
    before, after = index.around
    executor.run(before)
    rows = executor.rows(statement, **values)
    executor.run(after)
    return rows


# As many as there are indexes and sets of conditions.
@functools.cache
def _statement(index: Index, given: frozenset[str]) -> TextualSelect:
    conditions = "".join(f" AND {condition}" for part, condition in _CONDITIONS.items() if part in given)
    types = [bindparam(part, type_=_TYPES.get(part, _WORDS)) for part in _CONDITIONS if part in given]
    return text(index.answers(conditions)).bindparams(*types).columns(revision_id=Key, score=Float)
