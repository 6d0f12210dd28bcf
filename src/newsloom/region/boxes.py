# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Reads the boxes of an outline into columns: what each box is by its tag, role and names.

Nothing here decides where the story is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Final, NamedTuple

from newsloom.dom.outline import Outline
from newsloom.dom.tree import Tree
from newsloom.region.lines import LineFacts
from newsloom.region.names import NameOdds
from newsloom.zeros import zeros

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = ["BoxFacts", "read_boxes", "sum_within"]

_FURNITURE_TAGS: Final = frozenset("nav footer aside form menu dialog button figcaption header".split())
_FURNITURE_ROLES: Final = frozenset(
    "navigation contentinfo complementary search dialog alertdialog banner menu".split()
)
_SERIES: Final = frozenset({"ul", "ol", "dl", "table"})
_PARTS: Final = frozenset({"div", "section"})
_HOLDERS: Final = frozenset({"div", "td", "section", "article", "main", "body"})
_PARAGRAPHS: Final = frozenset({"p"})
_BODIES: Final = frozenset({"body"})


class BoxFacts(NamedTuple):
    """Facts about the boxes by number. The root is its own parent; ``bodies`` are declared to be the story's text.

    A box contains the boxes from its own number up to its end.
    """

    parents: array[int]
    ends: array[int]
    odds: array[float]
    is_of_readers: bytearray
    is_furniture: bytearray
    is_series: bytearray
    is_part: bytearray
    is_holder: bytearray
    is_paragraph: bytearray
    is_body: bytearray
    bodies: list[int]
    articles: list[int]
    mains: list[int]


def read_boxes(outline: Outline, lines: LineFacts, odds: NameOdds) -> BoxFacts:
    """The facts about the boxes of an outline. The names of boxes without any line are not read."""
    size = len(outline.parents)
    parents = outline.parents[:]
    if size:
        parents[0] = 0
    tree = outline.tree
    if tree is None:
        raise IndexError("a page without a root has no boxes")
    nodes = outline.nodes
    tags = _tags_of(tree, nodes)
    furniture, series, parts, holders, paragraphs, body = (
        _flags(tags, tree, kind.__contains__)
        for kind in (_FURNITURE_TAGS, _SERIES, _PARTS, _HOLDERS, _PARAGRAPHS, _BODIES)
    )
    articles = _boxes_with(tags, tree, "article")
    mains = _boxes_with(tags, tree, "main")
    bodies = [box for box, value in _values(tree, nodes, "itemprop") if "articleBody" in value]
    for box, value in _values(tree, nodes, "role"):
        if value in _FURNITURE_ROLES:
            furniture[box] = 1
        elif value == "main":
            mains.append(box)
    for box, value in _values(tree, nodes, "style"):
        if "none" in value and "display:none" in value.replace(" ", ""):
            furniture[box] = 1
    held = sum_within(lines.box, array("d", [1.0]) * len(lines.box), parents)
    own, readers = _read_names(tree, nodes, held, odds)
    return BoxFacts(
        parents=parents,
        ends=_ends(parents),
        odds=own,
        is_of_readers=readers,
        is_furniture=furniture,
        is_series=series,
        is_part=parts,
        is_holder=holders,
        is_paragraph=paragraphs,
        is_body=body,
        bodies=bodies,
        articles=articles,
        mains=sorted({*mains}),
    )


@cython.cfunc
def _tags_of(tree: Tree, nodes: cython.longlong[::1]) -> array[int]:
    found = zeros("q", len(nodes))
    tags: cython.longlong[::1] = found
    names: cython.int[::1] = tree.tags
    box: cython.Py_ssize_t
    for box in range(len(nodes)):
        tags[box] = names[nodes[box]]
    return found


@cython.cfunc
def _flags(tags: cython.longlong[::1], tree: Tree, is_one: Callable[[object], bool]) -> bytearray:
    """A flag for each box: whether its tag is of the kind."""
    kinds: cython.uchar[::1] = bytearray(map(is_one, tree.names))
    found = bytearray(len(tags))
    flags: cython.uchar[::1] = found
    box: cython.Py_ssize_t
    for box in range(len(tags)):
        flags[box] = kinds[tags[box]]
    return found


@cython.cfunc
def _boxes_with(tags: cython.longlong[::1], tree: Tree, name: str) -> list[int]:
    if name not in tree.names:
        return []
    number: cython.longlong = tree.names.index(name)
    return [box for box in range(len(tags)) if tags[box] == number]


@cython.cfunc
def _values(tree: Tree, nodes: cython.longlong[::1], name: str) -> list[tuple[int, str]]:
    """The boxes that have the attribute, with its values."""
    strings: list[str]
    column: array[int]
    strings, column = tree.values(name)
    found: list[tuple[int, str]] = []
    if not strings:
        return found
    codes: cython.int[::1] = column
    box: cython.Py_ssize_t
    code: cython.Py_ssize_t
    for box in range(len(nodes)):
        code = codes[nodes[box]]
        if code >= 0:
            found.append((box, strings[code]))
    return found


@cython.cfunc
def _read_names(
    tree: Tree, nodes: cython.longlong[::1], held: cython.double[::1], odds: NameOdds
) -> tuple[array[float], bytearray]:
    """The odds of each box by its classes and id, and whether they are about comments; most repeat an earlier box."""
    classes: list[str]
    ids: list[str]
    classes, class_column = tree.values("class")
    ids, id_column = tree.values("id")
    class_codes: cython.int[::1] = class_column
    id_codes: cython.int[::1] = id_column
    found = zeros("d", len(nodes))
    readers = bytearray(len(nodes))
    own: cython.double[::1] = found
    is_of_readers: cython.uchar[::1] = readers
    # The result for each class attribute alone, by its index.
    known: list[tuple[float, bool] | None] = [None] * len(classes)
    box: cython.Py_ssize_t
    code: cython.Py_ssize_t
    for box in range(len(nodes)):
        if held[box] == 0:
            continue
        code = class_codes[nodes[box]]
        said: tuple[float, bool] | None
        if id_codes[nodes[box]] >= 0:
            said = odds.of(f"{classes[code] if code >= 0 else ''} {ids[id_codes[nodes[box]]]}")
        elif code >= 0:
            said = known[code]
            if said is None:
                said = known[code] = odds.of(f"{classes[code]} ")
        else:
            continue
        own[box] = said[0]
        is_of_readers[box] = said[1]
    return found, readers


@cython.cfunc
def _ends(parents: cython.longlong[::1]) -> array[int]:
    found = array("q", range(1, len(parents) + 1))
    ends: cython.longlong[::1] = found
    box: cython.Py_ssize_t
    for box in range(len(parents) - 1, 0, -1):
        ends[parents[box]] = max(ends[parents[box]], ends[box])
    return found


def sum_within(box: cython.longlong[::1], values: cython.double[::1], parents: cython.longlong[::1]) -> array[float]:
    """The sum of the values of all lines in each box, including those in nested boxes. ``box`` is the box of a line."""
    found = zeros("d", len(parents))
    sums: cython.double[::1] = found
    line: cython.Py_ssize_t
    number: cython.Py_ssize_t
    for line in range(len(box)):
        sums[box[line]] += values[line]
    for number in range(len(parents) - 1, 0, -1):
        sums[parents[number]] += sums[number]
    return found
