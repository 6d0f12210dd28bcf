"""Many articles at once, as lists and stories show them: one question instead of one for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from newsloom.records import Clipping

__all__ = ["Clippings"]


class Clippings(Protocol):
    """Articles by their addresses, as they read now; an address without an article is left out."""

    def read(self, urls: Iterable[str], /) -> dict[str, Clipping]:
        """Whole, in any order."""
        ...

    def skim(self, urls: Iterable[str], /) -> dict[str, Clipping]:
        """Without their blocks, which take as long to read as all the rest."""
        ...

    def skim_story(self, story_id: str, most: int, /) -> dict[str, Clipping]:
        """The reports of a story that came first, that many of them, without their blocks; none of one that became a
        part of another.
        """
        ...
