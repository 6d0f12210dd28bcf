"""A document as the families of evidence look at it: boxes and lines as arrays, found once for all."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from newsloom.dom import Document
from newsloom.dom.outline import Outline
from newsloom.extractors.loom.arrays import Array, Indexes, Marks
from newsloom.extractors.loom.boxes import Boxes, boxes_of
from newsloom.extractors.loom.lines import Lines, lines_of
from newsloom.extractors.loom.sums import Sums, sums_of

__all__ = ["LinedPage"]


class LinedPage(NamedTuple):
    """A page's boxes, and its lines: ``box`` is the box each line stands in."""

    document: Document
    outline: Outline
    boxes: Boxes
    lines: Lines
    sums: Sums

    @classmethod
    def of(cls, document: Document) -> LinedPage:
        outline = document.outline
        lines = lines_of(outline.segments)
        boxes = boxes_of(outline, lines.box)
        return cls(document=document, outline=outline, boxes=boxes, lines=lines, sums=sums_of(boxes, lines))

    @property
    def box(self) -> Indexes:
        return self.lines.box

    @property
    def words(self) -> Array:
        return self.lines.words

    @property
    def characters(self) -> Array:
        return self.lines.characters

    @property
    def link_share(self) -> Array:
        return self.lines.link_share

    @property
    def is_closed(self) -> Array:
        return self.lines.is_closed

    @property
    def prose(self) -> Array:
        return self.lines.prose

    @property
    def is_short(self) -> Marks:
        return self.lines.is_short

    @property
    def phrases(self) -> Indexes:
        return self.lines.phrases

    def meetings(self, target: int) -> Indexes:
        """For every box the innermost box that holds both it and the target."""
        chain = [target]
        while self.outline.parents[chain[-1]] >= 0:
            chain.append(self.outline.parents[chain[-1]])
        meeting = np.zeros(len(self.boxes.ends), dtype=np.intp)
        for box in reversed(chain):
            meeting[box : self.boxes.ends[box]] = box
        return meeting
