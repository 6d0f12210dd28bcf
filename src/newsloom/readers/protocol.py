"""The door to readers: what a room must offer."""

from __future__ import annotations

from typing import ClassVar, Protocol

from newsloom.dom import Document
from newsloom.records import Item

__all__ = ["Reader"]


class Reader(Protocol):
    """Finds the news items of a front page: pure, deterministic, bounded.

    Items come in reading order and number their ``position`` from 0; ``pattern`` says how each was found. A
    reader does not know when the page was seen: ``seen_at`` is the caller's to fill. ``version`` is raised
    whenever any output may change. A class may say ``reads_code = False`` (``catalogue.reads_code``): documents are
    then parsed faster.
    """

    name: ClassVar[str]
    version: ClassVar[int]

    def read(self, document: Document, /) -> tuple[Item, ...]: ...
