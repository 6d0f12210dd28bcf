"""The snippet shown for a search hit: some thirty words around the first match in the article.

It is plain text as in the article; code that puts it on a page must escape it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Final

from newsloom.records import Article
from newsloom.stores.search.query import Phrase, SearchQuery
from newsloom.stores.search.stems import stemming_language, stems_of_each
from newsloom.text.casing import lower

__all__ = ["snippet_of"]

_WORDS: Final = 30
_WORDS_BEFORE: Final = 8
# In scripts without spaces, a piece of a long run counts as a word, and characters are limited as well.
_PIECE: Final = re.compile(r"\S{1,40}")
_CHARACTERS: Final = 300
_CHARACTERS_BEFORE: Final = 80
# If the first match is further down, the beginning of the text is shown.
_LONGEST_TEXT: Final = 10_000
# Words are examined in runs: the cost of a text depends on the number of its parts.
_RUN: Final = 20
# The end of a stem may be spelled differently from the word: ferry becomes ferri.
_LONGEST_CHANGE: Final = 2
_BEGINNING: Final = 3
_ATTEMPTS: Final = 2

_MORE: Final = "…"

Span = tuple[int, int]


def snippet_of(article: Article, question: SearchQuery, /) -> str:
    """The words around the first match in the text, or the beginning of the text if only the headline matches."""
    text = (article.text or article.description or "")[:_LONGEST_TEXT]
    pieces = [piece.span() for piece in _PIECE.finditer(text)]
    if not pieces:
        return ""
    tag = stemming_language(article.language)
    phrases = [phrase for part in question.by_language if tag in part.tags for phrase in part.phrases]
    first, last = _window(pieces, _first_match(text, pieces, phrases, tag))
    shown = " ".join(text[pieces[first][0] : pieces[last][1]].split())
    return (_MORE if first else "") + shown + (_MORE if last + 1 < len(pieces) else "")


def _first_match(text: str, pieces: list[Span], phrases: list[Phrase], tag: str) -> int:
    """The number of the piece where a phrase first ends, or 0 if there is none."""
    runs = [pieces[start : start + _RUN] for start in range(0, len(pieces), _RUN)]
    spans = [(run[0][0], run[-1][1]) for run in runs]
    # Most words begin like their stems. Stemming a whole text takes longer than searching for it.
    for number in islice(_promising(text, spans, phrases, tag), _ATTEMPTS):
        match = _match_in_run(text, pieces, number, phrases, tag)
        if match is not None:
            return match
    run = _first_end(text, spans, phrases, tag)
    return 0 if run is None else _match_in_run(text, pieces, run, phrases, tag) or 0


def _promising(text: str, spans: list[Span], phrases: list[Phrase], tag: str) -> Iterator[int]:
    beginnings = {f" {stem[: max(len(stem) - _LONGEST_CHANGE, _BEGINNING)]}" for *_, stem in phrases}
    for number, (start, end) in enumerate(spans):
        words = f" {lower(text[start:end], tag)}"
        if any(beginning in words for beginning in beginnings):
            yield number


def _match_in_run(text: str, pieces: list[Span], run: int, phrases: list[Phrase], tag: str) -> int | None:
    # Includes the previous run, where a phrase may begin.
    start = max(run - 1, 0) * _RUN
    match = _first_end(text, pieces[start : (run + 1) * _RUN], phrases, tag)
    return None if match is None else start + match


def _first_end(text: str, spans: list[Span], phrases: list[Phrase], tag: str) -> int | None:
    """The number of the span where a phrase first ends."""
    endings: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        endings.setdefault(phrase[-1], []).append(phrase)
    before: deque[str] = deque(maxlen=max(map(len, phrases), default=1))
    for number, stems in enumerate(stems_of_each([text[start:end] for start, end in spans], tag)):
        for stem in stems:
            before.append(stem)
            if any(tuple(before)[-len(phrase) :] == phrase for phrase in endings.get(stem, ())):
                return number
    return None


def _window(pieces: list[Span], match: int) -> tuple[int, int]:
    first = match
    while first > max(match - _WORDS_BEFORE, 0) and pieces[match][0] - pieces[first - 1][0] <= _CHARACTERS_BEFORE:
        first -= 1
    last = first
    while last + 1 < min(first + _WORDS, len(pieces)) and pieces[last + 1][1] - pieces[first][0] <= _CHARACTERS:
        last += 1
    return first, max(last, match)
