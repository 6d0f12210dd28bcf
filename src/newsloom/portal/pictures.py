"""Pictures for stories that have none: a story's id in, which of the stylesheet's woven patterns it gets out.

The same story always gets the same pattern. Threads and colours are the stylesheet's, so that they fit both themes and
cost a page nothing.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Final

__all__ = ["DRAFTS", "HUES", "Weave", "woven"]

# How many colours and how many drafts (a weaver's word for a pattern) static/portal.css has.
HUES: Final = 8
DRAFTS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Weave:
    """Which threads, in which colours."""

    hue: int
    draft: int


def woven(name: str) -> Weave:
    """The pattern of a name."""
    number = zlib.crc32(name.encode("utf-8", "surrogatepass"))
    return Weave(hue=number % HUES, draft=number // HUES % DRAFTS)
