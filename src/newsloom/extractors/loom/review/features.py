# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Computes features for the second look from the chances around each line and its place in what would be kept.

Given a page and the chances of its lines, this returns a row for each feature, in the order of ``NAMES``. Nothing here
decides what is kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from operator import mul
from typing import Final, NamedTuple

from newsloom.extractors.loom.features import NAMES as LINE_NAMES
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.extractors.loom.review.alike import OF_OTHERS, kinds_by_elements, kinds_in_box, write_others
from newsloom.extractors.loom.table import Table, Writer, written_table
from newsloom.region import Region
from newsloom.region.boxes import sum_within
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.libc.math import log, log1p
else:
    from math import log, log1p

__all__ = ["NAMES", "Seen", "review_rows"]

_NEIGHBOURS: Final = (-3, -2, -1, 1, 2, 3)
# The line's distance is measured from the smallest box with this share of what would be kept.
_SHARES: Final = (0.5, 0.75, 0.9)
_LANDMARKS: Final = ("", "itemprop", "name", "article", "main")
# Features of the first forest that matter again in the light of the other lines.
_OF_LINE: Final = (
    "from_headline tag tag_above is_closed digits words_to_usual is_hidden furniture place siblings layout_lines "
    "levels_to_headline prose_with_headline declared_share article_to_largest prose_of_best since_heading"
).split()
_ROWS: Final = [LINE_NAMES.index(name) for name in _OF_LINE]
_NO_ODDS = cython.declare(cython.double, -9.0)
_MAX_GAP_WORDS = cython.declare(cython.double, 999.0)
_MAX_GAP_LINES = cython.declare(cython.Py_ssize_t, 50)
# Up to this many dropped lines between two kept ones do not split a run.
_MAX_PAUSE = cython.declare(cython.Py_ssize_t, 3)
_LEAST = cython.declare(cython.double, 1e-4)
_MOST = cython.declare(cython.double, 1 - 1e-4)


class Seen(NamedTuple):
    """What the second look needs of a page: the box of each line, the parent of each box (the root is its own), etc.

    ``rows`` are the lines' features from ``feature_rows``. ``choose`` returns the lines that would be kept, given the
    words and chances of all.
    """

    box: array[int]
    parents: array[int]
    words: Array
    link_share: Array
    rows: Table
    region: Region
    choose: Callable[[Array, Array], Sequence[int]]

    @classmethod
    def of(cls, page: PageArrays, rows: Table, region: Region, choose: Callable[[Array, Array], Sequence[int]]) -> Seen:
        """Takes what is needed from the arrays of a page."""
        return cls(page.lines.box, page.boxes.parents, page.words, page.link_share, rows, region, choose)


class _Said(NamedTuple):
    """The first forest's verdict: the log odds of each line, and its words if it would be kept, else 0."""

    odds: Array
    kept_words: Array
    kept: Sequence[int]


def review_rows(seen: Seen, chances: Array, lines: Sequence[int]) -> Table:
    """The features of some lines, one or more, as floats: a row for each feature, a column for each line."""
    kept = seen.choose(seen.words, chances)
    said = _Said(_log_odds(chances), _only(seen.words, kept), kept)
    return _columns(written_table(_WRITERS, len(chances), seen, said), array("q", lines))


@cython.cfunc
def _log_odds(chances: cython.double[::1]) -> Array:
    found = zeros("d", len(chances))
    odds: cython.double[::1] = found
    line: cython.Py_ssize_t
    for line in range(len(chances)):
        chance: cython.double = min(max(chances[line], _LEAST), _MOST)
        odds[line] = log(chance / (1 - chance))
    return found


@cython.cfunc
def _only(words: cython.double[::1], lines: Sequence[int]) -> Array:
    """The words of these lines, 0 for the others."""
    found = zeros("d", len(words))
    line: cython.Py_ssize_t
    for line in lines:
        found[line] = words[line]
    return found


