"""The door to clusterers: what a room must offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from newsloom.records import Article, Item, Story

__all__ = ["Clusterer", "Told"]

# What can be grouped: an article, or a news item of a front page.
Told = Article | Item


class Clusterer(Protocol):
    """Puts articles that tell the same together: pure, deterministic, bounded.

    ``articles`` are all there are, in order of arrival; ``known`` are the stories an earlier call made of a
    beginning of the same sequence, and ``known=()`` is a batch. Every index comes back in exactly one story; stories
    come in the order of their first members, members in order of arrival. A story that keeps most of a
    known one's members keeps its id. ``version`` is raised whenever any output may change.
    """

    name: ClassVar[str]
    version: ClassVar[int]

    def assign(self, articles: Sequence[Told], known: Sequence[Story], /) -> tuple[Story, ...]: ...
