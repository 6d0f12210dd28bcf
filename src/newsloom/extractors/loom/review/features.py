# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""What a line's chance means on its page: the chances around it, and where it stands in what would be kept.

A page and the chances of its lines go in; a row for each line comes out, in the order of ``NAMES``. Nothing here
decides what is kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from newsloom.extractors.loom.features import NAMES as LINE_NAMES
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.region import Region
from newsloom.region.boxes import sum_within

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["NAMES", "Seen", "review_rows"]

_NEIGHBOURS: Final = (-3, -2, -1, 1, 2, 3)
# Of what would be kept, so much is in the box that the line's distance is taken from.
_SHARES: Final = (0.5, 0.75, 0.9)
_LANDMARKS: Final = ("", "itemprop", "name", "article", "main")
# What the first forest asked of the line, and what counts again in the light of the others.
_OF_LINE: Final = (
    "from_headline tag tag_above is_closed digits words_to_usual is_hidden furniture place siblings layout_lines "
    "levels_to_headline prose_with_headline declared_share article_to_largest prose_of_best since_heading"
).split()
_COLUMNS: Final = [LINE_NAMES.index(name) for name in _OF_LINE]
_NO_ODDS: Final = -9.0
_MAX_GAP_WORDS: Final = 999.0
_MAX_GAP_LINES: Final = 50.0
# So many lines that are left out between two kept ones do not part a run.
_MAX_PAUSE: Final = 3
_LEAST, _MOST = 1e-4, 1 - 1e-4

NAMES: Final = (
    "log_odds",
    *(f"log_odds_{distance:+d}" for distance in _NEIGHBOURS),
    *"odds_of_box odds_above odds_two_above odds_three_above".split(),
    *"kept_above kept_two_above kept_three_above share_above share_two_above".split(),
    *"kept_words kept_of_page words link_share".split(),
    *(f"levels_to_{share}" for share in _SHARES),
    *"levels_to_region in_region region_share landmark agreement".split(),
    *"names names_above names_two_above names_sum names_most names_least".split(),
    *"kept_before words_since_kept words_until_kept lines_since_kept lines_until_kept".split(),
    *"run_share run_side runs words_before_run run".split(),
    *(f"line_{name}" for name in _OF_LINE),
)
"""The names of the features."""


class Seen(NamedTuple):
    """What is looked at of a page: the box of each line, the boxes' parents (the root its own), and the lines' rows.

    ``choose`` says which lines would be kept, given the chances of all.
    """

    box: array[int]
    parents: array[int]
    words: Array
    link_share: Array
    rows: npt.NDArray[np.float32]
    region: Region
    choose: Callable[[Array, Array], Sequence[int]]

    @classmethod
    def of(
        cls,
        page: PageArrays,
        rows: npt.NDArray[np.float32],
        region: Region,
        choose: Callable[[Array, Array], Sequence[int]],
    ) -> Seen:
        """What is looked at of a page."""
        return cls(page.lines.box, page.boxes.parents, page.words, page.link_share, rows, region, choose)


def review_rows(seen: Seen, chances: Array) -> npt.NDArray[np.float32]:
    """A row for each line of the page."""
    is_kept = np.zeros(len(chances))
    is_kept[list(seen.choose(seen.words, chances))] = 1.0
    clipped = np.clip(chances, _LEAST, _MOST)
    odds = np.log(clipped / (1 - clipped))
    columns = [
        odds,
        *(_shifted(odds, distance) for distance in _NEIGHBOURS),
        *_around(seen, odds, is_kept),
        *_region(seen, is_kept),
        *_names(seen),
        *_gaps(seen.words, is_kept),
        *_runs(seen.words, is_kept),
    ]
    return np.column_stack([*columns, seen.rows[:, _COLUMNS]]).astype(np.float32)


def _shifted(odds: Array, distance: int) -> Array:
    """The log odds of the line so far away."""
    found = np.full(len(odds), _NO_ODDS)
    if distance < 0:
        found[-distance:] = odds[:distance]
    else:
        found[:-distance] = odds[distance:]
    return found


def _around(seen: Seen, odds: Array, is_kept: Array) -> list[Array]:
    """The mean log odds in the boxes around each line, and how much is kept there."""
    box, parents = np.frombuffer(seen.box, np.int64), np.frombuffer(seen.parents, np.int64)
    weights = seen.words + 1e-3
    held, said, kept = (
        np.frombuffer(sum_within(seen.box, values, seen.parents))
        for values in (weights, weights * odds, seen.words * is_kept)
    )
    held = np.maximum(held, 1e-9)
    total = max(float(kept[0]), 1.0)
    above = parents[box]
    two_above = parents[above]
    three_above = parents[two_above]
    means = said / held
    return [
        *(means[boxes] for boxes in (box, above, two_above, three_above)),
        *(kept[boxes] / total for boxes in (above, two_above, three_above)),
        *(kept[boxes] / held[boxes] for boxes in (above, two_above)),
        np.full(len(box), np.log1p(total)),
        np.full(len(box), total / max(float(seen.words.sum()), 1.0)),
        np.log1p(seen.words),
        seen.link_share,
        *(_levels(seen, _holder(kept, share * total)) for share in _SHARES),
    ]


