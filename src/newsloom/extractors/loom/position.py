# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Features of a line's position (LBNEST's nearness): on the page, among prose, below which heading, after what.

Each function writes the rows of its group in the order of the table (``features.py``). -1 means unknown.
"""

from __future__ import annotations

from newsloom.extractors.loom.boxes import TAGS
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.vocabulary import PHRASES, SERVICE_BITS
from newsloom.region.lines import PROSE_WORDS

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.libc.math import log1p
else:
    from math import log1p

__all__ = [
    "line_features",
    "page_position_features",
    "section_features",
    "sign_features",
    "size_features",
    "window_features",
]

# Greater distances are cut to these.
_FAR = cython.declare(cython.Py_ssize_t, 20)
_FAR_FROM_HEADING = cython.declare(cython.Py_ssize_t, 30)
_LONG_PROSE = cython.declare(cython.double, 1.5 * PROSE_WORDS)
# The date and names of a byline are in lines that are not much longer than these.
_BYLINE_WORDS = cython.declare(cython.double, 12)
_SERVICE_REACH = cython.declare(cython.Py_ssize_t, 3)


def size_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """The length of the line, and relative to the page's usual line of prose."""
    words: cython.double[::1] = page.lines.words
    usual: cython.double = log1p(_usual_words(page))
    line: cython.Py_ssize_t
    for line in range(len(words)):
        out[0, line] = log1p(words[line])
        out[1, line] = out[0, line] - usual


@cython.cfunc
def _usual_words(page: PageArrays) -> cython.double:
    """The median number of words in lines of prose."""
    words: cython.double[::1] = page.lines.words
    prose: cython.double[::1] = page.lines.prose
    ordered: list[float] = sorted([words[line] for line in range(len(words)) if prose[line] > 0])
    if not ordered:
        return 1.0
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def line_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """How much of the line is linked, and its use of punctuation, capitals and digits."""
    lines = page.lines
    columns = (
        *(lines.link_share, lines.is_closed, lines.characters, lines.commas, lines.capitals, lines.digits),
        lines.starts_small,
    )
    row: cython.Py_ssize_t
    for row in range(len(columns)):
        _write(columns[row], out, row)
    words: cython.double[::1] = lines.words
    line: cython.Py_ssize_t
    # Characters per word.
    for line in range(len(words)):
        out[2, line] = out[2, line] / words[line]


@cython.cfunc
def _write(column: cython.double[::1], out: cython.double[:, ::1], row: cython.Py_ssize_t) -> None:
    line: cython.Py_ssize_t
    for line in range(len(column)):
        out[row, line] = column[line]


def page_position_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """The line's position on the page, and the distance to long lines of prose before and after it."""
    prose: cython.double[::1] = page.lines.prose
    size: cython.Py_ssize_t = len(page.lines.prose)
    total: float = page.prose
    before: float = 0.0
    is_long: cython.uchar[::1] = bytearray(len(page.lines.prose))
    line: cython.Py_ssize_t
    for line in range(size):
        before += prose[line]
        out[0, line] = line / size
        out[1, line] = before / total
        is_long[line] = prose[line] >= _LONG_PROSE
    _count_since(is_long, out, 2)
    _count_until(is_long, out, 3)


@cython.cfunc
def _count_since(marks: cython.uchar[::1], out: cython.double[:, ::1], row: cython.Py_ssize_t) -> None:
    """Writes how many lines are between each line and the last marked one before it."""
    last: cython.Py_ssize_t = -_FAR
    line: cython.Py_ssize_t
    for line in range(len(marks)):
        out[row, line] = min(line - last - 1, _FAR)
        if marks[line]:
            last = line


@cython.cfunc
def _count_until(marks: cython.uchar[::1], out: cython.double[:, ::1], row: cython.Py_ssize_t) -> None:
    """Writes how many lines are between each line and the next marked one."""
    following: cython.Py_ssize_t = len(marks) - 1 + _FAR
    line: cython.Py_ssize_t
    for line in range(len(marks) - 1, -1, -1):
        out[row, line] = min(following - line - 1, _FAR)
        if marks[line]:
            following = line


@cython.cfunc
def _count_before(marks: cython.uchar[::1], out: cython.double[:, ::1], row: cython.Py_ssize_t) -> None:
    """Writes how many lines before each line are marked."""
    count: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t
    for line in range(len(marks)):
        out[row, line] = min(count, _FAR)
        count += marks[line] != 0


def window_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """The prose and the links within 3 and within 8 lines of each line."""
    _write_around(page, out, 0, 3)
    _write_around(page, out, 2, 8)


