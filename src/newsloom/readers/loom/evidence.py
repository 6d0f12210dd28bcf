"""What speaks for a linked address being a story: a row of numbers for each address of the page.

Families: what the anchors say, where they stand, what surrounds them (their patch), what the address looks like and
whether its words are those of the anchor; and the same of the groups an address belongs to: addresses of its shape,
addresses of its folder, anchors of its mould. Groups are the page's own, so a site nobody has seen teaches its own
shapes. Nothing is decided here.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from newsloom.dom import Document
from newsloom.dom.kernel import twin_of
from newsloom.readers.loom.page import PLACES, LinkedPage
from newsloom.readers.loom.shapes import Shape, shape_of, shapes_of
from newsloom.readers.loom.weighing import ANCHOR_ROWS, weigh_anchors
from newsloom.text.addresses import site_of

__all__ = ["gather_groups", "target_evidence"]

Table = npt.NDArray[np.float64]

# Counted and compared: what addresses look like, and whose they are.
_SHAPE_ROWS: Final = ("slug_words", "slug_shared", "slug_share", *Shape._fields[4:])
_HOST_ROWS: Final = ("is_same_host", "is_same_site")
_FACTS: Final = ("long", "words", "headed", "pictured", "furniture", "named", "slug", "patch")
_GROUPS: Final = ("shape", "folder", "mould")
_NAMES: Final = (
    *ANCHOR_ROWS,
    *_SHAPE_ROWS,
    *_HOST_ROWS,
    *[f"{group}_{fact}" for group in _GROUPS for fact in ("size", *_FACTS)],
)
_ROWS: Final = {name: row for row, name in enumerate(_NAMES)}
_FIRST_SHAPE: Final = len(ANCHOR_ROWS)
_FIRST_HOST: Final = _FIRST_SHAPE + len(_SHAPE_ROWS)
_FIRST_GROUP: Final = _FIRST_HOST + len(_HOST_ROWS)

_LONG_TEXT: Final = 5  # words: the news item paper's threshold for anchor texts
_MOST_WORDS: Final = 15


def target_evidence(page: LinkedPage, document: Document) -> tuple[tuple[str, ...], npt.NDArray[np.float32]]:
    """The names of the columns, and a row for each of ``page.targets``, of which there must be one."""
    table = np.empty((len(_NAMES), len(page.targets)))
    longest, heaviest = _weigh_anchors(page, PLACES, table[:_FIRST_SHAPE])
    patches = table[_ROWS["patch_size"]]
    np.log1p(patches, out=patches)
    texts = [page.labels[anchor] for anchor in longest]
    shapes = shapes_of(page.targets, texts, table[_FIRST_SHAPE:_FIRST_HOST])
    own = shape_of(document.url or document.declared.canonical_url or page.targets[0]).host
    _write_kinship(shapes.hosts, own, table[_FIRST_HOST:_FIRST_GROUP])
    _write_groups(table, (shapes.keys, shapes.folders, page.moulds(heaviest)))
    return _NAMES, table.astype(np.float32).T


def _write_kinship(hosts: list[str], own: str, rows: Table) -> None:
    # A page's links lead to a few hosts, hundreds of times.
    kin = {host: _site_of_host(host) == _site_of_host(own) for host in set(hosts)}
    rows[0] = [host == own for host in hosts]
    rows[1] = [kin[host] for host in hosts]


# Bounded, for pages choose the keys.
@functools.lru_cache(maxsize=1024)
def _site_of_host(host: str) -> str | None:
    return site_of(f"https://{host}/")


def _write_groups(table: Table, groups: Sequence[Sequence[Hashable]]) -> None:
    """What is true of the others of a group, with the page's mean as one more member."""
    facts = _facts(dict(zip(_NAMES, table, strict=True)))
    means = facts.mean(axis=1, keepdims=True)
    for place, keys in enumerate(groups):
        first = _FIRST_GROUP + place * (1 + len(facts))
        rows = table[first : first + 1 + len(facts)]
        _gather_groups(keys, facts, means, rows)
        np.log1p(rows[0], out=rows[0])


def _facts(rows: dict[str, Table]) -> Table:
    furniture = rows["only_in_nav"] + rows["only_in_footer"] + rows["only_in_header"]
    facts = {
        "long": rows["words"] >= _LONG_TEXT,
        "words": np.minimum(rows["words"], _MOST_WORDS),
        "headed": np.maximum(rows["in_heading"], rows["patch_heading"]),
        "pictured": np.maximum(rows["has_picture"], rows["patch_picture"]),
        "furniture": np.minimum(furniture, 1.0),
        "named": rows["slug_shared"] >= 2,
        "slug": rows["slug_words"],
        "patch": rows["patch_size"],
    }
    return np.array([facts[name] for name in _FACTS], dtype=np.float64)


def gather_groups(keys: Sequence[Hashable], facts: Table, means: Table, rows: Table, /) -> None:
    """Write how large each target's group is, then fact by fact the mean of the others in it and of the page."""
    numbers: dict[Hashable, int] = {}
    group = np.array([numbers.setdefault(key, len(numbers)) for key in keys])
    sizes = np.bincount(group)[group]
    # One sum for all facts: each has numbers of its own for the groups.
    cells = group + np.arange(len(facts))[:, None] * len(numbers)
    sums = np.bincount(cells.ravel(), weights=facts.ravel())[cells]
    rows[0] = sizes
    rows[1:] = (sums - facts + means) / sizes


_weigh_anchors: Final = twin_of(weigh_anchors)
_gather_groups: Final = twin_of(gather_groups)
