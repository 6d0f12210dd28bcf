"""Search in SQLite: stems in a table of FTS5.

The table keeps no text, and SQLite before 3.43 cannot take out of such a table what it no longer knows. So every
reading of an article has a row of its own, under the number of its revision; the ones that are read no more
remain, and are passed over. Where an article goes for good, its words are told to the table once more.
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

# To the tokenizer an apostrophe ends a word, while every sign beyond ASCII is a letter.
_APOSTROPHE: Final = str.maketrans("'", "’")

# FTS5's own table of how long each row is.
_ROWS: Final = table("search_words_docsize", column("id", Key))
_IS_THERE: Final = select(_ROWS.c.id).where(_ROWS.c.id == bindparam("number"))
# FTS5 forgets what it is told again.
_DELETE: Final = text(
    "INSERT INTO search_words (search_words, rowid, title, body) VALUES ('delete', :number, :title, :body)"
)


@dataclass(frozen=True, slots=True)
class SqliteIndex:
    """Stems in FTS5, each with its language before it: an article is asked in its own."""

    insertion: ClassVar[TextClause] = text(
        "INSERT INTO search_words (rowid, title, body) VALUES (:number, :title, :body)"
    )

    planner_settings: ClassVar[None] = None

    def row(self, article_id: int, revision_id: int, stems: ArticleStems, /) -> dict[str, Any]:  # noqa: ARG002
        title, body = _text(stems.tag, stems.title), _text(stems.tag, stems.body)
        return {"number": revision_id, "title": title, "body": body}

    def delete(self, executor: Executor, article_id: int, revision_id: int, stems: ArticleStems, /) -> None:
        # Only what is there: to take out what never was damages the index.
        if executor.row(_IS_THERE, number=revision_id) is not None:
            executor.run(_DELETE, **self.row(article_id, revision_id, stems))

    def parameters(self, query: SearchQuery, /) -> dict[str, Any]:
        return {"question": " OR ".join(_expression(part, tag) for part in query.by_language for tag in part.tags)}

    def statement(self, conditions: str, /) -> str:
        # The order of the joins is forced: by itself SQLite might walk through all articles of a language and ask the
        # index for each of them.
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
