"""The desk's state between editions, and its form as text in the store.

If the text cannot be read, the desk starts from the beginning. Cheap to import: does not load the desk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from typing import Final, Protocol, Self

__all__ = ["DESK", "CatchUp", "DeskState", "Edition"]

# The name of the desk's checkpoint in a store.
DESK: Final = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskState:
    """The progress of the desk.

    ``edition`` counts the finished catch-ups. ``method`` is what last grouped the window, ``read_at`` when articles
    were last read. ``grouped`` is how many articles the window had when all of it was last grouped, ``counted`` how
    many the store had then. ``is_open`` says that an edition was begun but not finished, ``merging`` which stories are
    merged into others when it is.
    """

    edition: int = 0
    method: str = ""
    read_at: str = ""
    grouped: int = 0
    counted: int = 0
    is_open: bool = False
    merging: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str | None) -> Self:
        """The state as written. The initial one if there is no text or it is not valid."""
        try:
            values = json.loads(text or "{}")
            state = cls(**{one.name: values[one.name] for one in fields(cls) if one.name in values})
            if state.read_at:
                datetime.fromisoformat(state.read_at)
        except (ValueError, TypeError, RecursionError):
            return cls()
        is_ours = all(type(getattr(state, name)) is type(value) for name, value in asdict(cls()).items())
        return state if is_ours else cls()

    def written(self) -> str:
        return json.dumps(asdict(self))

    @property
    def last_read(self) -> datetime | None:
        """When the window was last read."""
        return datetime.fromisoformat(self.read_at) if self.read_at else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """What a catch-up did: how many articles were new or edited, how many stories changed or were merged into others.

    A desk that has just started looks at the articles of the last minutes again.
    """

    articles: int = 0
    stories: int = 0
    merged: int = 0
    is_regrouped: bool = False


class CatchUp(Protocol):
    """Brings stories up to date. Returns None if another worker is doing so. ``is_ending`` may stop it early."""

    def __call__(self, is_ending: Callable[[], bool] = ..., /) -> Edition | None: ...
