"""Finds the headline of a story whose page has only the paper's name as its title.

Old pages mark no headings, and some sites have one title for all pages. There the headline is a line that looks like
one in the box of the story's first paragraph, or just around it: the first in bold print, else the first. If a page
states its headline in another way, nothing is searched for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from newsloom.extractors.loom.dateline import is_dated
from newsloom.extractors.loom.page import PageArrays
from newsloom.extractors.loom.vocabulary import PHRASES
from newsloom.text.casing import fold, lower
from newsloom.text.patterns import pattern

__all__ = ["headline_below_name"]

_LEAST_WORDS: Final = 3
_MAX_WORDS: Final = 25
_MAX_LINK_SHARE: Final = 0.5
_MAX_LEVELS: Final = 4
# With this many words, a line that ends like a sentence is a paragraph.
_PARAGRAPH_WORDS: Final = 12
_BYLINE: Final = 1 << PHRASES.index("byline")
_HEADINGS: Final = frozenset(f"h{level}" for level in range(1, 7))
_BOLD: Final = frozenset({"b", "strong", "big", "font"}) | _HEADINGS - {"h1"}
_PICTURES: Final = frozenset({"img", "amp-img", "picture", "video"})
_MAX_NODES: Final = 50
_TELLING_LETTERS: Final = 4
_MAX_BESIDE_CAPTION: Final = 2
# Little more than a byline and a date is between the headline and its story.
_LINES_BETWEEN: Final = 5
# Below a picture, or above a story written by someone else.
_CREDIT: Final = pattern(r"©|\(c\)|^special to ", re.IGNORECASE)
_HOME: Final = pattern(r"(?:https?://[^/?#]{1,200})?/?(?:index\.\w{1,5})?|\./")


def headline_below_name(page: PageArrays, kept: Sequence[int]) -> str | None:
    """The text of the headline; None if the page's title may be the headline or no line looks like one."""
    if not page.document.is_titled_by_name:
        return None
    lines = page.lines
    paragraphs = (line for line in kept if lines.is_closed[line] and lines.words[line] >= _PARAGRAPH_WORDS)
    first = next(paragraphs, -1)
    printed = page.document.headline_lines
    if first < 0 or (not printed and _is_in_address(page)):
        return None
    named = [line for line in printed[:1] if not _leads_home(page, line)]
    if any(0 < first - line <= _LINES_BETWEEN and _is_heading(page, line) for line in named):
        return None
    box = lines.box[first]
    for _ in range(_MAX_LEVELS):
        # A title in the story's box is the headline, however short it is.
        if not box or any(box <= lines.box[line] < page.boxes.ends[box] for line in named):
            return None
        over = [line for line in range(first) if box <= lines.box[line] < page.boxes.ends[box]]
        found = [line for line in over if _is_set_like_one(page, line)]
        if found:
            return page.outline.texts[next((line for line in found if _is_bold(page, line)), found[0])]
        box = page.boxes.parents[box]
    return None


def _is_in_address(page: PageArrays) -> bool:
    """Whether the address has the words of the title, as it has those of a headline."""
    path = lower((page.document.url or "").partition("://")[2].partition("/")[2])
    words = [word for word in lower(page.document.headline or "").split() if len(word) >= _TELLING_LETTERS]
    return bool(words) and all(word in path for word in words)


def _is_set_like_one(page: PageArrays, line: int) -> bool:
    lines = page.lines
    is_apart = lines.link_share[line] < _MAX_LINK_SHARE and not lines.is_closed[line]
    if not is_apart or not _LEAST_WORDS <= lines.words[line] <= _MAX_WORDS:
        return False
    text = page.outline.texts[line]
    if (
        is_dated(text)
        or lines.phrases[line] & _BYLINE
        or _CREDIT.search(text)
        or fold(text) == fold(page.document.headline or "")
    ):
        return False
    return _is_bold(page, line) or not _is_below_picture(page, line)


def _is_bold(page: PageArrays, line: int) -> bool:
    """Whether the line begins in bold print or is marked as a subheading."""
    tree, text = page.outline.tree, page.outline.texts[line]
    return tree is not None and any(
        tree.names[tree.tags[node]] in _BOLD
        and text.startswith(tree.text[tree.text_starts[node] : tree.text_ends[node]].strip() or "\0")
        for node in _nodes(page, line)
    )


def _is_heading(page: PageArrays, line: int) -> bool:
    tree, node = page.outline.tree, page.outline.nodes[page.lines.box[line]]
    return tree is not None and tree.names[tree.tags[node]] in _HEADINGS


def _is_below_picture(page: PageArrays, line: int) -> bool:
    """Whether the line is in a box with a picture and little other text."""
    tree, words = page.outline.tree, page.words[line]
    if tree is None or page.sums.words[page.lines.box[line]] > _MAX_BESIDE_CAPTION * words:
        return False
    return any(tree.names[tree.tags[node]] in _PICTURES for node in _nodes(page, line))


def _leads_home(page: PageArrays, line: int) -> bool:
    """Whether the line links to the front page, as the paper's name does."""
    tree = page.outline.tree
    if tree is None or page.link_share[line] < _MAX_LINK_SHARE:
        return False
    links = (tree.get(node, "href") for node in _nodes(page, line))
    return any(link is not None and _HOME.fullmatch(link.strip()) for link in links)


def _nodes(page: PageArrays, line: int) -> range:
    """The first nodes of the line's box."""
    tree, start = page.outline.tree, page.outline.nodes[page.lines.box[line]]
    return range(start, min(tree.ends[start], start + _MAX_NODES)) if tree is not None else range(0)
