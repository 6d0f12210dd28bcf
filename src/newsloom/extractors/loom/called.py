"""Finds the lines of a page that are in a box with a certain class name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from newsloom.extractors.loom.boxes import MAX_NAME
from newsloom.extractors.loom.page import PageArrays
from newsloom.text.patterns import pattern

__all__ = ["lines_called", "own_names"]

# Classes that say what a box holds beside other things: "hasCaption", "with-comments"; but not "hashover", "without".
_HOLDING: Final = pattern(r"(?:has|with)[A-Z_-]")


def own_names(classes: str) -> list[str]:
    """The classes that say what a box is, not what it holds, in lower case."""
    return [name.lower() for name in classes[:MAX_NAME].split() if not _HOLDING.match(name)]


def lines_called(
    page: PageArrays, lines: Sequence[int], name: re.Pattern[str], *, roles: int, levels: int
) -> list[int]:
    """The lines that have a box whose class matches ``name`` among the ``levels`` boxes around them.

    ``roles`` are bits; a box with such a name has at least one of these roles. Few boxes do, and only their classes are
    read.
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
                    known[code] = code >= 0 and name.search(" ".join(own_names(strings[code]))) is not None
                if known[code]:
                    found.append(line)
                    break
            box = parents[box]
    return found
