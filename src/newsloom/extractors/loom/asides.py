"""Kept lines without what plainly is none of the story: what readers wrote below it, and advertisements that say so.

The forest weighs every line by itself, and on pages of old a reader's letter looks like a paragraph in all but its
heading. A page and the indexes of its kept lines go in; the same or fewer come out. The lines that tell are data
(``data/asides.txt``).
"""

from __future__ import annotations

import functools
import pkgutil
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from newsloom.extractors.loom.page import LinedPage
from newsloom.text.casing import lower
from newsloom.text.patterns import pattern

__all__ = ["without_advertisements", "without_comments"]

_MAX_HEADING: Final = 160
_MAX_LABEL: Final = 60
# What is longer under the label of an advertisement is the story that goes on.
_MAX_ADVERTISEMENT: Final = 200
# A heading of comments is no link: those lead to them, and stand over the story too.
_MAX_LINK_SHARE: Final = 0.5
# Forums and lists of stories say "3 comments" below each of their parts.
_MAX_HEADINGS: Final = 2
# What stands over the comments is a story, of no fewer words than these, and not much shorter than what is cut off.
_LEAST_WORDS: Final = 60
_LEAST_RATIO: Final = 0.8
# Schema.org types of pages that readers write.
_FORUM_TYPES: Final = ("discussion", "forum", "qapage", "question")
_EDGES: Final = pattern(r"^[\W\d_]+|[\W\d_]+$")


def without_comments(page: LinedPage, kept: Sequence[int], *, is_article: bool) -> list[int]:
    """The kept lines over the heading of the readers' comments; all where there is none, or it is not plain.

    ``is_article`` is whether the page was taken for a story.
    """
    lines = list(kept)
    if not lines or _may_be_forum(page, is_article=is_article):
        return lines
    headings = _headings(page, lines[0], lines[-1])
    if not 0 < len(headings) <= _MAX_HEADINGS:
        return lines
    over = [line for line in lines if line < headings[0]]
    words_over, words = float(page.words[over].sum()), float(page.words[lines].sum())
    is_story = words_over >= max(_LEAST_WORDS, _LEAST_RATIO * (words - words_over))
    return over if is_story else lines


def without_advertisements(page: LinedPage, kept: Sequence[int]) -> list[int]:
    """The kept lines but those that only say that an advertisement follows, and those that say they are one."""
    segments = page.outline.segments
    labelled = _labelled(page, {segments[line].box for line in kept})
    return [line for line in kept if line not in labelled and not _is_advertisement(segments[line].text)]


def _labelled(page: LinedPage, boxes: set[int]) -> set[int]:
    """The lines from the label of an advertisement to the end of its box, where no more is left than fits under one."""
    behind: dict[int, list[int]] = {}
    segments = page.outline.segments
    for line, segment in enumerate(segments):
        if segment.box in boxes and _is_label(segment.text):
            behind[segment.box] = [line]
        elif segment.box in behind:
            behind[segment.box].append(line)
    labelled = set()
    for lines in behind.values():
        is_whole = lines[-1] - lines[0] < len(lines)
        if is_whole and sum(len(segments[line].text) for line in lines) <= _MAX_ADVERTISEMENT:
            labelled.update(lines)
    return labelled


def _is_advertisement(text: str) -> bool:
    label, colon, _ = text[:_MAX_LABEL].partition(":")
    return _is_label(text) or (bool(colon) and len(text) <= _MAX_ADVERTISEMENT and _is_label(label))


def _is_label(text: str) -> bool:
    return len(text) <= _MAX_LABEL and _is_any(text, _lines()["advertisement"])


def _may_be_forum(page: LinedPage, *, is_article: bool) -> bool:
    """Whether comments may be what the page is about. Pages of old, which call themselves nothing, are hardly any."""
    kind = (page.document.declared.type or "").lower()
    return any(forum in kind for forum in _FORUM_TYPES) or bool(kind and not is_article)


def _headings(page: LinedPage, first: int, last: int) -> list[int]:
    """The lines from the first up to the last that say that comments follow."""
    is_short = (page.characters[first : last + 1] <= _MAX_HEADING) & (
        page.link_share[first : last + 1] < _MAX_LINK_SHARE
    )
    short = (np.flatnonzero(is_short) + first).tolist()
    return [line for line in short if _heads_comments(page.outline.segments[line].text)]


def _heads_comments(text: str) -> bool:
    if text[:1].isdecimal() and lower(_EDGES.sub("", text)).startswith(_beginnings()):
        return True
    return len(text) <= _MAX_LABEL and _is_any(text, _lines()["comments"])


def _is_any(text: str, lines: frozenset[str]) -> bool:
    # Most lines begin and end with a letter: to look for edges takes ten times as long.
    bare = text if text[:1].isalpha() and text[-1:].isalpha() else _EDGES.sub("", text)
    bare = bare.replace("’", "'")
    # YORUMLARI is Turkish whatever the page is said to be; without an I, both are the same.
    return lower(bare) in lines or ("I" in bare and lower(bare, "tr") in lines)


@functools.cache
def _lines() -> Mapping[str, frozenset[str]]:
    text = pkgutil.get_data(__package__, "data/asides.txt") or b""
    return _by_kind(line.split() for line in text.decode().splitlines() if line and not line.startswith("#"))


@functools.cache
def _beginnings() -> tuple[str, ...]:
    return tuple(f"{words} " for words in sorted(_lines()["comments_on"]))


def _by_kind(rows: Iterable[Sequence[str]]) -> Mapping[str, frozenset[str]]:
    kinds: dict[str, set[str]] = defaultdict(set)
    for kind, *lines in rows:
        kinds[kind].update(line.replace("_", " ") for line in lines)
    return {kind: frozenset(lines) for kind, lines in kinds.items()}