@cython.cfunc
def _columns(rows: cython.float[:, ::1], lines: cython.longlong[::1]) -> Table:
    found = memoryview(bytearray(4 * rows.shape[0] * len(lines))).cast("f", (rows.shape[0], len(lines)))
    columns: cython.float[:, ::1] = found
    row: cython.Py_ssize_t
    place: cython.Py_ssize_t
    for row in range(rows.shape[0]):
        for place in range(len(lines)):
            columns[row, place] = rows[row, lines[place]]
    return found


def _odds_features(_: Seen, said: _Said, out: cython.double[:, ::1]) -> None:
    """The log odds of the line and of the lines around it."""
    odds: cython.double[::1] = said.odds
    size: cython.Py_ssize_t = len(said.odds)
    row: cython.Py_ssize_t
    distance: cython.Py_ssize_t
    line: cython.Py_ssize_t
    for row, distance in enumerate((0, *_NEIGHBOURS)):
        for line in range(size):
            out[row, line] = odds[line + distance] if 0 <= line + distance < size else _NO_ODDS


def _box_features(seen: Seen, said: _Said, out: cython.double[:, ::1]) -> None:
    """The mean log odds in the boxes around each line, and how much is kept there."""
    boxes: cython.longlong[::1] = seen.box
    parents: cython.longlong[::1] = seen.parents
    means: cython.double[::1]
    held: cython.double[::1]
    means, held = _means(seen, said)
    kept: cython.double[::1] = sum_within(seen.box, said.kept_words, seen.parents)
    total: cython.double = max(kept[0], 1.0)
    line: cython.Py_ssize_t
    for line in range(len(boxes)):
        box: cython.Py_ssize_t = boxes[line]
        above: cython.Py_ssize_t = parents[box]
        two_above: cython.Py_ssize_t = parents[above]
        three_above: cython.Py_ssize_t = parents[two_above]
        out[0, line] = means[box]
        out[1, line] = means[above]
        out[2, line] = means[two_above]
        out[3, line] = means[three_above]
        out[4, line] = kept[above] / total
        out[5, line] = kept[two_above] / total
        out[6, line] = kept[three_above] / total
        out[7, line] = kept[above] / held[above]
        out[8, line] = kept[two_above] / held[two_above]


@cython.cfunc
def _means(seen: Seen, said: _Said) -> tuple[Array, Array]:
    """For each box, the mean log odds of the words in it, and the number of these words."""
    weights = array("d", [words + 1e-3 for words in seen.words])
    held = sum_within(seen.box, weights, seen.parents)
    means = sum_within(seen.box, array("d", map(mul, weights, said.odds)), seen.parents)
    words_of: cython.double[::1] = held
    mean_of: cython.double[::1] = means
    box: cython.Py_ssize_t
    for box in range(len(held)):
        words_of[box] = max(words_of[box], 1e-9)
        mean_of[box] = mean_of[box] / words_of[box]
    return means, held


def _size_features(seen: Seen, said: _Said, out: cython.double[:, ::1]) -> None:
    """How much is kept, the size of the line, and how far it is from the boxes that hold most of what is kept."""
    words: cython.double[::1] = seen.words
    link_share: cython.double[::1] = seen.link_share
    kept = sum_within(seen.box, said.kept_words, seen.parents)
    total: cython.double = max(kept[0], 1.0)
    kept_share: cython.double = total / max(sum(seen.words), 1.0)
    log_total: cython.double = log1p(total)
    line: cython.Py_ssize_t
    for line in range(len(words)):
        out[0, line] = log_total
        out[1, line] = kept_share
        out[2, line] = log1p(words[line])
        out[3, line] = link_share[line]
    for row, share in enumerate(_SHARES, start=4):
        _write_levels(seen, _holder(kept, share * total), out, row)


@cython.cfunc
def _holder(kept: cython.double[::1], least: cython.double) -> cython.Py_ssize_t:
    """The last, and so the innermost, box that holds at least this much."""
    box: cython.Py_ssize_t
    for box in range(len(kept) - 1, 0, -1):
        if kept[box] >= least - 1e-9:
            return box
    return 0


