"""Drops second copies of the story from the kept lines: a print version, a version for machines, other line breaks.

A copy is a run of lines whose words came before, not a single line: a refrain, or a step of a recipe that comes twice,
is part of the story.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from newsloom.extractors.loom.chances import lines_from
from newsloom.extractors.loom.page import Array
from newsloom.extractors.loom.similarity import count_shingles, shingles_of
from newsloom.text.casing import lower

__all__ = ["add_refrains", "drop_copies"]

_SHINGLE: Final = 4
# Shorter lines may be repeated anywhere; they are treated as the lines around them.
_LEAST_SHINGLES: Final = 4
# A line is repeated if this share of its shingles is; a smaller share is enough in a long line, which may have markup
# or addresses in it.
_LEAST_SHARE: Final = 0.8
_LEAST_SHARE_OF_LONG: Final = 0.6
_LONG_LINE: Final = 100
# The first copy may have more in a line than the second.
_LEAST_SHARE_OF_FIRST: Final = 0.6
# A run with fewer words is a quote from the story, or a summary; so is a single line, unless it is as long as a story.
_LEAST_WORDS: Final = 60
_LEAST_LINES: Final = 2
# A line this long that is elsewhere on the page word for word is the same text shown again; in the same box, in a list
# or a song, it is a refrain.
_LONG_TEXT: Final = 40
_LEAST_CHANCE_OF_REFRAIN: Final = 0.3


def drop_copies(kept: Sequence[int], texts: Sequence[str], box_around: Callable[[int], int]) -> list[int]:
    """The kept lines without copies; ``texts`` is for all lines, ``box_around`` returns the parent of a line's box."""
    # By the rules of other alphabets, but only if there are such letters: lowering takes as long as all the rest.
    lowered = [text if text.isascii() else lower(text) for text in map(texts.__getitem__, kept)]
    again = _lines_again(kept, lowered)
    if not any(again.values()):
        return list(kept)
    shingles = dict(zip(kept, shingles_of(lowered, _SHINGLE), strict=True))
    dropped: set[int] = set()
    for run in _runs(kept, again):
        long_lines = [line for line in run if line in again]
        words = sum(len(shingles[line]) for line in long_lines)
        if words < (_LEAST_WORDS if len(long_lines) >= _LEAST_LINES else _LONG_LINE):
            continue
        within = {shingle for line in long_lines for shingle in shingles[line]}
        first = [line for line in kept if line < run[0] and line in again and _is_in(shingles[line], within)]
        # The page's own copy is split into paragraphs, a copy for machines is not.
        dropped.update(run if len(first) >= len(long_lines) else first)
    return _drop_repeated([line for line in kept if line not in dropped], texts, box_around)


def add_refrains(
    kept: Sequence[int], texts: Sequence[str], box_around: Callable[[int], int], chances: Array
) -> list[int]:
    """The kept lines, with likely ones between or just after them that repeat a kept line with the same parent box."""
    if not kept:
        return []
    # Hardly any line between the kept ones is likely and not kept.
    others = {*lines_from(chances, _LEAST_CHANCE_OF_REFRAIN)}.difference(kept)
    likely = others.intersection(range(kept[0], kept[-1] + 2)) if others else others
    if not likely:
        return list(kept)
    told = {(texts[line], box_around(line)) for line in kept if len(texts[line]) >= _LONG_TEXT}
    return sorted([*kept, *(line for line in likely if (texts[line], box_around(line)) in told)])


def _drop_repeated(kept: Sequence[int], texts: Sequence[str], box_around: Callable[[int], int]) -> list[int]:
    seen: dict[str, int] = {}
    lines = []
    for line in kept:
        around = box_around(line)
        is_first = seen.setdefault(texts[line], around) == around or len(texts[line]) < _LONG_TEXT
        if is_first:
            lines.append(line)
    return lines


def _lines_again(lines: Sequence[int], texts: list[str]) -> dict[int, bool]:
    """For each line that is long enough, whether its words came before."""
    again = {}
    for line, (size, seen) in zip(lines, count_shingles(texts, _SHINGLE), strict=True):
        if size >= _LEAST_SHINGLES:
            again[line] = seen >= (_LEAST_SHARE if size < _LONG_LINE else _LEAST_SHARE_OF_LONG) * size
    return again


def _runs(lines: Sequence[int], again: Mapping[int, bool]) -> list[list[int]]:
    """The runs of adjacent repeated lines, with the short lines between them."""
    runs: list[list[int]] = []
    run: list[int] = []
    between: list[int] = []
    for line in lines:
        if again.get(line):
            run += [*between, line]
            between = []
        elif line not in again and run:
            between.append(line)
        elif run:
            runs.append(run)
            run, between = [], []
    return [*runs, run] if run else runs


def _is_in(shingles: Sequence[int], within: set[int]) -> bool:
    return sum(map(within.__contains__, shingles)) >= _LEAST_SHARE_OF_FIRST * len(shingles)
