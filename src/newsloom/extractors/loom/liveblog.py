"""Finds the posts of a live blog: which kept lines belong to which post, and when it was written.

A live blog is a box with several boxes in it that each state a time and hold part of the story. Given a document and
the indexes of its kept lines, this returns the post and moment of each line; nothing for other pages. No text changes.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from newsloom.dom import Document
from newsloom.dom.outline import Outline
from newsloom.dom.prefilter import tagged
from newsloom.dom.tree import Tree
from newsloom.extractors.loom.page import Array
from newsloom.region.boxes import sum_within
from newsloom.text.datelines import is_date_line
from newsloom.text.dates import parse_date
from newsloom.text.patterns import pattern

__all__ = ["posts_of"]

# Two boxes with a time each may be a story and the one below it, unless the page declares itself live.
_LEAST_POSTS: Final = 3
_LEAST_DECLARED_POSTS: Final = 2
# At least this share of the kept lines is in posts; the rest is the summary at the top.
_LEAST_SHARE: Final = 0.5
# A post's time may be this many lines above its first kept line.
_LINES_OVER_POST: Final = 4
_MAX_TIMES: Final = 2_000
# A time is in a few inline tags at most: a link, a bold, a span.
_MAX_INLINE_DEPTH: Final = 8
_MAX_CLOCK_CHARACTERS: Final = 60

_CLOCK: Final = pattern(r"\d{1,2}[:.h]\d{2}(?:\s?(?:[ap]\.?m\.?|uhr|[A-Z]{2,4}))?\.?", re.IGNORECASE)
_DIGIT: Final = pattern(r"\d")
_COMMENTS: Final = pattern(r"comment|disqus|respon[ds]|kommentar|yorum", re.IGNORECASE)
_MAX_NAME_CHARACTERS: Final = 200


def posts_of(document: Document, kept: Sequence[int]) -> dict[int, tuple[int, datetime | None]]:
    """For each kept line in a post, the post's number in page order and its moment, None if unknown."""
    outline = document.outline
    is_declared = (document.declared.type or "").lower().startswith("liveblog")
    least = _LEAST_DECLARED_POSTS if is_declared else _LEAST_POSTS
    if len(kept) < 2 * least or outline.tree is None:
        return {}
    box_of = outline.columns[2]
    lines = [box_of[index] for index in kept]
    # Only below what holds the whole story: most of a page's elements, and its other times, are elsewhere.
    shared = outline.nodes[_shared_box(outline, lines)]
    times = tagged(outline.tree, "time", within=shared, most=_MAX_TIMES)
    over = range(max(0, kept[0] - _LINES_OVER_POST), kept[-1])
    numbered = _short_lines_with_digits(outline, over, range(shared, outline.tree.ends[shared]))
    # Most stories have too few of either, and checking whether a line is only a time takes longer.
    if len(times) + len(numbered) < least:
        return {}
    clocks = [box for text, box in numbered if _CLOCK.fullmatch(text) or is_date_line(text)]
    if len(times) + len(clocks) < least:
        return {}
    marks = _boxes_of(outline.tree, times, outline.nodes)
    container = _container(outline, lines, [*clocks, *marks.values()], least)
    if container is None:
        return {}
    post_of = _posts(outline, container)
    moments = _moments(outline.tree, marks, post_of)
    return _numbered(box_of, kept, {post_of[box] for box in (*clocks, *marks.values())}, post_of, moments)


def _shared_box(outline: Outline, boxes: Sequence[int]) -> int:
    """The innermost box that holds the first of the boxes and the last."""
    first, last = boxes[0], boxes[-1]
    while first != last:
        # A parent comes before its children, so the later of two boxes never holds the other.
        if first > last:
            first = outline.parents[first]
        else:
            last = outline.parents[last]
    return first


def _short_lines_with_digits(outline: Outline, lines: range, nodes: range) -> list[tuple[str, int]]:
    """The lines within ``nodes`` that may be only a time, with their boxes."""
    texts, _, box_of = outline.columns
    return [
        (texts[line], box_of[line])
        for line in lines
        if len(texts[line]) <= _MAX_CLOCK_CHARACTERS
        and outline.nodes[box_of[line]] in nodes
        and _DIGIT.search(texts[line])
    ]


def _boxes_of(tree: Tree, times: Sequence[int], nodes: Sequence[int]) -> dict[int, int]:
    """The box that each node is in; nodes that are in no visible box are left out."""
    numbers = {node: box for box, node in enumerate(nodes)} if times else {}
    found = {}
    for time in times:
        around = tree.parents[time]
        for _ in range(_MAX_INLINE_DEPTH - 1):
            if around in numbers or around < 0:
                break
            around = tree.parents[around]
        if around in numbers:
            found[time] = numbers[around]
    return found


def _container(outline: Outline, lines: Sequence[int], marked: Sequence[int], least: int) -> int | None:
    """The box with the most posts, the innermost of equals; None if it has too few or they are readers' comments."""
    kept, told = _held(outline, lines), _held(outline, marked)
    posts: dict[int, int] = {}
    held: dict[int, float] = {}
    for box, parent in enumerate(outline.parents):
        if kept[box] and told[box]:
            posts[parent] = posts.get(parent, 0) + 1
            held[parent] = held.get(parent, 0.0) + kept[box]
    able = [box for box, count in posts.items() if count >= least and held[box] >= _LEAST_SHARE * len(lines)]
    best = max(able, key=lambda box: (posts[box], box), default=None)
    return None if best is None or _is_of_readers(outline, best) else best


def _held(outline: Outline, boxes: Sequence[int]) -> Array:
    """How often each box, or a box within it, is among ``boxes``."""
    return sum_within(array("q", boxes), array("d", [1.0] * len(boxes)), outline.parents)


def _is_of_readers(outline: Outline, box: int) -> bool:
    element = outline.element(box)
    names = f"{element.get('class', '')[:_MAX_NAME_CHARACTERS]} {element.get('id', '')[:_MAX_NAME_CHARACTERS]}"
    return _COMMENTS.search(names) is not None


def _numbered(
    box_of: Sequence[int],
    kept: Sequence[int],
    told: set[int],
    post_of: Sequence[int],
    moments: Mapping[int, datetime],
) -> dict[int, tuple[int, datetime | None]]:
    """The kept lines in posts that state a time, with the number and moment of the post."""
    numbers: dict[int, int] = {}
    found = {}
    for index in kept:
        post = post_of[box_of[index]]
        if post >= 0 and post in told:
            found[index] = (numbers.setdefault(post, len(numbers)), moments.get(post))
    return found


def _posts(outline: Outline, container: int) -> list[int]:
    """For each box, the child of the container that it is or is in, -1 elsewhere."""
    posts: list[int] = []
    for box, parent in enumerate(outline.parents):
        posts.append(box if parent == container else posts[parent] if parent >= 0 else -1)
    return posts


def _moments(tree: Tree, times: Mapping[int, int], post_of: Sequence[int]) -> dict[int, datetime]:
    """The first moment stated in each post; times without a day or a zone do not count."""
    moments: dict[int, datetime] = {}
    for time, box in times.items():
        post = post_of[box]
        told = parse_date(tree.get(time, "datetime") or "") if post not in moments else None
        if isinstance(told, datetime):
            moments[post] = told
    return moments
