"""What the table of resources is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from newsloom.newsroom import Newsroom
from newsloom.portal.api.parameters import Asked, Parameter
from newsloom.portal.api.shapes import Shape

__all__ = ["HistoryEntry", "Listed", "Resource"]


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a list; ``next`` is what to ask for the next one, None at the end."""

    data: list[dict[str, Any]]
    next: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """One path: what it says, what may be asked, what comes back, and who finds it.

    ``find`` gives a ``Listed`` where ``is_list``, else one thing, or None where there is none.
    """

    path: str
    says: str
    shape: Shape
    find: Callable[[Newsroom, Asked], Listed | dict[str, Any] | None]
    parameters: tuple[Parameter, ...] = ()
    is_list: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """An address as it stood from ``seen_at`` to ``last_seen``; ``reads`` is the headline and text read there."""

    seen_at: datetime
    last_seen: datetime | None
    digest: str | None
    size: int | None
    title: str | None
    text: str | None
