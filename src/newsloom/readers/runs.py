"""Turns a front page into a flow of text runs in reading order, each run with its link, weight, line and place.

One walk over the tree of a ``Document`` makes a ``TextFlow``. It is shared by the rooms that read code rather than
looks. Bold print is taken from the page as drawn if there is a drawing, otherwise from tags and class names: no style
sheet is read. This module does not decide what is news.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise, takewhile
from operator import attrgetter
from types import MappingProxyType
from typing import Final, cast

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.layout import Layout
from newsloom.dom.outline import MAX_CHARACTERS, Outline
from newsloom.dom.pictures import picture_address
from newsloom.dom.shorttext import one_line
from newsloom.dom.tags import INLINE_TAGS
from newsloom.dom.tree import Tree
from newsloom.text.urls import normalise_url

__all__ = [
    "BOLD",
    "HEADING",
    "MAX_STEPS",
    "NORMAL",
    "NO_LINK",
    "Anchor",
    "TextFlow",
    "TextRun",
    "joined",
    "split_headline",
    "text_flow",
]

NO_LINK: Final = -1
MAX_STEPS: Final = 32
"""How far out places are followed: further than any page needs, less far than a page that nests on purpose goes."""
NORMAL, BOLD, HEADING = 0, 1, 2

# What an open element began, to be undone at its end. Plain numbers: an enum would double the cost of the walk.
_LINE, _PLACE, _IN_HEADING, _IN_BOLD, _IN_LINK = 1, 2, 4, 8, 16

# Nørvåg and Øyri (2004), section 3.1.4: header styles, bold, large font, strong emphasis. Sizes and styles are below.
_HEADING_TAGS: Final = "h1 h2 h3 h4 h5 h6".split()
_BOLD_TAGS: Final = "b strong big".split()
# "Format tags like <P>" (section 3.1.5): they end a line but not a text.
_FORMAT_TAGS: Final = "p br center blockquote".split()
_MARKS: Final[Mapping[str, int]] = MappingProxyType(
    dict.fromkeys(INLINE_TAGS, 0)
    | dict.fromkeys(_BOLD_TAGS, _IN_BOLD)
    | dict.fromkeys(_FORMAT_TAGS, _LINE)
    | dict.fromkeys(_HEADING_TAGS, _LINE | _IN_HEADING)
)

# The style sheet itself is not read; the class names that authors give to headers say the same.
_BOLD_CLASS: Final = re.compile(r"headline|heading|(?<!sub)title(?!d)|\bbold|-bold", re.IGNORECASE)
_BOLD_STYLE: Final = re.compile(r"font-weight\s{0,9}:\s{0,9}(?:bold|[6-9]00)|font-size\s{0,9}:\s{0,9}(?:x{0,2}-?large)")
# On a drawn page, print is large from this many times the usual size.
_LARGE_PRINT: Final = 1.2
# The size of ordinary text is 3 (HTML 3.2).
_LARGE_FONT: Final = re.compile(r"\s*(?:[4-7]|\+[1-4])\s*$")
_MAX_ATTRIBUTE: Final = 500
# Pictures kept for each address: crops of one picture, and drawings.
_MAX_PICTURES: Final = 6


@dataclass(slots=True)
class TextRun:
    """Text of one link, one weight and one line; ``link`` is the anchor's number, or ``NO_LINK``.

    ``place`` is the number of the element that holds the text, not counting format tags; ``source_line`` is the line in
    the page's code.
    """

    text: str
    link: int
    weight: int
    line: int
    place: int
    source_line: int
    words: int


@dataclass(slots=True)
class Anchor:
    """One link on the page; ``start`` and ``stop`` bound its runs, of which there may be none."""

    url: str
    start: int
    stop: int
    line: int
    place: int


@dataclass(slots=True)
class TextFlow:
    """The runs and the anchors of a page in reading order, and the pictures in the links to each address.

    ``holders`` gives the place around each place; the first place contains all others, and is its own holder.
    """

    runs: list[TextRun] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    pictures: dict[str, list[etree._Element]] = field(default_factory=dict)
    holders: list[int] = field(default_factory=lambda: [0])
    base: str | None = None

    def around(self, place: int) -> list[int]:
        """The place and the places around it, nearest first, at most ``MAX_STEPS`` of them."""
        around = [place]
        while place and len(around) < MAX_STEPS:
            place = self.holders[place]
            around.append(place)
        return around

    def picture(self, url: str | None) -> str | None:
        """The address of the first picture in a link to ``url``."""
        addresses = (picture_address(element, self.base) for element in self.pictures.get(url or "", ()))
        return next(filter(None, addresses), None)


def text_flow(document: Document) -> TextFlow:
    """The runs and anchors of a page; there are no runs without text."""
    tree = document.tree
    if tree is None:
        return TextFlow(base=document.base)
    layout = document.layout
    walk = _Walk(tree, document.base, layout if layout is not None and layout.source == "drawn" else None)
    walk.over(document.outline)
    return walk.flow


def joined(runs: Sequence[TextRun]) -> str:
    """The runs' text on one line; runs of the same line are joined as they are, different lines by a space."""
    pieces = [run.text for run in runs[:1]]
    for before, run in pairwise(runs):
        pieces.append(run.text if run.line == before.line else " " + run.text)
    text = "".join(pieces).strip()
    # White space within runs is already collapsed: only the seams may have two spaces.
    return text if text.isprintable() and "  " not in text else one_line(text)


