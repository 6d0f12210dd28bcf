"""Lines by what the boxes around them are called: a page and some lines in, those in a box with such a name out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from newsloom.extractors.loom.boxes import MAX_NAME
from newsloom.extractors.loom.page import PageArrays

__all__ = ["lines_called"]


def lines_called(
    page: PageArrays, lines: Sequence[int], name: re.Pattern[str], *, roles: int, levels: int
) -> list[int]:
    """The lines that stand in a box with such a class, no more levels out than these.

    ``roles`` has the bits of those that a box with such a name has: few boxes do, and no other's class is read.
    """
    tree, nodes, parents, roles_of = page.outline.tree, page.outline.nodes, page.boxes.parents, page.boxes.roles
    if tree is None:
        return []
    strings, codes = tree.values("class")
    found, known = [], dict[int, bool]()
    for line in lines:
        box = page.lines.box[line]
        for _ in range(levels):
            if roles_of[box] & roles:
                code = codes[nodes[box]]
                if code not in known:
                    known[code] = code >= 0 and name.search(strings[code][:MAX_NAME].lower()) is not None
                if known[code]:
                    found.append(line)
                    break
            box = parents[box]
    return found
