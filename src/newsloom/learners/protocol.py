"""The door to learners: what a room must offer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Protocol

from newsloom.dom import Document
from newsloom.records import Template

__all__ = ["Learner"]


class Learner(Protocol):
    """Finds the templates pages were printed from: pure, deterministic, bounded.

    The documents are read once, in order, and need not all be in memory; ``Template.members`` are their places in
    that order. The address of a page is never looked at. Templates come in the order of their first members.
    ``version`` is raised whenever any output may change. ``reads_comments`` asks for trees that still have their
    comments; a learner must do without them too.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    reads_comments: ClassVar[bool]

    def learn(self, documents: Iterable[Document], /) -> tuple[Template, ...]: ...
