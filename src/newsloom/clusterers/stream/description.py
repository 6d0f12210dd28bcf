"""Describes stories by their heaviest terms and the closeness of their members, from the members' expanded rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.clusterers.naming import Group
from newsloom.clusterers.stream.sparse import SparseRows

__all__ = ["describe_groups"]

# The number of words that describe a story.
_STORY_WORDS: Final = 12
# Stories are described together until they have this many members: many stories take little longer than one.
_PART_MEMBERS: Final = 500
# Story and term are sorted as one number of 64 bits, and so are story and weight.
_STORY_SHIFT: Final = 32
# Floats of 0 or more are ordered as their bits are.
_HIGHEST: Final = 0x7FFFFFFF

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def describe_groups(
    groups: Sequence[Sequence[int]], rows_of: Callable[[Sequence[int]], SparseRows], terms: Sequence[str]
) -> Iterator[Group]:
    """Each group with its words and closeness; members are in rising order, and ``rows_of`` returns their rows."""
    for part in _parts(groups):
        yield from _described(part, rows_of([member for group in part for member in group]), terms)


def _parts(groups: Sequence[Sequence[int]]) -> Iterator[Sequence[Sequence[int]]]:
    start = members = 0
    for place, group in enumerate(groups):
        members += len(group)
        if members >= _PART_MEMBERS:
            yield groups[start : place + 1]
            start, members = place + 1, 0
    if start < len(groups):
        yield groups[start:]


def _described(groups: Sequence[Sequence[int]], rows: SparseRows, terms: Sequence[str]) -> Iterator[Group]:
    sizes = np.array([len(group) for group in groups])
    story_of, weights = np.repeat(np.arange(len(groups)), sizes), rows.weights.astype(np.float64)
    story, column, place = _held(story_of[rows.numbers], rows.columns)
    middle = np.bincount(place, weights, minlength=len(story)) / sizes[story]
    lengths = np.sqrt(np.bincount(story, middle * middle, minlength=len(groups)))
    closeness = np.bincount(rows.numbers, weights * middle[place], minlength=len(rows))
    near = np.minimum(closeness / np.where(lengths > 0, lengths, 1.0)[story_of], 1.0).tolist()
    words = _words(story, column, middle, len(groups))
    ends = np.cumsum(sizes).tolist()
    for group, (start, end), heaviest in zip(groups, pairwise([0, *ends]), words, strict=True):
        yield Group(
            members=tuple(group),
            words=tuple((terms[number], round(weight, 4)) for number, weight in heaviest if weight > 0),
            closeness=tuple(round(close, 4) for close in near[start:end]),
        )


def _held(story: Numbers, columns: npt.NDArray[np.int32]) -> tuple[Numbers, Numbers, Numbers]:
    """The distinct pairs of a story and a term in it, in rising order, and the place of each entry among them."""
    keys = (story << _STORY_SHIFT) | columns
    order = np.argsort(keys)
    keys = keys[order]
    is_first = np.diff(keys, prepend=-1) > 0
    place = np.empty(len(keys), np.int64)
    place[order] = np.cumsum(is_first) - 1
    held = keys[is_first]
    return held >> _STORY_SHIFT, held & ((1 << _STORY_SHIFT) - 1), place


def _words(story: Numbers, column: Numbers, middle: Floats, count: int) -> Iterator[list[tuple[int, float]]]:
    """The heaviest terms of each story with their weights, heaviest first; of ties, the first."""
    keys = (story << _STORY_SHIFT) | (_HIGHEST - middle.astype(np.float32).view(np.int32))
    ranked = np.sort(keys)
    borders = np.searchsorted(story, np.arange(count + 1))
    last = np.minimum(borders[:-1] + _STORY_WORDS, borders[1:]) - 1
    # Only the few terms that weigh at least as much as the last word of their story are sorted in full.
    found = np.flatnonzero(keys <= ranked[np.maximum(last, 0)][story]) if len(keys) else story
    found = found[np.lexsort((column[found], -middle[found], story[found]))]
    pairs = list(zip(column[found].tolist(), middle[found].tolist(), strict=True))
    for start, end in pairwise(np.searchsorted(story[found], np.arange(count + 1)).tolist()):
        yield pairs[start : min(end, start + _STORY_WORDS)]
