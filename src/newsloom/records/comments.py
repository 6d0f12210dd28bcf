"""A reader's comment under a story."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from newsloom.records.description import described

__all__ = ["Comment"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """A reader's comment. ``depth`` is 0 for a comment on the story, 1 for a reply to it, and so on."""

    text: str
    author: str | None = None
    time: datetime | None = None
    depth: int = 0

    def __repr__(self) -> str:
        return described(self, author=self.author, text=self.text)
