"""Letters and their marks in one form, whatever the order they were written in.

Text goes in, the same text in Unicode's form C comes out, in time that grows with its length:
``unicodedata.normalize`` alone takes hours for a million marks piled on one letter. No mark is lost.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import chain, groupby
from typing import Final

from newsloom.text.patterns import pattern

__all__ = ["compose"]

# Marks are no word characters. No letter of a living script has more than four; beyond thirty text is
# not "stream-safe" (Unicode Standard Annex 15, section 13).
_PILE: Final = pattern(r"[^\w\s]{31,}")


def compose(text: str) -> str:
    """The text in form C: é is one character, and marks on one letter are in Unicode's order."""
    if unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", _PILE.sub(_in_order, text))


def _in_order(pile: re.Match[str]) -> str:
    # What ``normalize`` does by insertion; the rest of its work then has nothing left to move.
    signs = chain.from_iterable(unicodedata.normalize("NFD", sign) for sign in pile[0])
    runs = groupby(signs, key=lambda sign: unicodedata.combining(sign) > 0)
    return "".join(chain.from_iterable(sorted(run, key=unicodedata.combining) for _, run in runs))
