"""Search in PostgreSQL: stems in a tsvector, one for each article.

The stems and their positions are written directly in the notation of the type, so that no dictionary of the server is
involved: they are the same in every store.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from sqlalchemy import TextClause, text

from newsloom.stores.search import ArticleStems, LanguageQuery, Phrase, SearchQuery
from newsloom.stores.sql.executor import Executor
from newsloom.stores.sql.search import RANKED

__all__ = ["PostgresIndex"]

# The gap in positions between headline and text, so that no phrase reaches from one into the other.
_GAP: Final = 100

# The weights of the classes D, C, B, A: the text is D, the headline A.
_WEIGHTS: Final = "'{0.1, 0.1, 0.1, 1.0}'"

# The index does not hold positions. For a phrase, the stems of at most this many articles that contain its words are
# unpacked, at 17 microseconds each.
_EXAMINED: Final = 10_000

# Divides the rank by one plus the logarithm of the length: a long text repeats every word more often.
_BY_LENGTH: Final = 1

_DELETE: Final = text("DELETE FROM search_words WHERE article_id = :number")


@dataclass(frozen=True, slots=True)
class PostgresIndex:
    """Stems in a tsvector."""

    insertion: ClassVar[TextClause] = text(
        "INSERT INTO search_words (article_id, stems) VALUES (:number, CAST(:stems AS tsvector))"
        " ON CONFLICT (article_id) DO UPDATE SET stems = excluded.stems"
    )

    # The server considers a scan of all stems cheap, because they are stored apart from their rows; but it has to
    # unpack them all (a word in every one of 30,000 articles: 0.7 seconds).
    planner_settings: ClassVar[tuple[TextClause, TextClause]] = (
        text("SET LOCAL enable_seqscan = off"),
        text("SET LOCAL enable_seqscan = on"),
    )

    def row(self, article_id: int, revision_id: int, stems: ArticleStems, /) -> dict[str, Any]:  # noqa: ARG002
        return {"number": article_id, "stems": _vector(stems)}

    def delete(
        self,
        executor: Executor,
        article_id: int,
        revision_id: int,  # noqa: ARG002 - the door's signature
        stems: ArticleStems,  # noqa: ARG002
        /,
    ) -> None:
        executor.run(_DELETE, number=article_id)

    def parameters(self, query: SearchQuery, /) -> dict[str, Any]:
        phrases = [phrase for part in query.by_language for phrase in (*part.phrases, *part.unwanted)]
        has_words_only = all(len(phrase) == 1 for phrase in phrases)
        return {
            "question": " | ".join(map(_expression, query.by_language)),
            "words": " | ".join(_expression(_loosened(part)) for part in query.by_language),
            "examined": RANKED if has_words_only else _EXAMINED,
        }

    def statement(self, conditions: str, /) -> str:
        # Materialized: otherwise the server might scan all articles by time and unpack the stems of each.
        return f"""
            WITH matches AS MATERIALIZED (
                SELECT article_id FROM search_words WHERE stems @@ CAST(:words AS tsquery)
            ), newest AS MATERIALIZED (
                SELECT articles.id, articles.revision_id, articles.first_seen
                FROM matches JOIN articles ON articles.id = matches.article_id WHERE TRUE{conditions}
                ORDER BY articles.first_seen DESC, articles.id DESC LIMIT :examined
            )
            SELECT revision_id, ts_rank({_WEIGHTS}, stems, CAST(:question AS tsquery), {_BY_LENGTH}) AS score
            FROM newest JOIN search_words ON article_id = newest.id WHERE stems @@ CAST(:question AS tsquery)
            ORDER BY score DESC, first_seen DESC, id DESC LIMIT :limit OFFSET :skip
        """  # noqa: S608 - our own conditions


def _vector(stems: ArticleStems) -> str:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for place, stem in enumerate(stems.title, 1):
        places[stem].append(f"{place}A")
    for place, stem in enumerate(stems.body, len(stems.title) + _GAP):
        places[stem].append(str(place))
    return " ".join([_tag(stems.tag), *(f"{_lexeme(stem)}:{','.join(where)}" for stem, where in places.items())])


def _loosened(part: LanguageQuery) -> LanguageQuery:
    """The query without the order of words, which the index can answer on its own."""
    words = tuple(dict.fromkeys((stem,) for phrase in part.phrases for stem in phrase))
    return LanguageQuery(
        tags=part.tags, phrases=words, unwanted=tuple(phrase for phrase in part.unwanted if len(phrase) == 1)
    )


def _expression(part: LanguageQuery) -> str:
    wanted = " & ".join([f"({' | '.join(map(_tag, part.tags))})", *map(_phrase, part.phrases)])
    return f"({wanted} & !({' | '.join(map(_phrase, part.unwanted))}))" if part.unwanted else f"({wanted})"


def _phrase(phrase: Phrase) -> str:
    return f"({' <-> '.join(map(_lexeme, phrase))})"


def _tag(tag: str) -> str:
    # No stem contains a slash.
    return _lexeme(f"language/{tag}")


def _lexeme(stem: str) -> str:
    quoted = stem.replace("\\", "\\\\").replace("'", "''")
    return f"'{quoted}'"
