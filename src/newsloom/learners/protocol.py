"""The protocols of learners: what every room must offer, and what some of them can also do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Protocol, TypeAlias, runtime_checkable

from newsloom.dom import Document
from newsloom.learners.paths import Numbers
from newsloom.records import Template

__all__ = ["Grouped", "Learner", "PathLearner", "PlacingLearner"]

Grouped: TypeAlias = Callable[[int], None]
"""Called with the number of pages grouped since the last call."""


class Learner(Protocol):
    """Finds the templates that pages were printed from. Learners are pure, deterministic and bounded.

    The documents are read once, in order, and need not all be in memory; ``Template.members`` are their places in
    that order. The address of a page is never looked at. Templates come in the order of their first members.
    ``version`` is raised whenever any output may change. ``reads_comments`` asks for trees that still have their
    comments; a learner must also work without them.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    reads_comments: ClassVar[bool]

    def learn(self, documents: Iterable[Document], /) -> tuple[Template, ...]: ...


@runtime_checkable
class PlacingLearner(Learner, Protocol):
    """A learner that also finds which of its templates a new page was printed from; None if none fits."""

    def place(self, document: Document, templates: Sequence[Template], /) -> int | None: ...


@runtime_checkable
class PathLearner(Learner, Protocol):
    """A learner that also groups pages by their paths alone, for more pages than can be read again."""

    def group(self, paths: Sequence[Numbers], grouped: Grouped | None = None, /) -> list[list[int]]: ...
