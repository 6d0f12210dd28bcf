"""What anchors say, where they stand and what surrounds them, as rows of numbers with a column for each target.

A ``LinkedPage`` and a table go in; the table's rows are written in the order of ``ANCHOR_ROWS``, and for each target
comes out which of its anchors says most and which carries most weight. Nothing is decided here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.readers.loom.flat import Numbers
from newsloom.readers.loom.page import PLACES, LinkedPage

__all__ = ["ANCHOR_ROWS", "weigh_anchors"]

Table = npt.NDArray[np.float64]

_WORDING: Final = ("words", "characters", "starts_small", "digits", "has_marks")
_STANDING: Final = ("anchors", "in_heading", "has_picture", "order")
_SURROUNDED: Final = ("patch_size", "patch_heading", "patch_picture", "patch_time")
ANCHOR_ROWS: Final = (
    *_WORDING,
    *_STANDING,
    *[f"{standing}_{tag}" for tag in PLACES for standing in ("in", "only_in")],
    *_SURROUNDED,
)
"""What is written of the anchors; the size of a patch is in characters."""

_START: Final = 60
_MARK: Final = re.compile("[.!?:»«“”„\"'–]")
_DIGIT: Final = re.compile(r"\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Anchors:
    """The anchors as arrays, and how many targets they have."""

    places: Numbers
    links: Numbers
    lengths: Numbers
    levels: Numbers
    count: int

    def any(self, is_true: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """For each target whether it is true of one of its anchors."""
        found = np.zeros(self.count, dtype=np.bool_)
        found[self.links[is_true]] = True
        return found

    def best(self, weights: Numbers) -> Numbers:
        """For each target its anchor of most weight, the first of equals."""
        order = np.lexsort((-weights, self.links))
        links = self.links[order]
        best: Numbers = order[np.append(True, links[1:] != links[:-1])]
        return best


def weigh_anchors(page: LinkedPage, tags: tuple[str, ...], rows: Table, /) -> tuple[list[int], list[int]]:
    """Write what is known of the anchors; for each target come back its longest anchor and its heaviest.

    Those in a heading weigh most, then the longest. ``tags`` are those an anchor may stand in.
    """
    anchors = _Anchors(
        places=np.array(page.places, dtype=np.int64),
        links=np.array(page.links, dtype=np.int64),
        lengths=np.array(list(map(len, page.labels)), dtype=np.int64),
        levels=np.array(page.levels, dtype=np.int64),
        count=len(page.targets),
    )
    longest: list[int] = anchors.best(anchors.lengths).tolist()
    heaviest = anchors.best((anchors.levels > 0) * (anchors.lengths.max() + 1) + anchors.lengths)
    stand, surround = len(_WORDING), len(rows) - len(_SURROUNDED)
    _write_wording([page.labels[anchor] for anchor in longest], rows)
    _write_standing(page, anchors, rows[stand:])
    _write_places(page, anchors, tags, rows[stand + len(_STANDING) :])
    _write_patches(page, anchors, rows[surround:])
    return longest, heaviest.tolist()


def _write_wording(texts: list[str], rows: Table) -> None:
    lengths = np.array(list(map(len, texts)), dtype=np.float64)
    words = np.array([text.count(" ") + 1 if text else 0 for text in texts], dtype=np.float64)
    digits = np.array([len(_DIGIT.findall(text, 0, _START)) for text in texts], dtype=np.float64)
    # Scripts without spaces: two or three characters make a word.
    rows[0] = np.where(words < lengths / 12, lengths / 3, words)
    rows[1] = lengths
    rows[2] = [text[:1].islower() for text in texts]
    rows[3] = digits / np.clip(lengths, 1, _START)
    rows[4] = [_MARK.search(text) is not None for text in texts]


def _write_standing(page: LinkedPage, anchors: _Anchors, rows: Table) -> None:
    count = len(anchors.links)
    pictured = np.zeros(count, dtype=np.bool_)
    pictured[_anchors_around(page, anchors)] = True
    rows[0] = np.bincount(anchors.links, minlength=anchors.count)
    rows[1] = anchors.any(anchors.levels > 0)
    rows[2] = anchors.any(pictured)
    # Of several assignments the last is valid, which is the first anchor.
    rows[3, anchors.links[::-1]] = np.arange(count)[::-1]
    rows[3] /= max(count, 1)


def _anchors_around(page: LinkedPage, anchors: _Anchors) -> Numbers:
    """The anchors that hold a picture."""
    pictures = np.array(page.pictures, dtype=np.int64)
    before = np.searchsorted(anchors.places, pictures) - 1
    pictures, before = pictures[before >= 0], before[before >= 0]
    found: Numbers = before[page.tree.ends[anchors.places[before]] > pictures]
    return found


def _write_places(page: LinkedPage, anchors: _Anchors, tags: tuple[str, ...], rows: Table) -> None:
    for row, tag in enumerate(tags):
        inside = page.tree.inside(page.tree.numbers[tag])[anchors.places]
        rows[2 * row] = anchors.any(inside)
        rows[2 * row + 1] = ~anchors.any(~inside)


def _write_patches(page: LinkedPage, anchors: _Anchors, rows: Table) -> None:
    only = page.only_targets()
    patches, sizes = [], []
    for place, label in zip(page.places, page.labels, strict=True):
        patch = page.patch(place, only)
        patches.append(patch)
        sizes.append(len(label) if patch == place else page.tree.size(patch))
    sized = np.array(sizes, dtype=np.int64)
    best = anchors.best(sized)
    places = np.array(patches, dtype=np.int64)[best]
    rows[0] = sized[best]
    for row, seen in enumerate((page.headings, page.pictures, page.times), 1):
        first, stop = page.tree.ranges(seen)
        rows[row] = stop[places] > first[places]
