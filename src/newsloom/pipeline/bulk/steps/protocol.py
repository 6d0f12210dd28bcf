"""The protocol of steps that read pages one by one and make rows of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from newsloom.pipeline.bulk.entries import PageEntry

__all__ = ["PageRows", "PageStep"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRows:
    """The rows of one page. ``counts`` are added up in the marker of its shard."""

    rows: tuple[Mapping[str, Any], ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


class PageStep(Protocol):
    """Called with a number and an entry in a separate process. Returns the number and the rows.

    ``job`` contains everything that decides the rows, as values for JSON. ``schema`` is an Arrow schema.
    ``fails_as_row`` says whether a page that fails becomes a row, which then has its ``kept_page``.
    """

    label: ClassVar[str]
    fails_as_row: ClassVar[bool]

    def __call__(self, numbered: tuple[int, PageEntry], /) -> tuple[int, PageRows]: ...

    def prepare(self) -> None: ...

    def job(self) -> Mapping[str, Any]: ...

    def schema(self) -> Any: ...