@cython.cfunc
def _write_around(
    page: PageArrays, out: cython.double[:, ::1], row: cython.Py_ssize_t, reach: cython.Py_ssize_t
) -> None:
    own_prose: cython.double[::1] = page.lines.prose
    own_words: cython.double[::1] = page.lines.words
    own_linked: cython.double[::1] = page.sums.linked
    size: cython.Py_ssize_t = len(page.lines.words)
    total: float = page.prose
    line: cython.Py_ssize_t
    other: cython.Py_ssize_t
    for line in range(size):
        prose: float = 0.0
        words: float = 0.0
        linked: float = 0.0
        for other in range(max(line - reach, 0), min(line + reach + 1, size)):
            prose += own_prose[other]
            words += own_words[other]
            linked += own_linked[other]
        out[row, line] = prose / total
        out[row + 1, line] = linked / max(words, 1.0)


def section_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """The distance to the last heading, and what is between it and the next one."""
    words: cython.double[::1] = page.lines.words
    is_heading: cython.uchar[::1] = _with_tags(page, TAGS["h1"], TAGS["h6"])
    is_top: cython.uchar[::1] = _with_tags(page, TAGS["h1"], TAGS["h1"])
    size: cython.Py_ssize_t = len(page.lines.words)
    heading: cython.Py_ssize_t = -1
    start: cython.Py_ssize_t = 0
    top: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t
    for line in range(size):
        if is_heading[line]:
            heading = start = line
        top += is_top[line]
        out[0, line] = min(line - heading, _FAR_FROM_HEADING) if heading >= 0 else -1
        out[1, line] = words[heading] if heading >= 0 else -1.0
        out[5, line] = top
        if line + 1 == size or is_heading[line + 1]:
            _write_section(page, out, start, line + 1)


@cython.cfunc
def _write_section(
    page: PageArrays, out: cython.double[:, ::1], start: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> None:
    own_prose: cython.double[::1] = page.lines.prose
    own_words: cython.double[::1] = page.lines.words
    own_linked: cython.double[::1] = page.sums.linked
    total: float = page.prose
    prose: float = 0.0
    words: float = 0.0
    linked: float = 0.0
    line: cython.Py_ssize_t
    for line in range(start, end):
        prose += own_prose[line]
        words += own_words[line]
        linked += own_linked[line]
    for line in range(start, end):
        out[2, line] = prose / total
        out[3, line] = prose / max(words, 1.0)
        out[4, line] = linked / max(words, 1.0)


@cython.cfunc
def _with_tags(page: PageArrays, first: cython.longlong, last: cython.longlong) -> bytearray:
    """For each line, whether the tag of its box or of the parent is from ``first`` to ``last``."""
    box: cython.longlong[::1] = page.lines.box
    tags: cython.longlong[::1] = page.boxes.tags
    parents: cython.longlong[::1] = page.boxes.parents
    found = bytearray(len(page.lines.box))
    marks: cython.uchar[::1] = found
    line: cython.Py_ssize_t
    for line in range(len(box)):
        marks[line] = first <= tags[box[line]] <= last or first <= tags[parents[box[line]]] <= last
    return found


def sign_features(page: PageArrays, out: cython.double[:, ::1]) -> None:
    """Signs of where a story begins (dates, names) or ends (calls to subscribe or read on, rights)."""
    size: cython.Py_ssize_t = len(page.lines.box)
    is_service: cython.uchar[::1] = _speaks_of(page, SERVICE_BITS, is_byline=False)
    line: cython.Py_ssize_t
    other: cython.Py_ssize_t
    _count_before(is_service, out, 0)
    for line in range(size):
        for other in range(max(line - _SERVICE_REACH, 0), min(line + _SERVICE_REACH + 1, size)):
            out[1, line] += is_service[other]
    _count_since(is_service, out, 2)
    _count_before(_speaks_of(page, 1 << PHRASES.index("number"), is_byline=True), out, 3)
    _count_before(_speaks_of(page, 1 << PHRASES.index("byline"), is_byline=True), out, 4)


@cython.cfunc
def _speaks_of(page: PageArrays, bits: cython.longlong, is_byline: cython.bint) -> bytearray:
    """For each line, whether it has one of these phrases; with ``is_byline`` only lines as short as a byline count."""
    phrases: cython.longlong[::1] = page.lines.phrases
    words: cython.double[::1] = page.lines.words
    is_short: cython.double[::1] = page.lines.is_short
    found = bytearray(len(page.lines.phrases))
    marks: cython.uchar[::1] = found
    line: cython.Py_ssize_t
    for line in range(len(phrases)):
        if phrases[line] & bits:
            marks[line] = not is_byline or (is_short[line] > 0 and words[line] <= _BYLINE_WORDS)
    return found
