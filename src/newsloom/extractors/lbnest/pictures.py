"""Finds the story's picture, given the page and the text of its story (LBNEST, section II.C.2.v).

Pictures are tried from the top of the page. The text nearest to each is searched for by levels of neighbours, downwards
only, because pictures at the foot of a page would find the story above them. The first picture whose text is part of
the story is the story's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from lxml import etree

from newsloom.dom import Document
from newsloom.dom.pictures import picture_address
from newsloom.dom.tags import UNSEEN_TAGS
from newsloom.records import BlockImage

__all__ = ["find_picture"]

# The most pictures from the top of the page, neighbours of each and nodes in these: no page may make the search long.
_MAX_PICTURES: Final = 100
_MAX_NEIGHBOURS: Final = 50
_MAX_NODES: Final = 500
_MAX_ALT_CHARACTERS: Final = 300


def find_picture(
    document: Document, story: Sequence[str], *, levels: int, bounds: range | None = None
) -> tuple[int, BlockImage] | None:
    """The index of the text of the story below its picture, and the picture; None if there is none.

    ``bounds`` are the nodes to search; None means the whole page.
    """
    root = document.root if bounds is None or document.tree is None else document.tree.element(bounds.start)
    if root is None or not levels:
        return None
    for element in islice(root.iter("img"), _MAX_PICTURES):
        text = _text_below(element, levels)
        number = next((place for place, part in enumerate(story) if text and text in part), None)
        address = picture_address(element, document.base) if number is not None else None
        if number is not None and address:
            alt = " ".join((element.get("alt") or "").split())[:_MAX_ALT_CHARACTERS]
            return number, BlockImage(at=0, url=address, alt=alt)
    return None


def _text_below(element: etree._Element, levels: int) -> str | None:
    """The nearest text after an element, at most ``levels`` levels up."""
    node: etree._Element | None = element
    for _ in range(levels):
        if node is None:
            return None
        for text in (node.tail, *_texts_of(islice(node.itersiblings(), _MAX_NEIGHBOURS))):
            plain = " ".join((text or "").split())
            if plain:
                return plain
        node = node.getparent()
    return None


def _texts_of(elements: Iterator[etree._Element]) -> Iterator[str | None]:
    """Yields the texts in elements and after them in page order, except in scripts and other invisible elements."""
    for element in elements:
        for node in islice(element.iter(), _MAX_NODES):
            if isinstance(node.tag, str) and node.tag not in UNSEEN_TAGS:
                yield node.text
            if node is not element:
                yield node.tail
        yield element.tail