@cython.cfunc
def _write_levels(
    seen: Seen, holder: cython.Py_ssize_t, out: cython.double[:, ::1], row: cython.Py_ssize_t
) -> cython.void:
    """Writes for each line how many levels above ``holder`` the box around both is: 0 for lines in ``holder``."""
    boxes: cython.longlong[::1] = seen.box
    parents: cython.longlong[::1] = seen.parents
    levels: cython.longlong[::1] = array("q", [-1]) * len(seen.parents)
    level: cython.longlong = 0
    box: cython.Py_ssize_t = holder
    line: cython.Py_ssize_t
    while levels[box] < 0:
        levels[box] = level
        level += 1
        box = parents[box] if box else 0
    for box in range(1, len(levels)):
        if levels[box] < 0:
            levels[box] = levels[parents[box]]
    for line in range(len(boxes)):
        out[row, line] = levels[boxes[line]]


def _region_features(seen: Seen, said: _Said, out: cython.double[:, ::1]) -> None:
    """Where the region found by landmarks and names is, and how far it agrees with what is kept."""
    region = seen.region
    kept: cython.double[::1] = said.kept_words
    share: cython.double = region.share
    landmark: cython.double = _LANDMARKS.index(region.landmark)
    agreement: cython.double = _agreement(seen, said)
    line: cython.Py_ssize_t
    _write_levels(seen, region.box, out, 0)
    for line in region.lines:
        out[1, line] = 1
    for line in range(len(kept)):
        out[2, line] = share
        out[3, line] = landmark
        out[4, line] = agreement


@cython.cfunc
def _agreement(seen: Seen, said: _Said) -> float:
    """The overlap of the words in the region and those kept, from 0 to 1 (Dice coefficient)."""
    in_region = _only(seen.words, seen.region.lines)
    both = sum(map(said.kept_words.__getitem__, seen.region.lines))
    return 2 * both / max(sum(in_region) + sum(said.kept_words), 1.0)


def _name_features(seen: Seen, _: _Said, out: cython.double[:, ::1]) -> None:
    """The log odds by the names of the boxes around each line: the nearest three, the sum, the most and the least."""
    boxes: cython.longlong[::1] = seen.box
    parents: cython.longlong[::1] = seen.parents
    own: cython.double[::1] = seen.region.odds
    sums: cython.double[::1] = zeros("d", len(own))
    most: cython.double[::1] = zeros("d", len(own))
    least: cython.double[::1] = zeros("d", len(own))
    box: cython.Py_ssize_t
    line: cython.Py_ssize_t
    for box in range(1, len(own)):
        sums[box] = sums[parents[box]] + own[box]
        most[box] = max(most[parents[box]], own[box])
        least[box] = min(least[parents[box]], own[box])
    for line in range(len(boxes)):
        box = boxes[line]
        out[0, line] = own[box]
        out[1, line] = own[parents[box]]
        out[2, line] = own[parents[parents[box]]]
        out[3, line] = sums[box]
        out[4, line] = most[box]
        out[5, line] = least[box]


def _gap_features(seen: Seen, said: _Said, out: cython.double[:, ::1]) -> None:
    """How much is kept before each line, and how far away the kept lines before and after it are."""
    if not said.kept:
        return
    kept: cython.double[::1] = said.kept_words
    total: cython.double = max(sum(said.kept_words), 1.0)
    before: cython.double = 0
    line: cython.Py_ssize_t
    for line in range(len(kept)):
        out[0, line] = before / total
        before += kept[line]
    forwards = range(len(kept))
    _write_distances(seen.words, said.kept, forwards, out, 1)
    _write_distances(seen.words, said.kept, forwards[::-1], out, 2)


@cython.cfunc
def _write_distances(
    words: cython.double[::1],
    kept: Sequence[int],
    order: Sequence[int],
    out: cython.double[:, ::1],
    row: cython.Py_ssize_t,
) -> cython.void:
    """Writes how many words and how many lines ago the last kept line was."""
    is_kept = frozenset(kept)
    since_words: cython.double = _MAX_GAP_WORDS
    since_lines: cython.Py_ssize_t = _MAX_GAP_LINES
    line: cython.Py_ssize_t
    for line in order:
        out[row, line] = log1p(min(since_words, _MAX_GAP_WORDS))
        out[row + 2, line] = min(since_lines, _MAX_GAP_LINES)
        if line in is_kept:
            since_words, since_lines = 0, 1
        else:
            since_words += words[line]
            since_lines += 1


