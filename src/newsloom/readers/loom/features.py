# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Computes the features of linked addresses: a row of numbers for each address of the page.

``FEATURES`` is the table of all features; a new one takes a line there and the function that writes it. The families
are: what the anchors say, where they are, what surrounds them, what the address looks like and whether its words are in
the anchor; and the means of these over the groups of an address: those of the same shape, the same folder and the same
layout. Groups are made on each page, so the reader learns the patterns of a site it has never seen. Nothing is decided
here.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Hashable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.readers.loom.compact import count_before
from newsloom.readers.loom.links import CONTEXT_TAGS, LinkedPage, layout_signatures
from newsloom.readers.loom.targets import Table, Targets
from newsloom.readers.loom.urls import UrlShape, count_shared, site_of_host
from newsloom.text.size import count_letters, count_words
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["FEATURES", "NAMES", "Feature", "feature_rows"]

_START: Final = 60  # characters of a text in which digits are counted
_LONG_TEXT: Final = 5  # words: the threshold for anchor texts in the news item paper
_MAX_WORDS: Final = 15


class Feature(NamedTuple):
    """Columns that are written together: their names, their family, and the function that writes them, as rows."""

    names: tuple[str, ...]
    family: str
    write: Callable[[Targets, Table], None]


def feature_rows(page: LinkedPage, document: Document) -> npt.NDArray[np.float32]:
    """A row for each of ``page.urls``, which must not be empty, with a column for each of ``NAMES``."""
    targets = Targets(page, document)
    table = np.empty((len(NAMES), len(targets)))
    first = 0
    for feature in FEATURES:
        rows = table[first : first + len(feature.names)]
        feature.write(targets, rows)
        targets.columns.update(zip(feature.names, rows, strict=True))
        first += len(rows)
    return table.astype(np.float32).T


def _write_count(count: Callable[[str], float], targets: Targets, rows: Table) -> None:
    row: cython.double[::1] = rows[0]
    texts: list[str] = targets.texts
    target: cython.Py_ssize_t
    for target in range(len(texts)):
        row[target] = count(texts[target])


def _write_starts_small(targets: Targets, rows: Table) -> None:
    rows[0] = [text[:1].islower() for text in targets.texts]


def _write_digits(targets: Targets, rows: Table) -> None:
    """Writes the share of digits at the beginning of the text."""
    row: cython.double[::1] = rows[0]
    texts: list[str] = targets.texts
    target: cython.Py_ssize_t
    for target in range(len(texts)):
        start: str = texts[target][:_START]
        size: float = max(len(start), 1)
        digits: cython.Py_ssize_t = 0
        character: cython.Py_UCS4
        for character in start:
            if "0" <= character <= "9" or (character > "~" and character.isdecimal()):
                digits += 1
        row[target] = digits / size


def _write_has_marks(targets: Targets, rows: Table) -> None:
    row: cython.double[::1] = rows[0]
    rows[0] = 0
    texts: list[str] = targets.texts
    target: cython.Py_ssize_t
    for target in range(len(texts)):
        text: str = texts[target]
        character: cython.Py_UCS4
        for character in text:
            if character in ".!?:»«“”„\"'–":
                row[target] = 1
                break


def _write_anchors(targets: Targets, rows: Table) -> None:
    rows[0] = np.bincount(targets.page.targets, minlength=len(targets))


def _write_in_heading(targets: Targets, rows: Table) -> None:
    row: cython.double[::1] = rows[0]
    rows[0] = 0
    target: cython.Py_ssize_t
    for target, level in zip(targets.page.targets, targets.page.levels, strict=True):
        if level:
            row[target] = 1


def _write_has_picture(targets: Targets, rows: Table) -> None:
    page = targets.page
    row: cython.double[::1] = rows[0]
    rows[0] = 0
    before: cython.int[::1] = count_before(page.tree, page.elements)
    ends: cython.int[::1] = page.tree.ends
    elements: list[int] = page.elements
    numbers: list[int] = page.targets
    picture: cython.Py_ssize_t
    for picture in page.pictures:
        anchor: cython.Py_ssize_t = before[picture] - 1
        if anchor >= 0:
            element: cython.Py_ssize_t = elements[anchor]
            if ends[element] > picture:
                target: cython.Py_ssize_t = numbers[anchor]
                row[target] = 1


