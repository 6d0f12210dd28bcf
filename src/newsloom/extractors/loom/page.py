"""A document as arrays: its lines, its boxes and what the boxes hold, computed once for all features."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from newsloom.dom import Document
from newsloom.dom.outline import Outline
from newsloom.extractors.loom.boxes import Boxes, Sums, lines_with, read_boxes, sum_boxes
from newsloom.extractors.loom.lines import Lines, measure_lines
from newsloom.region.lines import LineFacts

__all__ = ["Array", "PageArrays", "boxes_around"]

Array: TypeAlias = "array[float]"


class PageArrays(NamedTuple):
    """A page's lines and boxes; ``words`` and ``link_share`` are columns of ``lines``.

    ``prose`` is the amount of prose on the page, at least 1, so that it can be divided by.
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
        lines = measure_lines(*outline.columns)
        boxes = read_boxes(outline, lines.box)
        return cls(
            document=document,
            outline=outline,
            lines=lines,
            boxes=boxes,
            sums=sum_boxes(lines, boxes),
            words=lines.words,
            link_share=lines.link_share,
            prose=max(sum(lines.prose), 1.0),
        )

    def lines_by_place(self, places: int, lines: Iterable[int]) -> list[int]:
        """The lines that are in one of these places, given as bits (``boxes.PLACES``)."""
        return lines_with(places, self.boxes.places, self.lines.box, lines)

    def lines_by_role(self, roles: int, lines: Iterable[int]) -> list[int]:
        """The lines with one of these roles, given as bits, on any box around them."""
        return lines_with(roles, self.boxes.all_roles, self.lines.box, lines)

    def lines_of_region(self) -> LineFacts:
        """The facts about lines that the search for the story's region needs."""
        return LineFacts(self.lines.box, self.words, self.sums.linked, self.lines.prose)


def boxes_around(page: PageArrays) -> list[int]:
    """For each line, the parent of its box."""
    return list(map(page.boxes.parents.__getitem__, page.lines.box))
