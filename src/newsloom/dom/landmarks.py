"""The elements that several searches of a page begin at, found in one walk: a tree goes in; they come out, by kind.

What the page declares to machines, its headings of the first level, its times and its articles. To walk a page of some
thousand elements takes as long as to read its date: whoever needs one of these asks here. Nothing is read off them.
"""

from __future__ import annotations

import functools
import sys
from typing import NamedTuple

from lxml import etree

from newsloom.dom.sifting import Sieve, sift, words_for

__all__ = ["Landmarks", "find_landmarks"]


class Landmarks(NamedTuple):
    """The elements, each kind in the order of the page.

    ``declarations`` are the meta, link and script elements that may declare something.
    """

    declarations: tuple[etree._Element, ...] = ()
    headings: tuple[etree._Element, ...] = ()
    times: tuple[etree._Element, ...] = ()
    articles: tuple[etree._Element, ...] = ()


def find_landmarks(root: etree._Element | None) -> Landmarks:
    """All of them below ``root``."""
    if root is None:
        return Landmarks()
    declarations: list[etree._Element] = []
    kinds: dict[str, list[etree._Element]] = {"h1": [], "time": [], "article": []}
    for _, element in sift(root, _sieve()):
        kinds.get(str(element.tag), declarations).append(element)
    return Landmarks(tuple(declarations), *map(tuple, kinds.values()))


@functools.cache
def _sieve() -> Sieve:
    return Sieve(
        tags={"meta": False, "link": False, "script": False, "h1": True, "time": True, "article": True},
        rules=(("content", None), ("type", words_for("ld+json")), ("rel", words_for("canonical"))),
        most=sys.maxsize,
    )
