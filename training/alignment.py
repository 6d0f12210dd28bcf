"""Labels for training, made by alignment: which lines of a page are in its true text.

A line of six words or more is in the story if half of its three-word shingles are. A shorter line is in it if its words
are in the true text between those of the long lines around it: "Home" may be in any story by chance. In a table or list
no line may be long: its lines count if they follow each other in the true text as on the page.
"""

from __future__ import annotations

import bisect
import re

__all__ = ["label_lines", "words_of"]

SHINGLE = 3
LONG_LINE = 6
# A short line further than this from any line of the story is not part of it.
NEAR_LINES = 6
# A line that follows a short line of the story must follow it in the truth, with at most this many words between.
NEAR_WORDS = 8

_WORD = re.compile(r"\w+")


def words_of(text: str) -> list[str]:
    """Returns the words that are compared."""
    return _WORD.findall(text.lower())


def label_lines(lines: list[list[str]], truth: list[str]) -> list[float]:
    """Returns for each line the share of it that is in the true text."""
    places: dict[tuple[str, ...], int] = {}
    for start in range(len(truth) - SHINGLE + 1):
        places.setdefault(tuple(truth[start : start + SHINGLE]), start)
    shares = [0.0] * len(lines)
    anchors: list[tuple[int, int]] = []
    for index, line in enumerate(lines):
        if len(line) >= LONG_LINE:
            shingles = [tuple(line[start : start + SHINGLE]) for start in range(len(line) - SHINGLE + 1)]
            found = [shingle for shingle in shingles if shingle in places]
            shares[index] = len(found) / len(shingles)
            if shares[index] >= 0.5:
                anchors.append((index, places[found[0]]))
    _label_short_lines(lines, truth, anchors, shares)
    return shares


def _label_short_lines(
    lines: list[list[str]], truth: list[str], anchors: list[tuple[int, int]], shares: list[float]
) -> None:
    starts: dict[str, list[int]] = {}
    for place, word in enumerate(truth):
        starts.setdefault(word, []).append(place)
    anchored = [index for index, _ in anchors]
    for index, line in enumerate(lines):
        if not 0 < len(line) < LONG_LINE:
            continue
        after = bisect.bisect(anchored, index)
        low, high, is_near = 0, len(truth), False
        if after > 0:
            before_index, before_place = anchors[after - 1]
            low = before_place + len(lines[before_index]) - 2
            is_near = index - before_index <= NEAR_LINES
        if after < len(anchors):
            high = anchors[after][1]
            is_near = is_near or anchors[after][0] - index <= NEAR_LINES
        if is_near and any(
            low <= place < high and truth[place : place + len(line)] == line for place in starts.get(line[0], ())
        ):
            shares[index] = 1.0
    _follow_series(lines, truth, anchors, shares)


def _follow_series(
    lines: list[list[str]], truth: list[str], anchors: list[tuple[int, int]], shares: list[float]
) -> None:
    """Labels cells of a table and entries of a list: short lines that follow each other here and in the truth."""
    ends = {index: place + len(lines[index]) for index, place in anchors}
    follows, last = 0, -NEAR_LINES - 1
    for index, line in enumerate(lines):
        if index in ends:
            follows, last = ends[index], index
        elif 0 < len(line) < LONG_LINE and index - last <= NEAR_LINES:
            near = range(max(follows - 2, 0), follows + NEAR_WORDS)
            place = next((place for place in near if truth[place : place + len(line)] == line), None)
            if place is not None:
                shares[index] = 1.0
                follows, last = place + len(line), index