def _holder(kept: Array, least: float) -> int:
    """The last and so the innermost box that holds so much."""
    holders = (kept >= least - 1e-9).nonzero()[0]
    return int(holders.max()) if len(holders) else 0


def _levels(seen: Seen, holder: int) -> Array:
    """How many levels up from the box the boxes around each line meet it: none for what stands in it."""
    found = array("q", bytes(8 * len(seen.parents)))
    _write_levels(seen.parents, holder, found)
    return np.frombuffer(found, np.int64)[np.frombuffer(seen.box, np.int64)].astype(float)


@cython.cfunc
def _write_levels(
    parents: cython.longlong[::1], holder: cython.Py_ssize_t, levels: cython.longlong[::1]
) -> cython.void:
    box: cython.Py_ssize_t
    level: cython.longlong = 0
    for box in range(len(parents)):
        levels[box] = -1
    box = holder
    while levels[box] < 0:
        levels[box] = level
        level += 1
        box = parents[box] if box else 0
    for box in range(1, len(parents)):
        if levels[box] < 0:
            levels[box] = levels[parents[box]]


def _region(seen: Seen, is_kept: Array) -> list[Array]:
    """Where the region is that landmarks and names tell, and how far it agrees with what is kept."""
    size, region = len(is_kept), seen.region
    is_in = np.zeros(size)
    is_in[region.lines] = 1.0
    kept = seen.words * is_kept
    both = float((seen.words * is_in).sum() + kept.sum())
    return [
        _levels(seen, region.box),
        is_in,
        np.full(size, region.share),
        np.full(size, float(_LANDMARKS.index(region.landmark))),
        np.full(size, 2 * float((kept * is_in).sum()) / max(both, 1.0)),
    ]


def _names(seen: Seen) -> list[Array]:
    """What the names of the boxes around each line say: the nearest, all together, the most and the least."""
    box, parents = np.frombuffer(seen.box, np.int64), np.frombuffer(seen.parents, np.int64)
    own = np.frombuffer(seen.region.odds)
    sums, most, least = (array("d", bytes(8 * len(own))) for _ in range(3))
    _write_names(seen.parents, seen.region.odds, sums, most, least)
    above = parents[box]
    return [
        own[box],
        own[above],
        own[parents[above]],
        *(np.frombuffer(column)[box] for column in (sums, most, least)),
    ]


@cython.cfunc
def _write_names(
    parents: cython.longlong[::1],
    odds: cython.double[::1],
    sums: cython.double[::1],
    most: cython.double[::1],
    least: cython.double[::1],
) -> cython.void:
    box: cython.Py_ssize_t
    parent: cython.Py_ssize_t
    for box in range(1, len(parents)):
        parent = parents[box]
        sums[box] = sums[parent] + odds[box]
        most[box] = max(most[parent], odds[box])
        least[box] = min(least[parent], odds[box])


def _gaps(words: Array, is_kept: Array) -> list[Array]:
    """How much is kept before each line, and how far away the kept lines before and behind it are."""
    kept = is_kept.nonzero()[0]
    if not len(kept):
        return [np.zeros(len(words))] * 5
    lines = np.arange(len(words))
    kept_words = words * is_kept
    before = kept.searchsorted(lines, "left") - 1
    behind = kept.searchsorted(lines, "right")
    has_before, has_behind = before >= 0, behind < len(kept)
    last, following = kept[np.maximum(before, 0)], kept[np.minimum(behind, len(kept) - 1)]
    until = np.concatenate([[0.0], words.cumsum()])
    since_words = np.where(has_before, until[lines] - until[last + 1], _MAX_GAP_WORDS)
    until_words = np.where(has_behind, until[following] - until[lines + 1], _MAX_GAP_WORDS)
    return [
        (kept_words.cumsum() - kept_words) / max(float(kept_words.sum()), 1.0),
        np.log1p(np.minimum(since_words, _MAX_GAP_WORDS)),
        np.log1p(np.minimum(until_words, _MAX_GAP_WORDS)),
        np.where(has_before, np.minimum(lines - last, _MAX_GAP_LINES), _MAX_GAP_LINES),
        np.where(has_behind, np.minimum(following - lines, _MAX_GAP_LINES), _MAX_GAP_LINES),
    ]


def _runs(words: Array, is_kept: Array) -> list[Array]:
    """The run of kept lines that each line stands in, or behind: what of all it holds, and what stands before it."""
    kept = is_kept.nonzero()[0]
    size = len(words)
    if not len(kept):
        return [np.zeros(size)] * 5
    is_first = np.concatenate([[True], np.diff(kept) > _MAX_PAUSE + 1])
    own = is_first.cumsum() - 1
    held = np.bincount(own, words[kept])
    # Lines before the first run count to it.
    runs = own[np.maximum(kept.searchsorted(np.arange(size), "right") - 1, 0)]
    until = np.concatenate([[0.0], words.cumsum()])
    starts = kept[is_first]
    ends = kept[np.concatenate([is_first[1:], [True]])]
    gaps = np.concatenate([[0.0], until[starts[1:]] - until[ends[: len(ends) - 1] + 1]])
    return [
        held[runs] / max(float(held.sum()), 1.0),
        np.sign(runs - int(held.argmax())).astype(float),
        np.full(size, float(len(held))),
        np.log1p(gaps)[runs],
        runs.astype(float),
    ]
