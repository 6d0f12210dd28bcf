"""The door to extractors: what a room must offer."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from newsloom.dom import Document
from newsloom.dom.blocks import LeafBlock
from newsloom.records import Extraction

__all__ = ["BlockChooser", "Extractor"]


class Extractor(Protocol):
    """Finds a story's text on its page: pure, deterministic, bounded.

    ``version`` is raised whenever any output may change. A class may say ``reads_code = False``
    (``catalogue.reads_code``): documents are then parsed faster.
    """

    name: ClassVar[str]
    version: ClassVar[int]

    def extract(self, document: Document, /) -> Extraction: ...


@runtime_checkable
class BlockChooser(Protocol):
    """An extractor that settles on one block of a page; only the evaluation asks which blocks it had to choose from."""

    def partition(self, document: Document, /) -> list[LeafBlock]: ...
