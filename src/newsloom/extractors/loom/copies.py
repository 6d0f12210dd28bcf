"""Kept lines without a second copy of the story: a print version, a version for machines, the same in other cuts.

A copy is a run of lines whose words stood there before, not one line: a refrain, or a step of a recipe that comes
twice, is part of the story. Lines and their words go in; the lines without the copies come out.
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
# Shorter lines may stand anywhere; they go with the lines around them.
_LEAST_SHINGLES: Final = 4
# A line stands there again when so many of its shingles do; a long one, with markup or addresses in it, from fewer on.
_LEAST_SHARE: Final = 0.8
_LEAST_SHARE_OF_LONG: Final = 0.6
_LONG_LINE: Final = 100
# The first copy may have more to a line than the second.
_LEAST_SHARE_OF_FIRST: Final = 0.6
# A run with fewer words is a quote out of the story, or a summary; so is one line, unless it is a story by itself.
_LEAST_WORDS: Final = 60
_LEAST_LINES: Final = 2
# A line this long that stands elsewhere on the page word for word is the same text shown again; beside itself, in a
# list or a song, it is a refrain.
_LONG_TEXT: Final = 40
_LEAST_CHANCE_OF_REFRAIN: Final = 0.3


def drop_copies(kept: Sequence[int], texts: Sequence[str], box_around: Callable[[int], int]) -> list[int]:
    """The kept lines but copies; ``texts`` are the lines of the page, ``box_around`` tells what a line's box is in."""
    # By the rules of other alphabets only where there is one: to lower a text takes as long as the rest.
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
        # The page's own copy is cut into paragraphs, one for machines is not.
        dropped.update(run if len(first) >= len(long_lines) else first)
    return _drop_repeated([line for line in kept if line not in dropped], texts, box_around)


def add_refrains(
    kept: Sequence[int], texts: Sequence[str], box_around: Callable[[int], int], chances: Array
) -> list[int]:
    """The kept lines with those between or right behind them that repeat one of them beside it, if that is likely."""
    if not kept:
        return []
    # Hardly a line between the kept ones is likely and not among them.
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
    """For each line that is long enough whether its words stood there before."""
    again = {}
    for line, (size, seen) in zip(lines, count_shingles(texts, _SHINGLE), strict=True):
        if size >= _LEAST_SHINGLES:
            again[line] = seen >= (_LEAST_SHARE if size < _LONG_LINE else _LEAST_SHARE_OF_LONG) * size
    return again


def _runs(lines: Sequence[int], again: Mapping[int, bool]) -> list[list[int]]:
    """The lines that stand there again, side by side, with the short ones between them."""
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
