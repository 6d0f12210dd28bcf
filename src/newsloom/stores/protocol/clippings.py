"""Many articles at once, as lists and stories show them: one question instead of one for each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from newsloom.records import Coverage, StoredArticle

__all__ = ["Clippings"]


class Clippings(Protocol):
    """Articles by their addresses, as they read now; an address without an article is left out."""

    def read(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        """Whole, in any order."""
        ...

    def skim(self, urls: Iterable[str], /) -> dict[str, StoredArticle]:
        """Without their blocks, which take as long to read as all the rest."""
        ...

    def arrivals(self, urls: Iterable[str], /) -> dict[str, datetime]:
        """When each came; nothing of it is read."""
        ...

    def told(self, story_id: str, most: int, /) -> tuple[Coverage, dict[str, StoredArticle]] | None:
        """The story, or the one that it became a part of, and those of its reports that came first, that many of them,
        without their blocks, in any order.
        """
        ...