def _run_features(seen: Seen, said: _Said, out: cython.double[:, ::1]) -> None:
    """The run of kept lines that each line is in or after: its share of all that is kept, and the gap before it."""
    if not said.kept:
        return
    runs = _runs(said.kept)
    held = [sum(said.kept_words[start:end]) for start, end in runs]
    total: cython.double = max(sum(held), 1.0)
    largest: cython.Py_ssize_t = held.index(max(held))
    run: cython.Py_ssize_t
    line: cython.Py_ssize_t
    end: cython.Py_ssize_t = 0
    for run in range(len(runs)):
        first: cython.Py_ssize_t = runs[run][0]
        gap: cython.double = sum(seen.words[end:first]) if run else 0.0
        end = runs[run][1]
        behind: cython.Py_ssize_t = runs[run + 1][0] if run + 1 < len(runs) else len(seen.words)
        # Lines before the first run belong to it.
        for line in range(first if run else 0, behind):
            out[0, line] = held[run] / total
            out[1, line] = (run > largest) - (run < largest)
            out[2, line] = len(runs)
            out[3, line] = log1p(gap)
            out[4, line] = run


@cython.cfunc
def _runs(kept: Sequence[int]) -> list[tuple[int, int]]:
    """The start and end of each run of kept lines; many dropped lines split a run."""
    runs: list[tuple[int, int]] = []
    start: cython.Py_ssize_t = kept[0]
    end: cython.Py_ssize_t = kept[0]
    line: cython.Py_ssize_t
    for line in kept:
        if line - end > _MAX_PAUSE:
            runs.append((start, end))
            start = line
        end = line + 1
    runs.append((start, end))
    return runs


def _line_features(seen: Seen, _: _Said, out: cython.double[:, ::1]) -> None:
    """The chosen features of the first forest."""
    rows: cython.float[:, ::1] = seen.rows
    place: cython.Py_ssize_t
    row: cython.Py_ssize_t
    line: cython.Py_ssize_t
    for place, row in enumerate(_ROWS):
        for line in range(rows.shape[1]):
            out[place, line] = rows[row, line]


def _element_features(seen: Seen, said: _Said, out: cython.double[:, ::1]) -> None:
    """The verdict on the other lines in the same elements."""
    write_others(kinds_by_elements(seen.rows), seen.words, said.odds, said.kept_words, out)


def _sibling_features(seen: Seen, said: _Said, out: cython.double[:, ::1]) -> None:
    """The verdict on the other lines in the same kind of element in the same box."""
    kinds = kinds_in_box(seen.rows, seen.box, seen.parents)
    write_others(kinds, seen.words, said.odds, said.kept_words, out)


_GROUPS: Final = {
    _odds_features: ["log_odds", *(f"log_odds_{distance:+d}" for distance in _NEIGHBOURS)],
    _box_features: (
        "odds_of_box odds_above odds_two_above odds_three_above kept_above kept_two_above kept_three_above share_above "
        "share_two_above"
    ).split(),
    _size_features: [
        *"kept_words kept_of_page words link_share".split(),
        *(f"levels_to_{share}" for share in _SHARES),
    ],
    _region_features: "levels_to_region in_region region_share landmark agreement".split(),
    _name_features: "names names_above names_two_above names_sum names_most names_least".split(),
    _gap_features: "kept_before words_since_kept words_until_kept lines_since_kept lines_until_kept".split(),
    _run_features: "run_share run_side runs words_before_run run".split(),
    _line_features: [f"line_{name}" for name in _OF_LINE],
    _element_features: [f"{name}_alike" for name in OF_OTHERS],
    _sibling_features: [f"{name}_siblings" for name in OF_OTHERS],
}
_WRITERS: Final = [Writer(write, len(names)) for write, names in _GROUPS.items()]

NAMES: Final = tuple(name for names in _GROUPS.values() for name in names)
"""The names of the features."""