def split_headline(runs: Sequence[TextRun]) -> tuple[str, str]:
    """Splits runs into headline and text; either may be empty.

    The headline is the longest line in the heaviest print; without bold print, the text of the first link; without a
    link either, empty.
    """
    header = _header(runs)
    kept = {id(run) for run in header}
    return joined(header), joined([run for run in runs if id(run) not in kept])


def _header(runs: Sequence[TextRun]) -> list[TextRun]:
    heaviest = max((run.weight for run in runs), default=NORMAL)
    if heaviest > NORMAL:
        bold = (run for run in runs if run.weight == heaviest)
        lines = [list(line) for _, line in groupby(bold, key=attrgetter("line"))]
        return max(lines, key=lambda line: sum(run.words for run in line))
    start = next((number for number, run in enumerate(runs) if run.link != NO_LINK), len(runs))
    return list(takewhile(lambda run: run.link != NO_LINK, runs[start:]))


class _Walk:
    def __init__(self, tree: Tree, base: str | None, drawn: Layout | None = None) -> None:
        self.flow = TextFlow(base=base)
        self._tree = tree
        self._bold_styles = None if drawn is None else _bold_styles(tree, drawn)
        self._drawn = drawn
        self._is_drawn_bold = False
        self._base = base
        self._addresses: dict[str, str | None] = {}
        self._open: list[int] = []
        self._pieces: list[str] = []
        self._link = NO_LINK
        self._headings = 0
        self._bolds = 0
        self._line = 0
        self._places = [0]
        self._source_line = 0
        self._left = MAX_CHARACTERS

    def over(self, outline: Outline) -> None:
        tree, ends, entered = self._tree, self._tree.ends, list[int]()
        node = 0
        while node < len(tree) or entered:
            if entered and ends[entered[-1]] == node:
                self._end(entered.pop())
            elif not (tag := tree.tag(node)):
                # A comment, whose tail is not read either.
                node = ends[node]
            elif outline.is_unseen(node):
                self._add(node, tree.tail_starts[node], tree.tail_ends[node], within=tree.parents[node])
                node = ends[node]
            else:
                self._enter(node, tag)
                self._add(node, tree.text_starts[node], tree.text_ends[node], within=node)
                entered.append(node)
                node += 1
        self._flush()

    def _end(self, node: int) -> None:
        mark = self._open.pop()
        if mark:
            self._leave(mark)
        tree = self._tree
        self._add(node, tree.tail_starts[node], tree.tail_ends[node], within=tree.parents[node])

    def _enter(self, node: int, tag: str) -> None:
        mark = _MARKS.get(tag, _LINE | _PLACE)
        if mark & _LINE:
            self._break_line()
            if mark & _PLACE:
                self.flow.holders.append(self._places[-1])
                self._places.append(len(self.flow.holders) - 1)
            elif mark & _IN_HEADING:
                self._headings += 1
        elif tag == "a":
            mark = self._open_link(self._tree.get(node, "href") or "")
        elif tag == "img":
            self._keep_picture(node)
        name, style, size = self._tree.get_each(node, ("class", "style", "size"))
        if mark & _IN_BOLD or _looks_bold(name, style, size if tag == "font" else None):
            mark |= _IN_BOLD
            self._flush()
            self._bolds += 1
        self._open.append(mark)

    def _leave(self, mark: int) -> None:
        if mark & _IN_BOLD:
            self._flush()
            self._bolds -= 1
        if mark & _LINE:
            self._break_line()
            if mark & _PLACE:
                self._places.pop()
            elif mark & _IN_HEADING:
                self._headings -= 1
        elif mark & _IN_LINK:
            self._close_link()

    def _break_line(self) -> None:
        if self._pieces:
            self._flush()
        # Nested boxes end a line only once.
        if self.flow.runs and self.flow.runs[-1].line == self._line:
            self._line += 1

    def _open_link(self, href: str) -> int:
        url = self._address(href)
        if not url:
            return 0
        # A link within a link ends the outer one, as in a browser.
        self._close_link()
        self._link = len(self.flow.anchors)
        start = len(self.flow.runs)
        self.flow.anchors.append(Anchor(url=url, start=start, stop=start, line=self._line, place=self._places[-1]))
        return _IN_LINK

    def _address(self, href: str) -> str | None:
        if href not in self._addresses:
            link = href.strip()
            # A link to a place on the same page does not lead to a story.
            self._addresses[href] = normalise_url(link, self._base) if link and link[0] != "#" else None
        return self._addresses[href]

    def _close_link(self) -> None:
        self._flush()
        if self._link != NO_LINK:
            self.flow.anchors[self._link].stop = len(self.flow.runs)
            self._link = NO_LINK

    def _keep_picture(self, node: int) -> None:
        if self._link != NO_LINK:
            pictures = self.flow.pictures.setdefault(self.flow.anchors[self._link].url, [])
            if len(pictures) < _MAX_PICTURES:
                pictures.append(self._tree.element(node))

    def _add(self, node: int, start: int, end: int, *, within: int) -> None:
        """Reads the text or the tail of a node; ``within`` is the node whose print style applies."""
        text = self._tree.text[start : min(end, start + self._left)]
        # White space alone does not start a run.
        if not text or (not self._pieces and text.isspace()):
            return
        if self._drawn is not None and self._bold_styles is not None and not text.isspace():
            is_bold = self._drawn.style_codes[within] in self._bold_styles
            if is_bold != self._is_drawn_bold:
                self._flush()
                self._is_drawn_bold = is_bold
        self._left -= len(text)
        if not self._pieces:
            line = self._tree.element(node).sourceline
            self._source_line = cast("int | None", line) or 0  # the stubs name no type
        self._pieces.append(text)

    def _flush(self) -> None:
        if not self._pieces:
            return
        raw = "".join(self._pieces)
        self._pieces.clear()
        words = raw.split()
        if words:
            text = " ".join(words)
            # A space at an edge separates two runs of one line; different lines are separated anyway.
            text = (" " if raw[0].isspace() else "") + text + (" " if raw[-1].isspace() else "")
            is_bold = self._bolds > 0 if self._drawn is None else self._is_drawn_bold
            weight = HEADING if self._headings else BOLD if is_bold else NORMAL
            run = TextRun(text, self._link, weight, self._line, self._places[-1], self._source_line, len(words))
            self.flow.runs.append(run)


def _bold_styles(tree: Tree, drawn: Layout) -> frozenset[int]:
    """The numbers of the styles that are bold, or larger than most of the page's text."""
    letters: Counter[float] = Counter()
    for node, code in enumerate(drawn.style_codes):
        if code >= 0:
            letters[drawn.styles[code].size] += tree.text_ends[node] - tree.text_starts[node]
    usual = max(letters, key=lambda size: letters[size], default=0.0)
    return frozenset(
        code for code, style in enumerate(drawn.styles) if style.is_bold or style.size >= _LARGE_PRINT * usual
    )


# Bounded because the keys come from pages; the pages of a site share them.
@functools.lru_cache(maxsize=4096)
def _looks_bold(name: str | None, style: str | None, size: str | None) -> bool:
    return bool(
        (name and _BOLD_CLASS.search(name[:_MAX_ATTRIBUTE]))
        or (style and _BOLD_STYLE.search(style[:_MAX_ATTRIBUTE]))
        or (size and _LARGE_FONT.match(size[:_MAX_ATTRIBUTE]))
    )
