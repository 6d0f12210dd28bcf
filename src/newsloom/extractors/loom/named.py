"""Kept lines without those whose boxes call them something else: a caption, a comment, a related story, hidden.

The forest weighs what boxes are called among much else, and a caption that reads like a paragraph may win. But where
the line's own box, or the one just around it, bears such a name, hardly a kept line was part of a story (NOTES.md). A
page and the indexes of its kept lines go in; the same or fewer come out. The names are data (``data/named.txt``).
"""

from __future__ import annotations

import functools
import pkgutil
import re
from collections.abc import Sequence
from typing import Final

from newsloom.extractors.loom.arrays import Array
from newsloom.extractors.loom.page import LinedPage
from newsloom.extractors.loom.words import MAX_NAME

__all__ = ["names_of", "without_named"]

# Of what is kept this share must be left, else the page calls its story by such a name: a forum, or a gallery, which
# tells it in captions.
_LEAST_LEFT: Final = {"aside": 0.3, "caption": 0.5}


def names_of(page: LinedPage, lines: Sequence[int]) -> list[str]:
    """For each line the kind of name that its box bears, or else the one just around it; empty where neither does."""
    outline = page.outline
    boxes = [outline.segments[line].box for line in lines]
    around = {box: outline.parents[box] for box in boxes}
    classes = {box: outline.boxes[box].get("class") or "" for box in {*around, *around.values()} if box >= 0}
    names = {box: _name(own[:MAX_NAME].lower()) if own else "" for box, own in classes.items()}
    return [names[box] or names.get(around[box], "") for box in boxes]


def without_named(kept: Sequence[int], names: Sequence[str], words: Array) -> list[int]:
    """The kept lines but those of a kind; with them, where they are most of what is kept. ``words`` is the page's."""
    if not any(names):
        return list(kept)
    lines = list(zip(kept, names, strict=True))
    for kind, least in _LEAST_LEFT.items():
        rest = [(line, name) for line, name in lines if name != kind]
        if _size(rest, words) >= least * _size(lines, words):
            lines = rest
    return [line for line, _ in lines]


def _size(lines: Sequence[tuple[int, str]], words: Array) -> float:
    return float(words[[line for line, _ in lines]].sum())


# Pages repeat the same names. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=5_000)
def _name(classes: str) -> str:
    own = {f"={name}" for name in classes.split()}
    found = (kind for kind, within, whole in _kinds() if within.search(classes) or not whole.isdisjoint(own))
    return next(found, "")


@functools.cache
def _kinds() -> tuple[tuple[str, re.Pattern[str], frozenset[str]], ...]:
    content = pkgutil.get_data(__package__, "data/named.txt") or b""
    rows = [line.split() for line in content.decode().splitlines() if line and not line.startswith("#")]
    words = {kind: [word for own, *named in rows if own == kind for word in named] for kind in _LEAST_LEFT}
    return tuple(
        (kind, re.compile("|".join(re.escape(word) for word in named if word[0] != "=")), frozenset(named))
        for kind, named in words.items()
    )
