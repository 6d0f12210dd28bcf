"""The news items of a front page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from newsloom.records.description import card, described

__all__ = ["Item", "ItemPages", "StoredItem"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One news item of a front page, as a reader sees it."""

    id: str
    page_url: str | None = None
    seen_at: datetime | None = None
    headline: str = ""
    kicker: str | None = None
    text: str = ""
    url: str | None = None
    image: str | None = None
    time: datetime | None = None
    section: str | None = None
    pattern: str | None = None
    position: int = 0
    is_lead: bool = False
    duplicate_of: str | None = None

    def __repr__(self) -> str:
        return described(self, position=self.position, headline=self.headline, url=self.url)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The item from its fields as decoded from JSON. Unknown keys are ignored."""
        known = {name: values[name] for name in cls.__slots__ if name in values}
        for name in ("seen_at", "time"):
            if known.get(name):
                known[name] = datetime.fromisoformat(known[name])
        return cls(**known)

    def _repr_html_(self) -> str:
        facts = [f"{self.position + 1}.", self.kicker, self.section, "lead" if self.is_lead else None]
        return card(self.headline, self.url, facts, self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredItem:
    """An item as the newsroom keeps it: once per page, with the times of the first and last version that have it."""

    item: Item
    number: int
    first_seen: datetime
    last_seen: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPages:
    """The stored pages that items were read from: the number of versions, their size, and their size in the store."""

    versions: int
    page_bytes: int
    stored_bytes: int
