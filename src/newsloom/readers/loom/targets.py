# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Lists the addresses that a page links to, each with its best anchor and the part of the page around it.

An address is often linked several times, by a picture, a headline and "more". Its features are taken from the anchor
with the most text, and from the largest part of the page that links to nothing else. Nothing is decided here.
"""

from __future__ import annotations

from array import array

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.readers.loom.links import LinkedPage, sole_targets
from newsloom.readers.loom.urls import shape_of

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["Table", "Targets"]

Table = npt.NDArray[np.float64]
"""Rows of features, by target."""


class Targets:
    """The addresses that a page links to, and what features need of them; ``columns`` are the features written so far.

    For each target, ``longest`` is the anchor with the longest text, ``main`` the longest one in a heading, or else the
    longest. ``regions`` are the largest elements around an anchor that link to no other address: with nothing known
    about the page, the best guess at what belongs to the link. ``region_sizes`` is in characters.
    """

    def __init__(self, page: LinkedPage, document: Document) -> None:
        self.page = page
        self.columns: dict[str, Table] = {}
        self.longest, self.main = _chosen_anchors(page)
        self.regions, self.region_sizes = _largest_regions(page)
        self.texts = [page.texts[anchor] for anchor in self.longest]
        self.shapes = [shape_of(url) for url in page.urls]
        self.host = shape_of(document.url or document.declared.canonical_url or page.urls[0]).host

    def __len__(self) -> int:
        return len(self.page.urls)


def _chosen_anchors(page: LinkedPage) -> tuple[list[int], list[int]]:
    """For each target the longest anchor, and the longest in a heading or else the longest; the first of equals."""
    longest: list[int] = [-1] * len(page.urls)
    main: list[int] = [-1] * len(page.urls)
    targets: list[int] = page.targets
    levels: list[int] = page.levels
    lengths: list[int] = [len(text) for text in page.texts]
    anchor: cython.Py_ssize_t
    for anchor in range(len(targets)):
        target: cython.Py_ssize_t = targets[anchor]
        length: cython.Py_ssize_t = lengths[anchor]
        best: cython.Py_ssize_t = longest[target]
        if best < 0 or length > lengths[best]:
            longest[target] = anchor
        best = main[target]
        is_heading: cython.bint = levels[anchor] > 0
        was_heading: cython.bint = best >= 0 and levels[best] > 0
        if best < 0 or (length > lengths[best] if is_heading == was_heading else is_heading):
            main[target] = anchor
    return longest, main


def _largest_regions(page: LinkedPage) -> tuple[list[int], list[int]]:
    """For each target the largest region of its anchors, and its size."""
    first_texts: cython.int[::1] = page.tree.first_texts
    last_texts: cython.int[::1] = page.tree.last_texts
    offsets: cython.int[::1] = page.tree.offsets
    region_of: cython.int[::1] = _regions(page)
    texts: list[str] = page.texts
    targets: list[int] = page.targets
    elements: list[int] = page.elements
    largest: list[int] = [-1] * len(page.urls)
    sizes: list[int] = [-1] * len(page.urls)
    anchor: cython.Py_ssize_t
    for anchor in range(len(targets)):
        target: cython.Py_ssize_t = targets[anchor]
        element: cython.Py_ssize_t = elements[anchor]
        region: cython.Py_ssize_t = region_of[element]
        size: cython.Py_ssize_t = len(texts[anchor])
        if region != element:
            size = offsets[last_texts[region]] - offsets[first_texts[region]]
        if size > sizes[target]:
            largest[target], sizes[target] = region, size
    return largest, sizes


def _regions(page: LinkedPage) -> array[int]:
    """For each element the largest element around it that links to the same target only."""
    parents: cython.int[::1] = page.tree.parents
    sole: cython.int[::1] = sole_targets(page)
    found = array("i", page.tree.parents)
    regions: cython.int[::1] = found
    element: cython.Py_ssize_t
    for element in range(len(found)):
        parent: cython.int = parents[element]
        regions[element] = regions[parent] if parent > 0 and sole[parent] == sole[element] else element
    return found
