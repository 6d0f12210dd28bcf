"""The desk's state between editions, as it is kept in the store: text in, ``DeskState`` out, and back.

Text that cannot be read is no state, and the desk starts anew. Cheap to import: does not load the desk.
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
    """How far the desk has come.

    ``edition`` counts the catch-ups that were finished; ``method`` is what grouped the window last, ``read_at`` when
    articles were read last. ``grouped`` is how many articles the window had when all of it was grouped last,
    ``counted`` how many the store had then. ``is_open`` says that an edition was begun and not finished, ``merging``
    which stories become parts of others when it is.
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
        """The state as written; the first one where there is none, or none of ours."""
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
        """When the window was read last."""
        return datetime.fromisoformat(self.read_at) if self.read_at else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """What a catch-up did: articles that were new or edited, stories that changed, stories that became part of others.

    A desk that begins anew looks at the articles of the last minutes again.
    """

    articles: int = 0
    stories: int = 0
    merged: int = 0
    is_regrouped: bool = False


class CatchUp(Protocol):
    """Brings stories up to date; None where another worker is at it. ``is_ending`` may stop it on the way."""

    def __call__(self, is_ending: Callable[[], bool] = ..., /) -> Edition | None: ...
