"""The door to extractors: what a room must offer."""

from __future__ import annotations

from typing import ClassVar, Protocol

from newsloom.dom import Document
from newsloom.records import Extraction

__all__ = ["Extractor"]


class Extractor(Protocol):
    """Finds a story's text on its page: pure, deterministic, bounded.

    ``version`` is raised whenever any output may change.
    """

    name: ClassVar[str]
    version: ClassVar[int]

    def extract(self, document: Document, /) -> Extraction: ...
