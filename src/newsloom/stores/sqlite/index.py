"""Search in SQLite: stems in a table of FTS5.

The table keeps no text, and SQLite before 3.43 cannot take out of such a table what it no longer knows. So every
reading of an article has a row of its own, under the number of its revision; the ones that are read no more
remain, and are passed over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from sqlalchemy import TextClause, text

from newsloom.stores.search import Question, Reading, Way
from newsloom.stores.search.reading import TITLE_WEIGHT
from newsloom.stores.sql.search import RANKED

__all__ = ["SqliteIndex"]

# To the tokenizer an apostrophe ends a word, while every sign beyond ASCII is a letter.
_APOSTROPHE: Final = str.maketrans("'", "’")


@dataclass(frozen=True, slots=True)
class SqliteIndex:
    """Stems in FTS5, each with its language before it: an article is asked in its own."""

    putting: ClassVar[TextClause] = text(
        "INSERT INTO search_words (rowid, title, body) VALUES (:number, :title, :body)"
    )

    around: ClassVar[None] = None

    def row(self, article_id: int, revision_id: int, reading: Reading, /) -> dict[str, Any]:  # noqa: ARG002
        title, body = _text(reading.tag, reading.title), _text(reading.tag, reading.body)
        return {"number": revision_id, "title": title, "body": body}

    def written(self, question: Question, /) -> dict[str, Any]:
        return {"question": " OR ".join(_way(way, tag) for way in question.ways for tag in way.tags)}

    def answers(self, conditions: str, /) -> str:
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


def _way(way: Way, tag: str) -> str:
    wanted = " AND ".join(f'"{_text(tag, phrase)}"' for phrase in way.phrases)
    unwanted = " OR ".join(f'"{_text(tag, phrase)}"' for phrase in way.unwanted)
    return f"(({wanted}) NOT ({unwanted}))" if unwanted else f"({wanted})"


def _text(tag: str, stems: tuple[str, ...]) -> str:
    return " ".join(f"{tag}_{stem}" for stem in stems).translate(_APOSTROPHE)
