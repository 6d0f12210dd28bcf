"""Upper and lower case without the accidents of ``str.lower``.

Text and the two letters of its language go in, text comes out. Turkish and Azeri pair i with İ
and ı with I; in every other language İ is an I, and no combining dot is left behind. A language
that is not given, or unknown, gets the rules of the rest. It does not guess the language.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from newsloom.text.composition import compose
from newsloom.text.patterns import pattern

__all__ = ["fold", "lower", "upper"]

# Unicode's SpecialCasing.txt: the languages with a dotless i of their own.
_DOTLESS: Final = frozenset({"az", "tr"})
_DOT: Final = "\N{COMBINING DOT ABOVE}"
_DOTTED_CAPITAL: Final = pattern(f"I{_DOT}+|İ{_DOT}*")
_DOTTED_SMALL: Final = pattern(f"i{_DOT}+")


def lower(text: str, language: str | None = None) -> str:
    """The text in lower case, by the rules of its language."""
    if language in _DOTLESS:
        return _without_dotted_capitals(text).replace("I", "ı").lower()
    if text.isascii():
        return text.lower()
    return _without_dotted_capitals(text).lower()


def upper(text: str, language: str | None = None) -> str:
    """The text in upper case, by the rules of its language."""
    if language in _DOTLESS:
        return _DOTTED_SMALL.sub("i", text).replace("i", "İ").replace("ı", "I").upper()
    return text.upper()


def fold(text: str, language: str | None = None) -> str:
    """The text as a key for comparison: case and the way accents are composed no longer matter.

    Not for showing: ß becomes ss. Accents themselves stay: é is not e.
    """
    if text.isascii():
        return text.casefold() if language not in _DOTLESS else text.replace("I", "ı").casefold()
    # Unicode 3.13, D145: decompose before folding, or marks in another order would not compare equal.
    apart = unicodedata.normalize("NFD", compose(text))
    if language in _DOTLESS:
        apart = _DOTTED_CAPITAL.sub("i", apart).replace("I", "ı")
    return unicodedata.normalize("NFC", _DOTTED_SMALL.sub("i", apart.casefold()))


def _without_dotted_capitals(text: str) -> str:
    # İ may arrive as I and a combining dot; ``str.lower`` makes the one of the other and keeps the dot.
    return _DOTTED_CAPITAL.sub("i", text) if "İ" in text or _DOT in text else text
