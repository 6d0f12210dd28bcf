"""The elements that several searches of a page begin at, found in one walk: a tree goes in; they come out, by kind.

What the page declares to machines, its headings of the first level, its times and its articles. To walk a page of some
thousand elements takes as long as to read its date: whoever needs one of these asks here. Nothing is read off them.
"""

from __future__ import annotations

import functools
import sys
from typing import NamedTuple

from lxml import etree

from newsloom.dom.prefilter import Prefilter, Rule, candidates
from newsloom.dom.tree import Tree

__all__ = ["Landmarks", "find_landmarks"]


class Landmarks(NamedTuple):
    """The elements, each kind in the order of the page.

    ``declarations`` are the meta, link and script elements that may declare something.
    """

    declarations: tuple[etree._Element, ...] = ()
    headings: tuple[etree._Element, ...] = ()
    times: tuple[etree._Element, ...] = ()
    articles: tuple[etree._Element, ...] = ()


def find_landmarks(tree: Tree | None) -> Landmarks:
    """All of them in a tree."""
    if tree is None:
        return Landmarks()
    declarations: list[etree._Element] = []
    kinds: dict[str, list[etree._Element]] = {"h1": [], "time": [], "article": []}
    for _, element in candidates(tree, _prefilter()):
        kinds.get(str(element.tag), declarations).append(element)
    return Landmarks(tuple(declarations), *map(tuple, kinds.values()))


@functools.cache
def _prefilter() -> Prefilter:
    return Prefilter(
        tags={"meta": False, "link": False, "script": False, "h1": True, "time": True, "article": True},
        rules=(Rule("content"), Rule("type", "ld+json"), Rule("rel", "canonical")),
        most=sys.maxsize,
    )
