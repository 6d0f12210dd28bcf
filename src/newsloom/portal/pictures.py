"""Pictures for stories that have none: a story's id in, which of the stylesheet's woven patterns it gets out.

The same story always gets the same pattern. Threads and colours are the stylesheet's, so that they fit both themes and
cost a page nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["DRAFTS", "HUES", "Weave", "caption_of", "woven"]

# How many colours and how many drafts (a weaver's word for a pattern) static/portal.css has.
HUES: Final = 8
DRAFTS: Final = 6
_ASKED_WORDS: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Weave:
    """Which threads, in which colours."""

    hue: int
    draft: int


def woven(name: str) -> Weave:
    """The pattern of a name."""
    number = zlib.crc32(name.encode("utf-8", "surrogatepass"))
    return Weave(hue=number % HUES, draft=number // HUES % DRAFTS)


def caption_of(words: Sequence[tuple[str, float]]) -> str:
    """The word that says most of what a story is about, and is a word: a number says nothing on a picture."""
    return next((word for word, _ in words[:_ASKED_WORDS] if word.isalpha() and len(word) > 1), "")
