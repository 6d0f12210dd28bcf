# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Features of how much prose the boxes around a line hold: N-EXT's size, and relations to the box that holds most.

Each function writes the rows of its group in the order of the table (``features.py``). -1 means unknown.
"""

from __future__ import annotations

from array import array
from typing import Final

from newsloom.extractors.loom.boxes import TAGS
from newsloom.extractors.loom.page import PageArrays
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = [
    "article_features",
    "best_features",
    "lines_in",
    "main_features",
    "main_mass",
    "meetings",
    "surrounding_features",
]

# A box is credited with this share of the mass of its child boxes: the grandparent of paragraphs counts less than their
# parent. With a half, the product is exact, wherever it is rounded.
_INHERITED: Final = 0.5


def surrounding_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """How much the page holds, and how much the three boxes around the line's box do."""
    around: cython.longlong[::1] = array("q", page.lines.box)
    parents: cython.longlong[::1] = page.boxes.parents
    prose: cython.double[::1] = page.sums.prose
    mass: cython.double[::1] = page.sums.mass
    size: cython.Py_ssize_t = len(page.lines.box)
    total: float = max(prose[0], 1.0)
    line: cython.Py_ssize_t
    level: cython.Py_ssize_t
    for line in range(size):
        out[0, line] = total
        out[1, line] = size
        out[2, line] = mass[parents[around[line]]] / total
        out[3, line] = mass[parents[around[line]]]
    for level in range(3):
        for line in range(size):
            around[line] = parents[around[line]]
        _write_level(page, around, out, 4 + 6 * level)


@cython.cfunc
def _write_level(
    page: PageArrays, around: cython.longlong[::1], out: cython.double[:, ::1], row: cython.Py_ssize_t
) -> None:
    """Writes what each line's box in ``around`` holds."""
    prose: cython.double[::1] = page.sums.prose
    words: cython.double[::1] = page.sums.words
    linked: cython.double[::1] = page.sums.linked_words
    lines: cython.double[::1] = page.sums.lines
    prose_lines: cython.double[::1] = page.sums.prose_lines
    closed_lines: cython.double[::1] = page.sums.closed_lines
    service_lines: cython.double[::1] = page.sums.service_lines
    total: float = max(prose[0], 1.0)
    line: cython.Py_ssize_t
    box: cython.Py_ssize_t
    count: float
    for line in range(len(around)):
        box = around[line]
        count = max(lines[box], 1.0)
        out[row, line] = prose[box] / total
        out[row + 1, line] = linked[box] / max(words[box], 1.0)
        out[row + 2, line] = lines[box]
        out[row + 3, line] = prose_lines[box] / count
        out[row + 4, line] = closed_lines[box] / count
        out[row + 5, line] = service_lines[box] / count


def best_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """Where the line is relative to the best box, by its own paragraphs and those of the boxes in it."""
    box: cython.longlong[::1] = page.lines.box
    parents: cython.longlong[::1] = page.boxes.parents
    ends: cython.longlong[::1] = page.boxes.ends
    depths: cython.double[::1] = page.boxes.depths
    prose: cython.double[::1] = page.sums.prose
    best: cython.Py_ssize_t = _best_box(page)
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    first, last = lines_in(page, best, least_prose=0.0)
    span: float = max(last - first, 1)
    share: float = prose[best] / max(prose[0], 1.0)
    line: cython.Py_ssize_t
    own: cython.Py_ssize_t
    for line in range(len(box)):
        own = box[line]
        out[0, line] = best <= own < ends[best]
        out[1, line] = parents[own] == best or own == best
        out[2, line] = parents[parents[own]] == best
        out[3, line] = (line - first) / span
        out[4, line] = max(line - last, 0)
        out[5, line] = max(first - line, 0)
        out[6, line] = share
        out[7, line] = depths[own] - depths[best]


@cython.cfunc
def _best_box(page: PageArrays) -> cython.Py_ssize_t:
    mass: cython.double[::1] = page.sums.mass
    parents: cython.longlong[::1] = page.boxes.parents
    size: cython.Py_ssize_t = len(page.boxes.parents)
    merit: cython.double[::1] = zeros("d", size)
    inherited: float = _INHERITED
    box: cython.Py_ssize_t
    for box in range(size):
        merit[parents[box]] += mass[box]
    for box in range(size):
        merit[box] = mass[box] + inherited * merit[box]
    return _largest(merit)


@cython.cfunc
def _largest(values: cython.double[::1]) -> cython.Py_ssize_t:
    best: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    for index in range(len(values)):
        if values[index] > values[best]:
            best = index
    return best


@cython.ccall
def lines_in(page: PageArrays, box: cython.Py_ssize_t, least_prose: float) -> tuple[int, int]:
    """The first and last line in a box that have at least this much prose; those of the page if none has."""
    boxes: cython.longlong[::1] = page.lines.box
    prose: cython.double[::1] = page.lines.prose
    end: cython.Py_ssize_t = page.boxes.ends[box]
    first: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = -1
    line: cython.Py_ssize_t
    for line in range(len(boxes)):
        if box <= boxes[line] < end and prose[line] >= least_prose:
            first = line if first < 0 else first
            last = line
    if first < 0:
        return 0, len(boxes) - 1
    return first, last


