"""Search queries: turns words, "phrases" and -words into the stems to look for in each language.

Queries come from strangers. Only the first thousand characters are read, no character acts as a database operator, and
a query that asks for nothing is None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from newsloom.stores.search.stems import stemming_language, stems_of_each

__all__ = ["LanguageQuery", "Phrase", "SearchQuery", "search_query_of"]

# Adjacent stems; usually one.
Phrase = tuple[str, ...]

_LONGEST: Final = 1_000
_MOST_PARTS: Final = 20
_QUOTES: Final = str.maketrans("“”„«»", '"' * 5)
_PART: Final = re.compile(r'(?P<minus>(?<!\S)-)?(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))')


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageQuery:
    """A query in the stems of some languages (``tags``): all phrases must occur, and none of the unwanted ones."""

    tags: tuple[str, ...]
    phrases: tuple[Phrase, ...]
    unwanted: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """A search query. Each article is matched by the rules of its own language."""

    by_language: tuple[LanguageQuery, ...]


def search_query_of(words: str, languages: Iterable[str | None], /) -> SearchQuery | None:
    """The query in each of these languages. None if it asks for nothing in any of them."""
    parts = _parts(words)
    alike: dict[tuple[tuple[Phrase, ...], tuple[Phrase, ...]], list[str]] = {}
    for tag in dict.fromkeys(map(stemming_language, languages)):
        stems = stems_of_each([text for _, text in parts], tag)
        wanted = _phrases(stems, parts, is_unwanted=False)
        if wanted:
            alike.setdefault((wanted, _phrases(stems, parts, is_unwanted=True)), []).append(tag)
    by_language = (
        LanguageQuery(tags=tuple(tags), phrases=wanted, unwanted=unwanted) for (wanted, unwanted), tags in alike.items()
    )
    return SearchQuery(by_language=tuple(by_language)) if alike else None


def _parts(words: str) -> list[tuple[bool, str]]:
    plain = words[:_LONGEST].translate(_QUOTES)
    found = list(_PART.finditer(plain))[:_MOST_PARTS]
    return [(part["minus"] is not None, part["phrase"] or part["word"] or "") for part in found]


def _phrases(stems: list[list[str]], parts: list[tuple[bool, str]], *, is_unwanted: bool) -> tuple[Phrase, ...]:
    chosen = [tuple(found) for found, (minus, _) in zip(stems, parts, strict=True) if found and minus is is_unwanted]
    return tuple(dict.fromkeys(chosen))
