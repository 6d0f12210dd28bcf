"""Where the story stands: a page and some of its lines in, the smallest box with most of their words out."""

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

# Of what is kept, in the box with the headline; and the fewest words of a story beside which something is left out.
_MOST: Final = 0.6
_FEWEST_WORDS: Final = 40
# A line with a lower chance may be none of the story. On the labelled sets 0.5 wins less, and 0.75 loses standfirsts
# that stand over the headline.
_DOUBTFUL: Final = 0.6
_MAX_LINK_SHARE: Final = 0.5
# A short post is less likely than the portrait of its author: of so many words, and how far around the headline.
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
    """The smallest box with so large a share of the lines' words, more than a half; 0 for none but the page itself."""
    held = _words_held(page, lines)
    wanted = least * held[0]
    # Boxes that hold more than a half hold each other, and the inner stand behind the outer.
    return max((box for box, words in enumerate(held) if 0 < wanted <= words), default=0)


def holds(page: PageArrays, box: int, line: int) -> bool:
    """Whether the line stands in the box or in one within it."""
    return box <= page.lines.box[line] < page.boxes.ends[box]


def drop_doubtful_outside(page: PageArrays, kept: Sequence[int], chances: Array) -> list[int]:
    """The kept lines but doubtful ones outside the smallest box with the headline and most of what is kept.

    Or outside the one with the headline and a box below it that is called a story. A site says in its header what it
    is, and beside the story who writes it and what else there is to read.
    """
    doubtful = [line for line in kept if chances[line] < _DOUBTFUL]
    held = _words_held(page, kept) if doubtful else ()
    boxes = (_box_with_most(page, held), _box_with_named(page, held, doubtful)) if doubtful else ()
    gone = {line for box in boxes if box for line in doubtful if not holds(page, box, line)}
    return [line for line in kept if line not in gone] if gone else list(kept)


def named_story(page: PageArrays, kept: Sequence[int], chances: Array) -> list[int]:
    """The lines of the box below the headline that is called a story, where unlikely lines elsewhere are kept.

    All kept lines where one of them stands in a box around the headline, or where they are likely.
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
    """The smallest box with the headline and most of what is kept; 0 for none but the page itself.

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
    """The box with the headline and one below it that is called a story; 0 where it holds all doubtful lines."""
    for headline in _printed_over(page):
        around, box = _named_below(page, headline, lambda box: held[box] >= _FEWEST_WORDS, doubtful)
        if box:
            return around
    return 0


def _printed_over(page: PageArrays) -> list[int]:
    """The lines with the headline that may stand over its story: no links in lists of others."""
    tags, box_of = page.boxes.tags, page.lines.box
    return [
        line
        for line in page.document.headline_lines
        if page.link_share[line] < _MAX_LINK_SHARE or tags[box_of[line]] in _HEADINGS
    ]


def _named_below(
    page: PageArrays, headline: int, is_story: Callable[[int], bool], doubtful: Sequence[int] = ()
) -> tuple[int, int]:
    """A box not far around the headline, and within it one below the headline that is called a story; 0 for none.

    Nor is one looked for in a box with all doubtful lines, where there are any.
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
    """How many of the lines' words each box holds, for all at once: a page may have thousands within each other."""
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