def main_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """How far the line is from the box whose own paragraphs hold most, and how much prose is around both."""
    box: cython.longlong[::1] = page.lines.box
    parents: cython.longlong[::1] = page.boxes.parents
    depths: cython.double[::1] = page.boxes.depths
    prose: cython.double[::1] = page.sums.prose
    mass: cython.double[::1] = page.sums.mass
    main: cython.Py_ssize_t = _largest(mass)
    meeting: cython.longlong[::1] = meetings(page, main)
    total: float = max(prose[0], 1.0)
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    first, last = lines_in(page, main, least_prose=_ANY_PROSE)
    line: cython.Py_ssize_t
    own: cython.Py_ssize_t
    for line in range(len(box)):
        own = box[line]
        out[0, line] = depths[own] - depths[meeting[own]]
        out[1, line] = prose[meeting[own]] / total
        out[2, line] = mass[main] / total
        out[3, line] = own == main or parents[own] == main
        out[4, line] = line - last
        out[5, line] = first - line


def main_mass(page: PageArrays) -> float:
    """How much prose is in the box whose own paragraphs hold most.

    A box that holds nothing but one other box is skipped: some pages put each paragraph in two or three boxes.
    """
    line_box: cython.longlong[::1] = page.lines.box
    parents: cython.longlong[::1] = page.boxes.parents
    words: cython.double[::1] = page.sums.words
    prose: cython.double[::1] = page.lines.prose
    mass: cython.double[::1] = zeros("d", len(page.boxes.parents))
    most: float = 0.0
    line: cython.Py_ssize_t
    box: cython.Py_ssize_t
    for line in range(len(line_box)):
        box = line_box[line]
        mass[box] += prose[line]
        most = max(most, mass[box])
        while box > 0 and words[parents[box]] == words[box]:
            box = parents[box]
        if box > 0:
            mass[parents[box]] += prose[line]
            most = max(most, mass[parents[box]])
    return most


# Any line of prose has more.
_ANY_PROSE: Final = 0.5


def meetings(page: PageArrays, target: int) -> array[int]:
    """For each box, the innermost box that holds both it and the target."""
    ends: cython.longlong[::1] = page.boxes.ends
    parents: cython.longlong[::1] = page.boxes.parents
    inside: cython.Py_ssize_t = target
    found = zeros("q", len(page.boxes.ends))
    meeting: cython.longlong[::1] = found
    box: cython.Py_ssize_t
    for box in range(1, len(ends)):
        meeting[box] = box if box <= inside < ends[box] else meeting[parents[box]]
    return found


def article_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """Which of the page's ARTICLE elements the line is in: endless pages and lists of teasers have several."""
    box: cython.longlong[::1] = page.lines.box
    prose: cython.double[::1] = page.sums.prose
    size: cython.Py_ssize_t = len(page.boxes.tags)
    places = zeros("q", 3 * size)
    found: cython.Py_ssize_t = _find_articles(page, places)
    around: cython.longlong[::1] = places
    total: float = max(prose[0], 1.0)
    most: float = _largest_article(page)
    line: cython.Py_ssize_t
    own: cython.Py_ssize_t
    held: float
    for line in range(len(box)):
        own = 3 * box[line]
        held = prose[around[own]] if around[own] >= 0 else -1.0
        out[0, line] = found
        out[1, line] = around[own + 2]
        out[2, line] = held / total
        out[3, line] = (prose[around[own + 1]] if around[own + 1] >= 0 else -1.0) / total
        out[4, line] = held / most


@cython.cfunc
def _find_articles(page: PageArrays, places: cython.longlong[::1]) -> cython.Py_ssize_t:
    """Counts them, and writes for each box the innermost, the outermost and the outermost's number to ``places``."""
    tags: cython.longlong[::1] = page.boxes.tags
    parents: cython.longlong[::1] = page.boxes.parents
    article: cython.longlong = TAGS["article"]
    found: cython.Py_ssize_t = 0
    outermost: cython.Py_ssize_t = 0
    box: cython.Py_ssize_t
    place: cython.Py_ssize_t
    for box in range(len(tags)):
        for place in range(3):
            places[3 * box + place] = places[3 * parents[box] + place] if box else -1
        if tags[box] == article:
            found += 1
            places[3 * box] = box
            if places[3 * box + 1] < 0:
                places[3 * box + 1] = box
                places[3 * box + 2] = outermost
                outermost += 1
    return found


@cython.cfunc
def _largest_article(page: PageArrays) -> float:
    tags: cython.longlong[::1] = page.boxes.tags
    prose: cython.double[::1] = page.sums.prose
    article: cython.longlong = TAGS["article"]
    most: float = 1.0
    box: cython.Py_ssize_t
    for box in range(len(tags)):
        if tags[box] == article and prose[box] > most:
            most = prose[box]
    return most
