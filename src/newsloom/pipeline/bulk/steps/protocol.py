"""The door to steps that read pages one by one: a page in, rows out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from newsloom.pipeline.bulk.entries import PageEntry

__all__ = ["PageRows", "PageStep"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRows:
    """The rows of one page; ``counts`` are added up in the marker of its shard."""

    rows: tuple[Mapping[str, Any], ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


class PageStep(Protocol):
    """Called with a numbered entry in a process of its own; the number comes back with the rows.

    ``job`` is all that decides the rows: it must be a text, number, list or mapping for JSON. ``schema`` is Arrow's,
    and ``fails_as_row`` says whether a page that fails is a row, which then has its ``kept_page``.
    """

    label: ClassVar[str]
    fails_as_row: ClassVar[bool]

    def __call__(self, numbered: tuple[int, PageEntry], /) -> tuple[int, PageRows]: ...

    def prepare(self) -> None: ...

    def job(self) -> Mapping[str, Any]: ...

    def schema(self) -> Any: ...
