"""Marks the words of a search in a text.

A word is marked if its stem, in the text's language, is that of a word of the query; in scripts without spaces,
wherever the query's characters occur. All text is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from markupsafe import Markup, escape

from newsloom.text.tokens import terms_of_each

__all__ = ["highlighted"]

_WORD: Final = re.compile(r"[\w'’]+")
_UNWANTED: Final = re.compile(r'(?<!\S)-(?:"[^"]*"|\S+)')
_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


def highlighted(text: str, words: str, language: str | None = None) -> Markup:
    """The text with the words that match the query as ``<mark>``."""
    wanted = _UNWANTED.sub(" ", words)
    marked: list[Markup] = []
    end = 0
    for start, stop in _spans(text, wanted, language):
        marked += (escape(text[end:start]), Markup("<mark>{}</mark>").format(text[start:stop]))
        end = stop
    return Markup("").join([*marked, escape(text[end:])])


def _spans(text: str, wanted: str, language: str | None) -> Iterator[tuple[int, int]]:
    found = list(_WORD.finditer(text))
    (asked, *stems) = terms_of_each([wanted, *(word[0] for word in found)], language=language, stop_words=())
    unspaced = _UNSPACED.findall(wanted)
    for word, own in zip(found, stems, strict=True):
        if _UNSPACED.search(word[0]):
            pieces = "|".join(map(re.escape, unspaced))
            yield from (piece.span() for piece in re.compile(pieces).finditer(text, *word.span()) if pieces)
        elif not set(own).isdisjoint(asked):
            yield word.span()
