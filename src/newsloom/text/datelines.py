"""Recognises date lines: lines that hold only a date or a reading time.

"Published 3 May 2024, 10:12", "Updated two hours ago" and "Lesezeit: 4 Minuten" are about a story and not part of it.
Every word of the line must be of that kind, so a sentence with a date in it is never a date line. Which day is meant
is for ``dates`` to read.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from newsloom.text.asiandates import with_plain_months
from newsloom.text.casing import lower
from newsloom.text.dates import parse_date
from newsloom.text.patterns import MARKS, pattern
from newsloom.text.wordlists import read_lines

__all__ = ["is_date_line", "tells_posting"]

# Enough for two dates with weekdays, hours and zones; anything longer is a sentence.
_MAX_CHARACTERS: Final = 120
_WORD: Final = pattern(rf"[^\W\d_](?:[^\W\d_]|[{MARKS}])*")
_DIGIT: Final = pattern(r"\d")
# A numeric day in any order: 03/05/2024, 07.01.08. Which number is the month does not matter here.
_NUMERIC_DAY: Final = pattern(r"(?<!\d)\d{1,4}([/.-])\d{1,2}\1\d{2,4}(?!\d)")
_DAY_AND_HOUR: Final = pattern(r"(?<!\d)[0-3]?\d(?!\d)\D{2,40}?(?<!\d)[0-2]?\d[.:h][0-5]\d(?!\d)")
_YEAR_OR_HOUR: Final = pattern(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d[:.]\d\d(?!\d)")
_ENDS: Final = (".", "!", "?", "…", "。")
# Separates two dates on one line.
_BREAK: Final = pattern(r"[|·•–—]| - ")


def is_date_line(line: str) -> bool:
    """Whether the line only says when the story was published or how long it takes to read."""
    if len(line) > _MAX_CHARACTERS or not _DIGIT.search(line):
        return False
    if not line.isascii():
        line = with_plain_months(line)
    kinds: set[str] = set()
    known = _kinds()
    # Word by word, because most lines fail at the first.
    for found in _WORD.finditer(line):
        word = found[0]
        # GİRİŞ is Turkish whatever language the page declares. Without an I, both lower cases are the same.
        of_word = known.get(lower(word)) or (known.get(lower(word, "tr")) if "I" in word else None)
        if not of_word:
            return False
        kinds |= of_word
    return bool(
        "published" in kinds
        or {"ago", "unit"} <= kinds
        or {"reading", "unit"} <= kinds
        or _NUMERIC_DAY.search(line)
        # A day of the current year: "17 Nov, 9.30 am".
        or ("month" in kinds and _DAY_AND_HOUR.search(line))
        or any(map(parse_date, _BREAK.split(line)))
    )


def tells_posting(line: str) -> bool:
    """Whether the line begins like "Posted by Ann on May 3, 2012" and names a year or an hour."""
    # "Updated 3 May 2024: the bridge is open again." is part of the story.
    may_be = len(line) <= _MAX_CHARACTERS and not line.endswith(_ENDS) and _YEAR_OR_HOUR.search(line)
    first = _WORD.match(line) if may_be else None
    return first is not None and "published" in _kinds().get(lower(first[0]), ())


@functools.cache
def _kinds() -> Mapping[str, frozenset[str]]:
    """The possible kinds of each word: ``am`` is half of the day, and German for "on the"."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for line in read_lines("datelines"):
        kind, _, words = line.partition(":")
        for word in words.split():
            kinds[word].add(kind)
    for line in (*read_lines("months"), *read_lines("solar_months")):
        for word in line.replace(".", "").split():
            kinds[word].add("month")
    return {word: frozenset(of_word) for word, of_word in kinds.items()}
