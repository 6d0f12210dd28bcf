# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Finds the box of a page that contains its story, and the lines in it that are not furniture.

First a cascade of landmarks: the box declared to be the text, a box with a name that says so, an article, the main
part; each only if enough of the page's paragraphs are in it, else the whole page. Within the landmark, paragraphs vote
for the boxes around them, and the winner is extended to its ancestors until it contains most of them. Furniture is
recognised by tags, by names and by its share of links.
"""

from __future__ import annotations

from array import array
from typing import Final, NamedTuple

from newsloom.dom.outline import Outline
from newsloom.region.boxes import BoxFacts, read_boxes, sum_within
from newsloom.region.lines import LineFacts
from newsloom.region.names import NameOdds, learned_odds
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["Region", "Thresholds", "find_region"]


class Thresholds(NamedTuple):
    """A box is furniture if the log odds of its names are above ``furniture_odds``.

    A landmark counts if it contains at least ``landmark_share`` of the page's paragraphs. The densest box is extended
    until it contains ``region_share`` of those in the landmark.
    """

    furniture_odds: float = 1.6
    landmark_share: float = 0.5
    region_share: float = 0.75


class Region(NamedTuple):
    """A box with its lines. ``landmark`` is how it was found, empty if only by its paragraphs.

    ``share`` is the box's share of the page's paragraphs; ``odds`` are the log odds of the names of every box.
    """

    box: int
    landmark: str
    lines: list[int]
    share: float
    odds: array[float]


_DEFAULTS: Final = Thresholds()
# Whatever its name, a box with more of the page's paragraphs than this is not furniture; comments may have more.
_MAX_FURNITURE_SHARE = cython.declare(cython.double, 0.25)
_MAX_COMMENTS_SHARE = cython.declare(cython.double, 0.8)
_LEAST_COMMENTS_ODDS = cython.declare(cython.double, 0.5)
_MAX_SERIES_LINK_SHARE = cython.declare(cython.double, 0.5)
_MAX_PART_LINK_SHARE = cython.declare(cython.double, 0.6)
# A line with more links is not part of the story, but a sentence may be a link as a whole.
_MAX_LINE_LINK_SHARE = cython.declare(cython.double, 0.6)
_SENTENCE_WORDS = cython.declare(cython.double, 12)
# A box with log odds below this is named as the story; it must contain more of the paragraphs than a declared one.
_STORY_ODDS = cython.declare(cython.double, -2.2)
_LEAST_NAMED_SHARE: Final = 0.6
_LEAST_WORDS: Final = 20
# The weight of a name compared to the paragraphs, and the log odds beyond which it does not grow.
_NAME_WEIGHT = cython.declare(cython.double, 0.1)
_MAX_ODDS = cython.declare(cython.double, 3.0)


def find_region(
    outline: Outline,
    thresholds: Thresholds = _DEFAULTS,
    *,
    odds: NameOdds | None = None,
    lines: LineFacts | None = None,
) -> Region:
    """The region of the story, on a page with at least one line of text. ``odds`` defaults to the learned ones.

    ``lines`` are the outline's, if they have already been measured.
    """
    lines = lines or LineFacts.of(outline)
    boxes = read_boxes(outline, lines, odds or learned_odds())
    link_shares = _link_shares(boxes, lines)
    is_furniture = _find_furniture(boxes, lines, link_shares, thresholds.furniture_odds)
    apart = lines._replace(prose=_without(lines, is_furniture))
    held = sum_within(lines.box, apart.prose, boxes.parents)
    root, landmark = _find_landmark(boxes, held, thresholds.landmark_share)
    # The page's own declaration of its text is trusted.
    box = root if landmark == "itemprop" else _find_densest(boxes, apart, link_shares, is_furniture, root)
    while box != root and held[box] < thresholds.region_share * held[root]:
        box = boxes.parents[box]
    return Region(box, landmark, _lines_of(boxes, lines, box, is_furniture), held[box] / max(held[0], 1.0), boxes.odds)


@cython.cfunc
def _link_shares(boxes: BoxFacts, lines: LineFacts) -> array[float]:
    """The share of linked words in each box."""
    words: cython.double[::1] = sum_within(lines.box, lines.words, boxes.parents)
    found = sum_within(lines.box, lines.linked, boxes.parents)
    shares: cython.double[::1] = found
    box: cython.Py_ssize_t
    for box in range(len(found)):
        if words[box] > 0:
            shares[box] /= words[box]
    return found


@cython.cfunc
def _find_furniture(
    boxes: BoxFacts, lines: LineFacts, link_shares: cython.double[::1], least_odds: cython.double
) -> bytearray:
    """A flag for each box: whether the box or one around it is furniture."""
    parents: cython.longlong[::1] = boxes.parents
    held: cython.double[::1] = sum_within(lines.box, lines.prose, boxes.parents)
    odds: cython.double[::1] = boxes.odds
    readers: cython.uchar[::1] = boxes.is_of_readers
    furniture: cython.uchar[::1] = boxes.is_furniture
    series: cython.uchar[::1] = boxes.is_series
    part: cython.uchar[::1] = boxes.is_part
    body: cython.uchar[::1] = boxes.is_body
    found = bytearray(len(boxes.parents))
    is_found: cython.uchar[::1] = found
    total: cython.double = max(held[0], 1.0)
    share: cython.double
    box: cython.Py_ssize_t
    for box in range(1, len(found)):
        if is_found[parents[box]]:
            is_found[box] = 1
            continue
        share = held[box] / total
        if body[box] or share >= _MAX_COMMENTS_SHARE:
            continue
        is_series: cython.bint = series[box] and link_shares[box] > _MAX_SERIES_LINK_SHARE
        if is_series or (readers[box] and odds[box] > _LEAST_COMMENTS_ODDS):
            is_found[box] = 1
        elif share <= _MAX_FURNITURE_SHARE:
            is_found[box] = (
                furniture[box] or odds[box] > least_odds or (part[box] and link_shares[box] > _MAX_PART_LINK_SHARE)
            )
    return found


@cython.cfunc
def _without(lines: LineFacts, is_furniture: cython.uchar[::1]) -> array[float]:
    """The words of prose of each line, 0 in furniture."""
    box: cython.longlong[::1] = lines.box
    found = lines.prose[:]
    paragraphs: cython.double[::1] = found
    line: cython.Py_ssize_t
    for line in range(len(found)):
        if is_furniture[box[line]]:
            paragraphs[line] = 0
    return found


@cython.cfunc
def _find_landmark(boxes: BoxFacts, held: array[float], least_share: float) -> tuple[int, str]:
    """The box to search in, and the landmark it was found by."""
    cascade = (
        ("itemprop", least_share, boxes.bodies),
        ("name", _LEAST_NAMED_SHARE, _named(boxes)),
        ("article", least_share, boxes.articles),
        ("main", least_share, boxes.mains),
    )
    for landmark, share, found in cascade:
        best = 0
        for box in found:
            # Of two with the same paragraphs the inner one.
            if not best or held[box] >= held[best]:
                best = box
        if best and held[best] >= max(share * held[0], _LEAST_WORDS):
            return best, landmark
    return 0, ""


@cython.cfunc
def _named(boxes: BoxFacts) -> list[int]:
    odds: cython.double[::1] = boxes.odds
    body: cython.uchar[::1] = boxes.is_body
    return [box for box in range(1, len(odds)) if odds[box] < _STORY_ODDS and not body[box]]


@cython.cfunc
def _find_densest(
    boxes: BoxFacts,
    lines: LineFacts,
    link_shares: cython.double[::1],
    is_furniture: cython.uchar[::1],
    root: cython.Py_ssize_t,
) -> int:
    """The box with the most votes: each paragraph has one for the box it is in, and half a vote for the box around."""
    paragraphs: cython.double[::1] = lines.prose
    line_box: cython.longlong[::1] = lines.box
    parents: cython.longlong[::1] = boxes.parents
    holder: cython.uchar[::1] = boxes.is_holder
    odds: cython.double[::1] = boxes.odds
    size: cython.Py_ssize_t = len(boxes.parents)
    votes: cython.double[::1] = zeros("d", size)
    end: cython.Py_ssize_t = boxes.ends[root]
    line: cython.Py_ssize_t
    box: cython.Py_ssize_t
    for line in range(len(line_box)):
        box = line_box[line]
        if not holder[box]:
            box = parents[box]
        votes[box] += paragraphs[line]
        if box > 0:
            votes[parents[box]] += paragraphs[line] / 2
    best: cython.Py_ssize_t = root
    most: cython.double = -1
    score: cython.double
    for box in range(root, end):
        if is_furniture[box]:
            continue
        score = votes[box] * (1 - link_shares[box])
        score *= 1 - _NAME_WEIGHT * min(max(odds[box], -_MAX_ODDS), _MAX_ODDS)
        if score > most:
            best, most = box, score
    return best


@cython.cfunc
def _lines_of(
    boxes: BoxFacts, lines: LineFacts, region: cython.Py_ssize_t, is_furniture: cython.uchar[::1]
) -> list[int]:
    """The lines in the box from its first paragraph to its last, without furniture and lines of links."""
    box: cython.longlong[::1] = lines.box
    words: cython.double[::1] = lines.words
    linked: cython.double[::1] = lines.linked
    paragraphs: cython.double[::1] = lines.prose
    paragraph_tag: cython.uchar[::1] = boxes.is_paragraph
    end: cython.Py_ssize_t = boxes.ends[region]
    found: list[int] = []
    first: cython.Py_ssize_t = -1
    last: cython.Py_ssize_t = -1
    line: cython.Py_ssize_t
    own: cython.Py_ssize_t
    for line in range(len(box)):
        own = box[line]
        if not region <= own < end or is_furniture[own]:
            continue
        if linked[line] > _MAX_LINE_LINK_SHARE * words[line] and not (
            paragraph_tag[own] and words[line] > _SENTENCE_WORDS
        ):
            continue
        if paragraphs[line] > 0:
            first = first if first >= 0 else line
            last = line
        found.append(line)
    return [line for line in found if first < 0 or first <= line <= last]