def _write_order(targets: Targets, rows: Table) -> None:
    """Writes the place of the first anchor among all, as a share."""
    row: cython.double[::1] = rows[0]
    numbers: list[int] = targets.page.targets
    count: cython.Py_ssize_t = len(numbers)
    anchor: cython.Py_ssize_t
    for anchor in range(count - 1, -1, -1):
        target: cython.Py_ssize_t = numbers[anchor]
        row[target] = float(anchor) / count


def _write_context(tag: str, targets: Targets, rows: Table) -> None:
    """Writes whether any, and whether each, of a target's anchors is in an element with the tag."""
    page = targets.page
    is_in: cython.double[::1] = rows[0]
    is_only_in: cython.double[::1] = rows[1]
    rows[0], rows[1] = 0, 1
    ends: cython.int[::1] = page.tree.ends
    around: list[int] = page.tree.by_tag[tag]
    elements: list[int] = page.elements
    numbers: list[int] = page.targets
    count: cython.Py_ssize_t = len(around)
    following: cython.Py_ssize_t = 0
    reached: cython.Py_ssize_t = 0
    anchor: cython.Py_ssize_t
    for anchor in range(len(numbers)):
        element: cython.Py_ssize_t = elements[anchor]
        target: cython.Py_ssize_t = numbers[anchor]
        while following < count and around[following] <= element:
            reached = max(reached, ends[around[following]])
            following += 1
        if reached > element:
            is_in[target] = 1
        else:
            is_only_in[target] = 0


def _write_region_size(targets: Targets, rows: Table) -> None:
    rows[0] = targets.region_sizes
    rows[0] *= targets.page.letters_a_character()
    np.log1p(rows[0], out=rows[0])


def _write_region_holds(kind: str, targets: Targets, rows: Table) -> None:
    """Writes whether the region contains one of the page's ``headings``, ``pictures`` or ``times``."""
    before: cython.int[::1] = count_before(targets.page.tree, getattr(targets.page, kind))
    ends: cython.int[::1] = targets.page.tree.ends
    regions: list[int] = targets.regions
    row: cython.double[::1] = rows[0]
    target: cython.Py_ssize_t
    for target in range(len(regions)):
        region: cython.Py_ssize_t = regions[target]
        row[target] = before[ends[region]] > before[region]


def _write_slug(targets: Targets, rows: Table) -> None:
    """Writes the number of words in the slug, how many of them are in the text, and their share."""
    cells: cython.double[:, ::1] = rows
    shared = count_shared(targets.shapes, targets.texts)
    target: cython.Py_ssize_t
    for target in range(len(targets)):
        words: cython.Py_ssize_t = len(targets.shapes[target].slug)
        count: cython.Py_ssize_t = shared[target]
        cells[0, target] = words
        cells[1, target] = count
        cells[2, target] = cells[1, target] / max(words, 1)


def _write_shape(targets: Targets, rows: Table) -> None:
    """Writes the numeric fields of ``UrlShape``, which come last."""
    cells: cython.double[:, ::1] = rows
    target: cython.Py_ssize_t
    number: cython.Py_ssize_t
    for target in range(len(targets)):
        facts: tuple[object, ...] = targets.shapes[target][-len(rows) :]
        for number in range(len(facts)):
            cells[number, target] = facts[number]


def _write_host(targets: Targets, rows: Table) -> None:
    # The hundreds of links on a page lead to a few hosts.
    site = site_of_host(targets.host)
    relations: dict[str, tuple[bool, bool]] = {}
    cells: cython.double[:, ::1] = rows
    target: cython.Py_ssize_t
    for target in range(len(targets)):
        host = targets.shapes[target].host
        if host not in relations:
            relations[host] = host == targets.host, site_of_host(host) == site
        is_same_host, is_same_site = relations[host]
        cells[0, target] = 1 if is_same_host else 0
        cells[1, target] = 1 if is_same_site else 0


