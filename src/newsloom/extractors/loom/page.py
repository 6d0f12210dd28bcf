"""A document as arrays: its lines, its boxes and what the boxes hold, found once for all features."""

from __future__ import annotations

from array import array
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.dom.outline import Outline
from newsloom.extractors.loom.boxes import Boxes, Sums, read_boxes, sum_boxes
from newsloom.extractors.loom.lines import Lines, measure_lines

__all__ = ["Array", "PageArrays", "boxes_around", "numbers"]

Array = npt.NDArray[np.float64]


class PageArrays(NamedTuple):
    """A page's lines and boxes; ``words`` and ``link_share`` are columns of ``lines`` as numpy has them.

    ``prose`` is how much prose the page has, no less than 1, for shares of it.
    """

    document: Document
    outline: Outline
    lines: Lines
    boxes: Boxes
    sums: Sums
    words: Array
    link_share: Array
    prose: float

    @classmethod
    def of(cls, document: Document) -> PageArrays:
        """The arrays of a document that has at least one line of text."""
        outline = document.outline
        lines = measure_lines(outline.segments)
        boxes = read_boxes(outline, lines.box)
        return cls(
            document=document,
            outline=outline,
            lines=lines,
            boxes=boxes,
            sums=sum_boxes(lines, boxes),
            words=numbers(lines.words),
            link_share=numbers(lines.link_share),
            prose=max(float(np.add.reduce(numbers(lines.prose))), 1.0),
        )


def numbers(column: array[float]) -> Array:
    """The column as numpy has it, without a copy."""
    return np.frombuffer(column)


def boxes_around(page: PageArrays) -> list[int]:
    """For each line the box that its own box stands in."""
    return [page.boxes.parents[box] for box in page.lines.box]
