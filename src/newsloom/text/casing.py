"""Upper and lower case, and Unicode composition, without the pitfalls of Python's own functions.

Turkish and Azeri pair i with İ and ı with I. In every other language İ is an I, and no combining dot is left behind.
``language`` is a two-letter code; unknown languages follow the general rules. ``compose`` takes linear time;
``unicodedata.normalize`` alone takes hours for a million marks on one letter.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import chain, groupby
from typing import Final

from newsloom.text.patterns import pattern

__all__ = ["compose", "fold", "lower", "upper"]

# Unicode's SpecialCasing.txt: the languages with a dotless i of their own.
_DOTLESS: Final = frozenset({"az", "tr"})
_DOT: Final = "\N{COMBINING DOT ABOVE}"
_DOTTED_CAPITAL: Final = pattern(f"I{_DOT}+|İ{_DOT}*")
_DOTTED_SMALL: Final = pattern(f"i{_DOT}+")
# Marks are not word characters. No letter of a living script has more than four; text with more than thirty is not
# "stream-safe" (Unicode Standard Annex 15, section 13).
_MANY_MARKS: Final = pattern(r"[^\w\s]{31,}")


def lower(text: str, language: str | None = None) -> str:
    """The text in lower case by the rules of its language."""
    if language in _DOTLESS:
        return _without_dotted_capitals(text).replace("I", "ı").lower()
    if text.isascii():
        return text.lower()
    return _without_dotted_capitals(text).lower()


def upper(text: str, language: str | None = None) -> str:
    """The text in upper case by the rules of its language."""
    if language in _DOTLESS:
        return _DOTTED_SMALL.sub("i", text).replace("i", "İ").replace("ı", "I").upper()
    return text.upper()


def fold(text: str, language: str | None = None) -> str:
    """The text as a key for comparison, without differences of case and of composition.

    Not for display: ß becomes ss. Accents are kept: é is not e.
    """
    if text.isascii():
        return text.casefold() if language not in _DOTLESS else text.replace("I", "ı").casefold()
    # Unicode 3.13, D145: decompose before folding, otherwise marks in a different order would not compare equal.
    apart = unicodedata.normalize("NFD", compose(text))
    if language in _DOTLESS:
        apart = _DOTTED_CAPITAL.sub("i", apart).replace("I", "ı")
    folded = apart.casefold()
    return unicodedata.normalize("NFC", _DOTTED_SMALL.sub("i", folded) if _DOT in folded else folded)


def compose(text: str) -> str:
    """The text in form NFC: é is one character, and marks on a letter are in Unicode's order. No mark is lost."""
    if unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", _MANY_MARKS.sub(_in_order, text))


def _in_order(marks: re.Match[str]) -> str:
    # Sorted here, so that ``normalize``, which sorts by insertion, has nothing left to move.
    signs = chain.from_iterable(unicodedata.normalize("NFD", sign) for sign in marks[0])
    runs = groupby(signs, key=lambda sign: unicodedata.combining(sign) > 0)
    return "".join(chain.from_iterable(sorted(run, key=unicodedata.combining) for _, run in runs))


def _without_dotted_capitals(text: str) -> str:
    # İ may be written as I with a combining dot. ``str.lower`` turns İ into i with a dot and keeps the dot.
    return _DOTTED_CAPITAL.sub("i", text) if "İ" in text or _DOT in text else text
