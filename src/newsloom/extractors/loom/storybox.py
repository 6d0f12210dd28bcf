"""Finds the box with the story, and drops doubtful kept lines outside of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from newsloom.extractors.loom.boxes import MAX_NAME, TAGS
from newsloom.extractors.loom.page import Array, PageArrays
from newsloom.region.boxes import sum_within
from newsloom.text.patterns import pattern
from newsloom.zeros import zeros

__all__ = ["drop_doubtful_outside", "holds", "named_story", "story_box"]

# The box with the headline must hold this share of what is kept, and at least this many words.
_MOST: Final = 0.6
_FEWEST_WORDS: Final = 40
# A line with a lower chance may not be part of the story. On the labelled sets 0.5 gains less, and 0.75 loses
# standfirsts above the headline.
_DOUBTFUL: Final = 0.6
_MAX_LINK_SHARE: Final = 0.5
# A short post may have lower chances than the portrait of its author: how long it may be, and how many levels around
# the headline it is searched for.
_MAX_UNLIKELY_WORDS: Final = 300
_LEAST_POST_WORDS: Final = 12
_MAX_POST_WORDS: Final = 400
_LEVELS: Final = 4
_NAMED_STORY: Final = pattern(
    r"(?<![\w-])(?:(?:post|entry|article|story|news)[-_]?(?:body|content|text|entry)|entry|content)(?![\w-])"
)
_BOXES: Final = frozenset(TAGS[tag] for tag in ("div", "section", "article", "td"))
_HEADINGS: Final = frozenset(TAGS[tag] for tag in ("h1", "h2", "h3"))


def story_box(page: PageArrays, lines: Iterable[int], least: float) -> int:
    """The smallest box with this share, more than a half, of the lines' words; 0 if only the page itself has it."""
    held = _words_held(page, lines)
    wanted = least * held[0]
    # Boxes with more than a half are nested, and inner boxes come after outer ones.
    return max((box for box, words in enumerate(held) if 0 < wanted <= words), default=0)


def holds(page: PageArrays, box: int, line: int) -> bool:
    """Whether the line is in the box or in one within it."""
    return box <= page.lines.box[line] < page.boxes.ends[box]


def drop_doubtful_outside(page: PageArrays, kept: Sequence[int], chances: Array) -> list[int]:
    """The kept lines except doubtful ones outside the smallest box with the headline and most of what is kept.

    Doubtful lines outside the box with the headline and a box named as a story below it are dropped, too. A site
    describes itself in its header, and its authors and other stories beside the story.
    """
    doubtful = [line for line in kept if chances[line] < _DOUBTFUL]
    held = _words_held(page, kept) if doubtful else ()
    boxes = (_box_with_most(page, held), _box_with_named(page, held, doubtful)) if doubtful else ()
    gone = {line for box in boxes if box for line in doubtful if not holds(page, box, line)}
    return [line for line in kept if line not in gone] if gone else list(kept)


def named_story(page: PageArrays, kept: Sequence[int], chances: Array) -> list[int]:
    """The lines of a box below the headline that is named as a story, if only unlikely lines elsewhere are kept.

    Returns the kept lines if they are long or likely, or if one of them is in that headline's surroundings.
    """
    words = sum([page.words[line] for line in kept])
    # Most stories are longer.
    if words > _MAX_UNLIKELY_WORDS or sum(page.words[line] * chances[line] for line in kept) >= _DOUBTFUL * words:
        return list(kept)
    for headline in _printed_over(page):
        around, box = _named_below(page, headline, partial(_is_post, page))
        if box and not any(holds(page, around, line) for line in kept):
            return [line for line in range(headline + 1, len(page.words)) if holds(page, box, line)]
    return list(kept)


def _is_post(page: PageArrays, box: int) -> bool:
    return _LEAST_POST_WORDS <= page.sums.words[box] <= _MAX_POST_WORDS


def _box_with_most(page: PageArrays, held: Sequence[float]) -> int:
    """The smallest box with the headline and most of what is kept; 0 if that is only the page itself.

    ``held`` is how many of the kept words each box holds.
    """
    least = max(_MOST * held[0], _FEWEST_WORDS)
    found = 0
    for headline in page.document.headline_lines:
        box = page.lines.box[headline] if page.link_share[headline] < _MAX_LINK_SHARE else 0
        while box and held[box] < least:
            box = page.boxes.parents[box]
        found = max(found, box)
    return found


def _box_with_named(page: PageArrays, held: Sequence[float], doubtful: Sequence[int]) -> int:
    """The box with the headline and a box named as a story below it; 0 if there is none without all doubtful lines."""
    for headline in _printed_over(page):
        around, box = _named_below(page, headline, lambda box: held[box] >= _FEWEST_WORDS, doubtful)
        if box:
            return around
    return 0


def _printed_over(page: PageArrays) -> list[int]:
    """The lines with the headline that may be above its story: no links in lists of stories."""
    tags, box_of = page.boxes.tags, page.lines.box
    return [
        line
        for line in page.document.headline_lines
        if page.link_share[line] < _MAX_LINK_SHARE or tags[box_of[line]] in _HEADINGS
    ]


def _named_below(
    page: PageArrays, headline: int, is_story: Callable[[int], bool], doubtful: Sequence[int] = ()
) -> tuple[int, int]:
    """A box not far around the headline, and one in it, below the headline, that is named as a story; 0 if none.

    The search stops at a box that holds all ``doubtful`` lines.
    """
    around = page.lines.box[headline]
    first = around + 1
    for _ in range(_LEVELS):
        around = page.boxes.parents[around]
        if not around or (doubtful and all(holds(page, around, line) for line in doubtful)):
            break
        inside, first = range(first, page.boxes.ends[around]), page.boxes.ends[around]
        box = next((box for box in inside if is_story(box) and _is_named(page, box)), 0)
        if box:
            return around, box
    return 0, 0


def _words_held(page: PageArrays, lines: Iterable[int]) -> Array:
    """How many of the lines' words each box holds, computed for all at once: a page may nest thousands of boxes."""
    words = zeros("d", len(page.words))
    for line in lines:
        words[line] = page.words[line]
    return sum_within(page.lines.box, words, page.boxes.parents)


def _is_named(page: PageArrays, box: int) -> bool:
    tree = page.outline.tree
    if tree is None or page.boxes.tags[box] not in _BOXES:
        return False
    name = tree.get(page.outline.nodes[box], "class") or ""
    return _NAMED_STORY.search(name[:MAX_NAME].lower()) is not None
