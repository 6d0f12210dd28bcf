"""Lines around a story that are none of it: a line goes in; whether it is one of tools, counts or pages comes out.

"Print | E-mail this | Share", "1,234 views", "Page 1 2 Next" and "责任编辑：…" are said by the page, not its story. A
line counts only if all of it is of that kind, so a sentence that speaks of printing never does. The labels are data
(``data/toollines.txt``).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Final

from newsloom.text.casing import fold
from newsloom.text.patterns import MARKS, pattern
from newsloom.text.size import count_letters
from newsloom.text.wordlists import read_lines

__all__ = ["is_credit_line", "is_tool_line"]

# In letters; what is longer is a sentence.
_MAX_LETTERS: Final = 140
_MAX_CREDIT_LETTERS: Final = 90
_DECISIVE: Final = frozenset({"tool", "turn"})
# How many numbers a line must have beside such a label: "1,234 views", "Page 1 of 2".
_NUMBERS_BESIDE: Final = {"count": 1, "page": 2}
_NUMBER: Final = pattern(r"\d[\d.,]*+")
# No letter, and no mark of one.
_BETWEEN: Final = rf"(?:(?![{MARKS}])[\W\d_])"
_NO_LETTERS: Final = "".join(sign for sign in map(chr, range(128)) if not sign.isalpha())
_FIRST_LETTER: Final = pattern(r"[^\W\d_]")
_CREDIT: Final = pattern(r"[\s(（\[【]*([^:：()（）\[\]【】]{2,16}?)\s*[:：・ ]\s*\S")


def is_tool_line(line: str) -> bool:
    """Whether the line is nothing but labels of tools, how often it was read, or the numbers of its pages."""
    # No sign counts as less than a letter.
    if len(line) > _MAX_LETTERS or count_letters(line) > _MAX_LETTERS:
        return False
    first = _first_letter(line)
    # Most lines begin with other letters, and cost no more than this.
    if first is None or fold(first) not in _first_letters():
        return False
    if line.isascii() and _opening(line) not in _openings():
        return False
    return _is_of_labels(fold(line).replace("’", "'"))


def is_credit_line(line: str) -> bool:
    """Whether the line says who edited the story or where it came from, as papers of some scripts print it."""
    if line.isascii() or count_letters(line) > _MAX_CREDIT_LETTERS:
        return False
    found = _CREDIT.match(line)
    return found is not None and fold(found[1]) in _credits()


def _first_letter(line: str) -> str | None:
    # To look for it takes four times as long.
    if line[:1].isalpha():
        return line[0]
    found = _FIRST_LETTER.search(line)
    return found[0] if found else None


def _is_of_labels(line: str) -> bool:
    place, kinds, labels = 0, set[str](), _pattern()
    while place < len(line):
        found = labels.match(line, place)
        if found is None:
            return False
        kinds.update(_kinds().get(found[1] or "", ()))
        place = found.end()
    numbers = len(_NUMBER.findall(line))
    return not _DECISIVE.isdisjoint(kinds) or any(
        kind in kinds and numbers >= least for kind, least in _NUMBERS_BESIDE.items()
    )


@functools.cache
def _kinds() -> Mapping[str, frozenset[str]]:
    kinds: dict[str, set[str]] = {}
    for line in read_lines("toollines"):
        kind, _, labels = line.partition(": ")
        for label in labels.split(", "):
            kinds.setdefault(fold(label), set()).add(kind)
    return {label: frozenset(found) for label, found in kinds.items()}


@functools.cache
def _credits() -> frozenset[str]:
    return frozenset(label for label, kinds in _kinds().items() if "credit" in kinds)


@functools.cache
def _first_letters() -> frozenset[str]:
    return frozenset(label[0] for label, kinds in _kinds().items() if kinds != {"credit"})


@functools.cache
def _openings() -> frozenset[str]:
    return frozenset(_opening(label) for label, kinds in _kinds().items() if kinds != {"credit"})


def _opening(line: str) -> str:
    """The first letter, with the second if it follows: few lines begin as a label does."""
    pair = line.lstrip(_NO_LETTERS)[:2].lower()
    return pair if pair.isalpha() else pair[:1]


@functools.cache
def _pattern() -> re.Pattern[str]:
    """A label and what follows it up to the next, or what stands between labels; the longest label first."""
    labels = sorted((label for label, kinds in _kinds().items() if kinds != {"credit"}), key=len, reverse=True)
    # Where words are parted by spaces, a label is not the beginning of a word.
    ends = (rf"{re.escape(label)}{'' if _is_unspaced(label[-1]) else '(?!' + chr(92) + 'w)'}" for label in labels)
    return re.compile(rf"({'|'.join(ends)}){_BETWEEN}*+|{_BETWEEN}++")


def _is_unspaced(letter: str) -> bool:
    return "\u0e01" <= letter <= "\u0eff" or "\u3041" <= letter <= "\u9fff"
