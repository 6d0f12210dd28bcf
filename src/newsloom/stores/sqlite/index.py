"""Search in SQLite: stems in an FTS5 table.

The table does not keep the text, and SQLite before 3.43 cannot delete from such a table without it. So every revision
of an article has a row of its own, under the revision's number; rows of outdated revisions remain and are skipped. When
an article is removed for good, its words are passed to the table once more to delete them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from sqlalchemy import TextClause, bindparam, column, select, table, text

from newsloom.stores.search import ArticleStems, LanguageQuery, SearchQuery
from newsloom.stores.search.stems import TITLE_WEIGHT
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.search import RANKED
from newsloom.stores.sql.types import Key

__all__ = ["SqliteIndex"]

# The tokenizer ends a word at an apostrophe, but treats every character beyond ASCII as a letter.
_APOSTROPHE: Final = str.maketrans("'", "’")

# FTS5's own table with the length of each row.
_ROWS: Final = table("search_words_docsize", column("id", Key))
_IS_THERE: Final = select(_ROWS.c.id).where(_ROWS.c.id == bindparam("number"))
# FTS5 deletes a row when it is given the row's words again.
_DELETE: Final = text(
    "INSERT INTO search_words (search_words, rowid, title, body) VALUES ('delete', :number, :title, :body)"
)


@dataclass(frozen=True, slots=True)
class SqliteIndex:
    """Stems in FTS5, each prefixed with its language: an article is searched in its own language."""

    insertion: ClassVar[TextClause] = text(
        "INSERT INTO search_words (rowid, title, body) VALUES (:number, :title, :body)"
    )

    planner_settings: ClassVar[None] = None

    def row(self, article_id: int, revision_id: int, stems: ArticleStems, /) -> dict[str, Any]:  # noqa: ARG002
        title, body = _text(stems.tag, stems.title), _text(stems.tag, stems.body)
        return {"number": revision_id, "title": title, "body": body}

    def delete(self, executor: Executor, article_id: int, revision_id: int, stems: ArticleStems, /) -> None:
        # Only rows that exist: deleting one that does not exist damages the index.
        if executor.row(_IS_THERE, number=revision_id) is not None:
            executor.run(_DELETE, **self.row(article_id, revision_id, stems))

    def parameters(self, query: SearchQuery, /) -> dict[str, Any]:
        return {"question": " OR ".join(_expression(part, tag) for part in query.by_language for tag in part.tags)}

    def statement(self, conditions: str, /) -> str:
        # The order of the joins is forced: otherwise SQLite might scan all articles of a language and query the index
        # for each of them.
        return f"""
            SELECT revision_id, score FROM (
                SELECT articles.revision_id, articles.first_seen, articles.id,
                    -bm25(search_words, {TITLE_WEIGHT}, 1.0) AS score
                FROM search_words
                CROSS JOIN revisions ON revisions.id = search_words.rowid
                CROSS JOIN articles ON articles.id = revisions.article_id AND articles.revision_id = revisions.id
                WHERE search_words MATCH :question{conditions}
                ORDER BY search_words.rowid DESC LIMIT {RANKED}
            ) ORDER BY score DESC, first_seen DESC, id DESC LIMIT :limit OFFSET :skip
        """  # noqa: S608 - our own conditions


def _expression(part: LanguageQuery, tag: str) -> str:
    wanted = " AND ".join(f'"{_text(tag, phrase)}"' for phrase in part.phrases)
    unwanted = " OR ".join(f'"{_text(tag, phrase)}"' for phrase in part.unwanted)
    return f"(({wanted}) NOT ({unwanted}))" if unwanted else f"({wanted})"


def _text(tag: str, words: tuple[str, ...]) -> str:
    return (f"{tag}_" + f" {tag}_".join(words) if words else "").translate(_APOSTROPHE)
