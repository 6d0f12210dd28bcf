"""Finds the lines of a page that print its headline.

Old pages have no headings, so the text of each line is compared with the headline.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from newsloom.dom.shorttext import one_line
from newsloom.text.casing import fold
from newsloom.text.size import of_length

__all__ = ["find_headline_lines"]

# Pages print their headline in breadcrumbs, above the story and in lists.
_MAX_HEADLINES: Final = 3
_MAX_LINES: Final = 3_000
# Folding may change the length of a text a little: "ß" becomes "ss".
_SPARE_CHARACTERS: Final = 8


def find_headline_lines(lines: list[str], headline: str | None) -> tuple[int, ...]:
    """The indexes of the first few lines that are the headline, in the order of the page."""
    wanted = fold(headline or "")
    return tuple(islice(_indexes(lines, wanted, len(headline or "")), _MAX_HEADLINES)) if wanted else ()


def _indexes(lines: list[str], wanted: str, size: int) -> Iterator[int]:
    # Compares lengths first and then first letters, because most lines are not the headline.
    for index in of_length(lines[:_MAX_LINES], size - _SPARE_CHARACTERS, size + _SPARE_CHARACTERS):
        line = lines[index]
        first = line[:1]
        if first.lower() != wanted[0] and first.isalnum() and line.isascii():
            continue
        if fold(one_line(line)) == wanted:
            yield index
