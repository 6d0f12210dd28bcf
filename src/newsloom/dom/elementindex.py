"""The elements that several searches start from, found in one walk: a tree goes in; they come out by kind.

These are the elements that declare something, first-level headings, times and articles. A walk over some thousand
elements takes as long as reading the date, so every search shares this one. Nothing is read off the elements here.
"""

from __future__ import annotations

import functools
import sys
from typing import NamedTuple

from lxml import etree

from newsloom.dom.prefilter import Prefilter, Rule, candidates
from newsloom.dom.tree import Tree

__all__ = ["ElementIndex", "index_elements"]


class ElementIndex(NamedTuple):
    """The elements, each kind in the order of the page.

    ``declarations`` are the meta, link and script elements that may declare something.
    """

    declarations: tuple[etree._Element, ...] = ()
    headings: tuple[etree._Element, ...] = ()
    times: tuple[etree._Element, ...] = ()
    articles: tuple[etree._Element, ...] = ()


def index_elements(tree: Tree | None) -> ElementIndex:
    """The index of a tree."""
    if tree is None:
        return ElementIndex()
    declarations: list[etree._Element] = []
    kinds: dict[str, list[etree._Element]] = {"h1": [], "time": [], "article": []}
    for _, element in candidates(tree, _prefilter()):
        kinds.get(str(element.tag), declarations).append(element)
    return ElementIndex(tuple(declarations), *map(tuple, kinds.values()))


@functools.cache
def _prefilter() -> Prefilter:
    return Prefilter(
        tags={"meta": False, "link": False, "script": False, "h1": True, "time": True, "article": True},
        rules=(Rule("content"), Rule("type", "ld+json"), Rule("rel", "canonical")),
        most=sys.maxsize,
    )
