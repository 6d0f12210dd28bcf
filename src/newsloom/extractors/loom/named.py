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

__all__ = ["are_named", "without_named"]

# Where less would be left, the page calls its story by such a name: a gallery told in captions, a forum.
_LEAST_LEFT: Final = 0.3
# A class attribute is short; what is longer is a style sheet in disguise.
_MAX_NAME: Final = 200
_KINDS: Final = ("within", "whole")


def are_named(page: LinedPage, lines: Sequence[int]) -> list[bool]:
    """For each line whether its box, or the one just around it, bears the name of something else than the story."""
    outline = page.outline
    boxes = [outline.segments[line].box for line in lines]
    around = {box: outline.parents[box] for box in boxes}
    called = {box: outline.boxes[box].get("class") for box in {*around, *around.values()} if box >= 0}
    named = {box for box, classes in called.items() if classes and _tells(classes[:_MAX_NAME].lower())}
    return [box in named or around[box] in named for box in boxes]


def without_named(kept: Sequence[int], is_named: Sequence[bool], words: Array) -> list[int]:
    """The kept lines but the named ones; all of them where these are most of what is kept. ``words`` is the page's."""
    rest = [line for line, named in zip(kept, is_named, strict=True) if not named]
    has_story = float(words[rest].sum()) >= _LEAST_LEFT * float(words[list(kept)].sum())
    return rest if has_story else list(kept)


# Pages repeat the same names. Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=5_000)
def _tells(classes: str) -> bool:
    within, whole = _names()
    return within.search(classes) is not None or not whole.isdisjoint(classes.split())


@functools.cache
def _names() -> tuple[re.Pattern[str], frozenset[str]]:
    content = pkgutil.get_data(__package__, "data/named.txt") or b""
    rows = [line.split() for line in content.decode().splitlines() if line and not line.startswith("#")]
    within, whole = ([name for kind, *names in rows if kind == wanted for name in names] for wanted in _KINDS)
    return re.compile("|".join(map(re.escape, within))), frozenset(whole)