# The facts that are averaged over groups.
_FACTS: Final[dict[str, Callable[[dict[str, Table]], Table | npt.NDArray[np.bool_]]]] = {
    "long": lambda columns: columns["words"] >= _LONG_TEXT,
    "words": lambda columns: np.minimum(columns["words"], _MAX_WORDS),
    "headed": lambda columns: np.maximum(columns["in_heading"], columns["region_heading"]),
    "pictured": lambda columns: np.maximum(columns["has_picture"], columns["region_picture"]),
    "furniture": lambda columns: np.minimum(
        columns["only_in_nav"] + columns["only_in_footer"] + columns["only_in_header"], 1.0
    ),
    "named": lambda columns: columns["slug_shared"] >= 2,
    "slug": lambda columns: columns["slug_words"],
    "region": lambda columns: columns["region_size"],
}


def _write_groups(targets: Targets, rows: Table) -> None:
    """Writes for each grouping the size of the group and the means of the facts."""
    facts = np.array([fact(targets.columns) for fact in _FACTS.values()], dtype=np.float64)
    means = facts.mean(axis=1)
    groupings: tuple[Sequence[Hashable], ...] = (
        [shape.key for shape in targets.shapes],
        [shape.folder for shape in targets.shapes],
        layout_signatures(targets.page, targets.main),
    )
    for number, keys in enumerate(groupings):
        own = rows[number * (1 + len(facts)) :][: 1 + len(facts)]
        _write_means(keys, facts, means, own)
        np.log1p(own[0], out=own[0])


@cython.cfunc
def _write_means(keys: Sequence[Hashable], facts: Table, means: Table, rows: Table) -> cython.bint:
    """Writes the size of each target's group, then for each fact the mean of the others in it and the page's mean."""
    numbers: dict[Hashable, int] = {}
    groups: cython.int[::1] = array("i", [numbers.setdefault(key, len(numbers)) for key in keys])
    values: cython.double[:, ::1] = facts
    averages: cython.double[::1] = means
    cells: cython.double[:, ::1] = rows
    sums: cython.double[::1] = zeros("d", len(numbers))
    count: cython.Py_ssize_t = len(keys)
    fact: cython.Py_ssize_t
    target: cython.Py_ssize_t
    for target in range(count):
        sums[groups[target]] += 1
    for target in range(count):
        cells[0, target] = sums[groups[target]]
    for fact in range(len(facts)):
        sums = zeros("d", len(numbers))
        for target in range(count):
            sums[groups[target]] += values[fact, target]
        for target in range(count):
            total: float = sums[groups[target]] - values[fact, target] + averages[fact]
            cells[fact + 1, target] = total / cells[0, target]
    return True


FEATURES: Final = (
    Feature(("words",), "text", functools.partial(_write_count, count_words)),
    Feature(("characters",), "text", functools.partial(_write_count, count_letters)),
    Feature(("starts_small",), "text", _write_starts_small),
    Feature(("digits",), "text", _write_digits),
    Feature(("has_marks",), "text", _write_has_marks),
    Feature(("anchors",), "position", _write_anchors),
    Feature(("in_heading",), "position", _write_in_heading),
    Feature(("has_picture",), "position", _write_has_picture),
    Feature(("order",), "position", _write_order),
    *[
        Feature((f"in_{tag}", f"only_in_{tag}"), "context", functools.partial(_write_context, tag))
        for tag in CONTEXT_TAGS
    ],
    Feature(("region_size",), "region", _write_region_size),
    Feature(("region_heading",), "region", functools.partial(_write_region_holds, "headings")),
    Feature(("region_picture",), "region", functools.partial(_write_region_holds, "pictures")),
    Feature(("region_time",), "region", functools.partial(_write_region_holds, "times")),
    Feature(("slug_words", "slug_shared", "slug_share"), "address", _write_slug),
    Feature(UrlShape._fields[4:], "address", _write_shape),
    Feature(("is_same_host", "is_same_site"), "address", _write_host),
    Feature(
        tuple(f"{group}_{fact}" for group in ("shape", "folder", "layout") for fact in ("size", *_FACTS)),
        "group",
        _write_groups,
    ),
)
"""All features in the order of the columns; a feature may use the columns of earlier ones."""

NAMES: Final = tuple(name for feature in FEATURES for name in feature.names)
"""The columns of ``feature_rows``."""
