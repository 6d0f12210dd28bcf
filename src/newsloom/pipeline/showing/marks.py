"""Finds where on a page the findings of a method are, and returns marks.

Methods say what they read, not where. Each text is searched for on the page, ignoring white space, and marked at the
smallest visible element that contains it. So this works for any extractor and reader.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from newsloom.dom import Document
from newsloom.dom.layout import Box, Layout
from newsloom.dom.tree import Tree
from newsloom.records import Article, Item
from newsloom.text.urls import normalise_url

__all__ = ["KINDS", "Mark", "article_marks", "item_marks"]

KINDS: Final[Mapping[str, str]] = {
    "title": "#d32f2f",
    "text": "#2e7d32",
    "byline": "#7b1fa2",
    "caption": "#ef6c00",
    "picture": "#f9a825",
    "headline": "#1565c0",
    "teaser": "#00838f",
    "kicker": "#6d4c41",
    "lead": "#d32f2f",
}
"""The kinds of marks with the colours they are drawn in; "lead" is the headline of the lead item."""

# Shorter texts occur in too many places to say which is meant.
_SHORTEST: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A place on the page, and what was taken from it."""

    kind: str
    box: Box


def article_marks(document: Document, layout: Layout, article: Article) -> tuple[Mark, ...]:
    """Marks for the title, paragraphs, authors and pictures with their captions."""
    places = _Places(document, layout)
    found = [
        *places.of("title", [article.title]),
        *places.of("text", (block.text for block in article.blocks)),
        *places.of("byline", article.authors),
        *places.of("caption", (image.caption for image in article.images)),
        *places.pictures(image.url for image in article.images),
    ]
    return tuple(dict.fromkeys(found))


def item_marks(document: Document, layout: Layout, items: Sequence[Item]) -> tuple[Mark, ...]:
    """Marks for the headline, kicker, teaser and picture of each item."""
    places = _Places(document, layout)
    found: list[Mark] = []
    for item in items:
        found += places.of("lead" if item.is_lead else "headline", [item.headline])
        found += places.of("kicker", [item.kicker])
        found += places.of("teaser", [item.text])
    found += places.pictures(item.image for item in items)
    return tuple(dict.fromkeys(found))


class _Places:
    def __init__(self, document: Document, layout: Layout) -> None:
        self._document = document
        self._layout = layout
        self._tree = document.tree
        text = self._tree.text if self._tree else ""
        self._offsets = [at for at, sign in enumerate(text) if not sign.isspace()]
        self._page = "".join(text[at] for at in self._offsets)

    def of(self, kind: str, texts: Iterator[str | None] | Sequence[str | None]) -> Iterator[Mark]:
        """A mark for each text that is visible on the page, searched for after the one before, then anywhere."""
        after = 0
        for text in texts:
            wanted = "".join((text or "").split())
            if self._tree is None or len(wanted) < _SHORTEST:
                continue
            for start in (after, 0):
                place = self._seen(self._tree, wanted, start)
                if place is not None:
                    node, after = place
                    yield Mark(kind=kind, box=self._layout.box(node))
                    break

    def pictures(self, urls: Iterator[str | None]) -> Iterator[Mark]:
        wanted = {normalise_url(url, self._document.base) for url in urls if url}
        if self._tree is None or not wanted:
            return
        strings, codes = self._tree.values("src")
        same = {code for code, value in enumerate(strings) if normalise_url(value, self._document.base) in wanted}
        for node, code in enumerate(codes):
            if code in same and self._layout.is_visible(node):
                yield Mark(kind="picture", box=self._layout.box(node))

    def _seen(self, tree: Tree, wanted: str, start: int) -> tuple[int, int] | None:
        """The smallest visible node that contains the text, and where the text ends."""
        at = self._page.find(wanted, start)
        while at >= 0:
            end = at + len(wanted)
            node = _holder(tree, self._offsets[at], self._offsets[end - 1] + 1)
            while node >= 0 and not self._layout.is_visible(node) and self._has_no_box(node):
                node = tree.parents[node] if tree.names[tree.tags[node]] in _TRANSPARENT else -1
            if node >= 0 and self._layout.is_visible(node):
                return node, end
            at = self._page.find(wanted, at + 1)
        return None

    def _has_no_box(self, node: int) -> bool:
        return self._layout.widths[node] == 0 or self._layout.heights[node] == 0


# Elements to which browsers may give no box of their own although their contents are visible.
_TRANSPARENT: Final = frozenset({"font", "span", "a", "b", "i", "em", "strong", "body", "html"})


def _holder(tree: Tree, start: int, end: int) -> int:
    """The innermost node whose text covers start to end."""
    node = 0
    while True:
        below = next(
            (one for one in tree.children(node) if tree.text_starts[one] <= start and end <= tree.tail_starts[one]),
            None,
        )
        if below is None:
            return node
        node = below
