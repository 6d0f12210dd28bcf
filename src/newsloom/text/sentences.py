"""Splits a paragraph of text into sentences.

One pattern finds every place where a sentence might end, and ``_ends_sentence`` decides. It considers abbreviations
(``data/abbreviations``), initials, ordinals and what follows. After an ambiguous full stop, a capitalised stop word
means that a new sentence begins. Time is linear in the length of any text. No character is changed: only the space
around a sentence is removed.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from newsloom.text.casing import lower, upper
from newsloom.text.language import normalise_language
from newsloom.text.patterns import pattern
from newsloom.text.stopwords import stop_words
from newsloom.text.wordlists import read_lines

__all__ = ["split_sentences"]

_STOPS: Final = ".!?…"
# Full stops and question marks that never occur within a word, whether a space follows or not: those of Chinese and
# Japanese, Arabic and Urdu, the scripts of India, Armenian, Ethiopic, Khmer, Burmese.
_HARD_STOPS: Final = "。！？｡؟۔।॥։።។။"
_BRACKETS_CLOSED: Final = r")\]}」』）】》〉"
_QUOTES: Final = "\"'“”‘’„‚«»‹›"

_BEFORE_A_WORD: Final = f"{_QUOTES}([{{（「『《¿¡–—-"
# A sentence does not begin with these.
_NO_BEGINNING: Final = f"{_STOPS},;:"

# Possessive quantifiers, and no match starts inside a run of stops, so no input causes backtracking.
_CANDIDATE: Final = pattern(
    rf"""
      (?<![{_STOPS}{_HARD_STOPS}]) (?P<stop>[{_STOPS}]++) [{_QUOTES}{_BRACKETS_CLOSED}]*+
      # French sets a space within its quotation marks; where German opens with the same mark, none follows.
      (?:[\x20\u00a0\u202f]»(?=\s))?+
      # Space with at most one line break. Most stops within a sentence are dismissed here: lower case follows.
      (?=\s) [^\S\n]*+ \n?+ [^\S\n]*+ (?![a-z\n])
      (?= [{re.escape(_BEFORE_A_WORD)}•*\s]{{0,8}}+ (?P<next>\w{{0,24}}+) (?P<dot>\.?) )
    | [{_HARD_STOPS}] [{_STOPS}{_HARD_STOPS}]*+ [”’»›{_BRACKETS_CLOSED}]*+ \s*+
    | \n [^\S\n]*+ \n \s*+
    """,
    re.VERBOSE,
)
_DOTTED: Final = pattern(r"(?:[^\W\d_]{1,4}\.)+[^\W\d_]{1,4}")
_ORDINAL: Final = pattern(r"\d{1,3}|[IVXLC]+")
# Longer than any listed abbreviation with an opening bracket and a quote before it.
_LOOK_BACK: Final = 24

_DEFAULT_LANGUAGE: Final = "en"
# Languages that write "3rd" as a number with a full stop (CLDR, digits-ordinal).
_DOT_ORDINALS: Final = frozenset(
    {"az", "bs", "cs", "da", "de", "et", "eu", "fi", "fo", "hr", "hu", "is", "lv", "no", "pl", "sk", "sl", "sr", "tr"}
)
_ENDS_A_SENTENCE_AT_TIMES: Final = "end"
_STANDS_BEFORE_A_NUMBER: Final = "number"


def split_sentences(text: str, language: str | None = None) -> list[str]:
    """The sentences of one paragraph. A blank line ends a sentence, a line break does not.

    Text in an unknown language is split by the rules of English.
    """
    rules = _rules(language)
    stripped = text.strip()
    pieces = (stripped[start:end].strip() for start, end in _spans(stripped, rules))
    return [piece for piece in pieces if piece]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rules:
    language: str
    abbreviations: Mapping[str, str]
    openers: frozenset[str]
    has_dot_ordinals: bool


# Bounded, because the key may come from a page.
@functools.lru_cache(maxsize=256)
def _rules(language: str | None) -> _Rules:
    code = normalise_language(language) or _DEFAULT_LANGUAGE
    lines = read_lines("abbreviations", code) or read_lines("abbreviations", _DEFAULT_LANGUAGE)
    return _Rules(
        language=code,
        abbreviations={
            written: kind
            for word, _, kind in (line.partition(" ") for line in lines)
            for written in _with_capitals(word, code)
        },
        openers=stop_words(code),
        has_dot_ordinals=code in _DOT_ORDINALS,
    )


def _with_capitals(word: str, language: str) -> tuple[str, ...]:
    if word != lower(word, language):
        return (word,)
    return word, upper(word[0], language) + word[1:], upper(word, language)


def _spans(text: str, rules: _Rules) -> Iterator[tuple[int, int]]:
    start = 0
    for candidate in _CANDIDATE.finditer(text):
        if candidate["stop"] is None or _ends_sentence(text, start, candidate, rules):
            yield start, candidate.end()
            start = candidate.end()
    yield start, len(text)


def _ends_sentence(text: str, start: int, candidate: re.Match[str], rules: _Rules) -> bool:
    first = text[candidate.start("next") : candidate.start("next") + 1]
    if first.islower() or first in _NO_BEGINNING:
        return False
    if candidate["stop"] != ".":
        return True
    word = _word_before(text, start, candidate.start())
    if word.isdigit() and candidate.start() - len(word) == start:
        # The number of a list item, not a sentence.
        return False
    kind = rules.abbreviations.get(word)
    if kind == "" or (kind == _STANDS_BEFORE_A_NUMBER and first.isdigit()):
        return False
    may_be_shortened = kind == _ENDS_A_SENTENCE_AT_TIMES or _looks_shortened(word, rules)
    return not may_be_shortened or _opens_sentence(candidate, rules)


def _word_before(text: str, start: int, stop: int) -> str:
    # Most words follow a plain space; other space is rare, and is looked for only in the remaining piece.
    earliest = max(start, stop - _LOOK_BACK)
    piece = text[max(earliest, text.rfind(" ", earliest, stop) + 1) : stop]
    return "" if piece[-1:].isspace() else "".join(piece.split()[-1:]).lstrip(_BEFORE_A_WORD)


def _looks_shortened(word: str, rules: _Rules) -> bool:
    if len(word) == 1 and word.isupper():
        return True
    if rules.has_dot_ordinals and _ORDINAL.fullmatch(word):
        return True
    return "." in word and _DOTTED.fullmatch(word) is not None


def _opens_sentence(candidate: re.Match[str], rules: _Rules) -> bool:
    word = candidate["next"]
    is_initial = len(word) == 1 and candidate["dot"]
    return not is_initial and lower(word, rules.language) in rules.openers
