"""How much the boxes of a page hold: boxes and lines in; prose, words, links and signs summed over each box out."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from newsloom.dom.kernel import twin_of
from newsloom.extractors.loom.arrays import Array, Indexes
from newsloom.extractors.loom.boxes import Boxes
from newsloom.extractors.loom.lines import Lines
from newsloom.extractors.loom.words import SERVICE_BITS

__all__ = ["Sums", "sum_boxes", "sums_of"]

# A box without any must hold nothing, not what differences of sums leave.
_DECIMALS: Final = 6
_ROWS: Final = 7


class Sums(NamedTuple):
    """What lines have, and by box what all lines in it have together.

    ``within`` has a row each for prose, words, words that are linked, lines, lines of prose, lines that are closed and
    lines of service; ``values`` are those of each line. ``mass`` is the prose of a box's own lines and of the boxes
    just in it: that of a story's paragraphs.
    """

    values: Array
    within: Array
    mass: Array

    @property
    def prose(self) -> Array:
        prose: Array = self.within[0]
        return prose

    @property
    def linked(self) -> Array:
        """How many words of each line are linked."""
        linked: Array = self.values[2]
        return linked

    @property
    def service(self) -> Array:
        """1 for each line of service."""
        service: Array = self.values[6]
        return service


def sums_of(boxes: Boxes, lines: Lines) -> Sums:
    """What the boxes hold."""
    values = np.empty((_ROWS, len(lines.box)))
    values[0] = lines.prose
    values[1] = lines.words
    np.multiply(lines.words, lines.link_share, out=values[2])
    values[3] = 1.0
    np.greater(lines.prose, 0, out=values[4])
    values[5] = lines.is_closed
    np.not_equal(lines.phrases & SERVICE_BITS, 0, out=values[6])
    summed = np.frombuffer(_sum_boxes(lines.box, boxes.parents, boxes.ends, values, _ROWS))
    summed = summed.reshape(_ROWS + 1, len(boxes.ends))
    return Sums(values, np.round(summed[:-1], _DECIMALS), summed[-1])


def sum_boxes(box: Indexes, parents: Indexes, ends: Indexes, values: Array, rows: int, /) -> bytes:
    """For each row of values its sums over each box and all that is in it; last, of the first row each box's own and
    those of the boxes just in it.
    """
    size = len(ends)
    own = np.array([np.bincount(box, weights=row, minlength=size) for row in values])
    running = np.zeros((rows, size + 1))
    np.cumsum(own, axis=1, out=running[:, 1:])
    within: Array = running[:, ends] - running[:, :-1]
    mass: Array = own[0] + np.bincount(parents, weights=own[0], minlength=size)
    return within.tobytes() + mass.tobytes()


_sum_boxes: Final = twin_of(sum_boxes)
