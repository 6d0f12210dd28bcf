"""What all learners by description length share: documents to path sets, groups of pages to templates.

How pages are grouped is handed in. Pages are put in an order of their own, by their paths, so that the order in which
they were given decides nothing; pages without essential paths are grouped with nobody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from newsloom.dom import Document
from newsloom.learners.essence import essential_paths
from newsloom.learners.families import join_families, join_strays, join_variants, part_strangers
from newsloom.learners.length import Size
from newsloom.learners.paths import Numbers, read_paths
from newsloom.learners.sections import join_sections
from newsloom.learners.templates import make_templates
from newsloom.records import Template

__all__ = ["Grouping", "learn_by_length"]

# The pages' essential paths, none of them empty, and the size of their matrix, to groups of their places.
Grouping: TypeAlias = Callable[[Sequence[Numbers], Size], list[list[int]]]


def learn_by_length(
    documents: Iterable[Document], group: Grouping, *, refined: bool, method: str, version: int
) -> tuple[Template, ...]:
    """The templates of the groups; ``refined`` parts strangers and joins families, strays, variants and sections."""
    sets = read_paths(documents)
    essence = essential_paths(sets.paths)
    pages = {place: essence.paths[rows] for place, rows in enumerate(essence.rows) if len(rows)}
    order = sorted(pages, key=lambda place: (hashlib.sha256(pages[place].tobytes()).digest(), place))
    size = Size(paths=essence.count, pages=len(order))
    found = group([pages[place] for place in order], size) if order else []
    groups = [[order[place] for place in one] for one in found]
    if refined:
        families = join_families(part_strangers(groups, sets), sets)
        groups = join_sections(join_variants(join_strays(families, sets), sets), sets)
    groups += [[place] for place in range(len(sets.paths)) if place not in pages]
    return make_templates(groups, sets, method=method, version=version)
