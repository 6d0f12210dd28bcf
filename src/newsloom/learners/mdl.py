"""Learns templates by description length (MDL): reads path sets from documents, groups the pages, and makes templates.

The caller passes the function that groups pages. Pages are sorted by their paths, so their order does not matter; pages
without essential paths are alone. A page's threshold for essential paths is the mode of its paths' supports (Kim and
Shim, definition 1): a template prints the same paths on the same number of pages, while content repeats by chance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from newsloom.dom import Document
from newsloom.learners.descriptionlength import Membership, Size
from newsloom.learners.merging import join_families, join_sections, join_strays, join_variants, split_strangers
from newsloom.learners.paths import Numbers, read_paths
from newsloom.learners.templates import make_templates
from newsloom.records import Template

__all__ = [
    "PAPER_READING",
    "EssentialPaths",
    "Grouping",
    "MdlLearner",
    "essential_paths",
    "group_by_mdl",
    "learn_by_mdl",
    "threshold",
]

# Given the essential paths of pages, none of them empty, and the size of their matrix, returns groups of their places.
Grouping: TypeAlias = Callable[[Sequence[Numbers], Size], list[list[int]]]


PAPER_READING: Final[Mapping[str, Any]] = MappingProxyType(
    {"refined": False, "single_supports": True, "membership": "constant"}
)
"""The settings that make such a learner follow the paper."""


@runtime_checkable
class MdlLearner(Protocol):
    """What the learners by description length share: three settings for how to read the paper.

    ``refined`` splits off strangers and joins families, strays, variants and sections afterwards; ``single_supports``
    lets paths of one page count for the mode; ``membership`` is the price of M_D.
    """

    name: ClassVar[str]
    version: ClassVar[int]

    @property
    def refined(self) -> bool: ...

    @property
    def single_supports(self) -> bool: ...

    @property
    def membership(self) -> Membership: ...


def learn_by_mdl(documents: Iterable[Document], group: Grouping, learner: MdlLearner) -> tuple[Template, ...]:
    """The templates of the documents, as grouped by ``group`` and refined if the learner is."""
    sets = read_paths(documents)
    groups, alone = group_by_mdl(sets.paths, group, learner)
    if learner.refined:
        families = join_families(split_strangers(groups, sets), sets)
        groups = join_sections(join_variants(join_strays(families, sets), sets), sets)
    groups += [[place] for place in alone]
    return make_templates(groups, sets, method=learner.name, version=learner.version)


def group_by_mdl(paths: Sequence[Numbers], group: Grouping, learner: MdlLearner) -> tuple[list[list[int]], list[int]]:
    """The groups of pages with essential paths, by their places, and the places of the pages without."""
    essential = essential_paths(paths, single_supports=learner.single_supports)
    pages = {place: essential.paths[rows] for place, rows in enumerate(essential.rows) if len(rows)}
    order = sorted(pages, key=lambda place: (hashlib.sha256(pages[place].tobytes()).digest(), place))
    size = Size(paths=essential.count, pages=len(order), membership=learner.membership)
    found = group([pages[place] for place in order], size) if order else []
    alone = [place for place in range(len(paths)) if place not in pages]
    return [[order[place] for place in one] for one in found], alone


@dataclass(frozen=True, slots=True, kw_only=True)
class EssentialPaths:
    """Essential paths: ``rows[i]`` are those of page i as rows of the matrix M_E, ascending.

    ``paths`` are the path numbers of the rows, ``count`` is how many rows there are.
    """

    rows: tuple[NDArray[np.int64], ...]
    paths: Numbers

    @property
    def count(self) -> int:
        return len(self.paths)


def essential_paths(pages: Sequence[Numbers], *, single_supports: bool = False) -> EssentialPaths:
    """The essential paths of every page; without ``single_supports``, a page that shares no path has none."""
    if not pages:
        return EssentialPaths(rows=(), paths=np.empty(0, np.int64))
    known, places, supports = np.unique(np.concatenate(pages), return_inverse=True, return_counts=True)
    ends = np.cumsum([len(page) for page in pages])[:-1]
    kept = []
    for own in np.split(places, ends):
        mine = supports[own]
        kept.append(own[mine >= threshold(mine, len(pages), single_supports=single_supports)])
    used = np.unique(np.concatenate(kept))
    return EssentialPaths(rows=tuple(np.searchsorted(used, own) for own in kept), paths=known[used])


def threshold(supports: NDArray[np.int64], pages: int, *, single_supports: bool = False) -> int:
    """The mode of a page's supports; the smallest of several, or the number of pages plus one if there is none.

    Unlike in the paper, supports of 1 are left out unless ``single_supports`` is set: on today's pages most texts are
    on one page only, and the mode would be 1; see textmdl/NOTES.md.
    """
    values, counts = np.unique(supports if single_supports else supports[supports > 1], return_counts=True)
    return int(values[np.argmax(counts)]) if len(values) else pages + 1
