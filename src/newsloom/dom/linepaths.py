"""Computes the path of each line of a page: the tags around it, such as ``html/body/div/p``.

Lines with the same path on pages of one site are mostly of the same kind. Attributes are ignored.
"""

from __future__ import annotations

from typing import Final

from newsloom.dom.document import Document
from newsloom.dom.outline import Outline
from newsloom.dom.tags import INLINE_TAGS

__all__ = ["MAX_TEXT", "field_lines", "line_key", "line_paths", "without_inline_tags"]

# The deepest of 4,200 real pages nests about 60 elements. Deeper boxes have the path of their ancestor.
_MAX_DEPTH: Final = 128
# Byline and date often have the same path.
_FIRST_LINES: Final = 4
MAX_TEXT: Final = 120
"""Longer texts are content, and are distinguished by their beginning."""


def line_paths(outline: Outline) -> list[str]:
    """The path of each line: the tags of the boxes around it, the outermost first."""
    # Most boxes share their path with others, so each path is built once.
    known: dict[tuple[int, str], int] = {}
    names, depths = [""], [0]
    of_box: list[int] = []
    for tag, parent in zip(outline.tags, outline.parents, strict=True):
        above = of_box[parent] if parent >= 0 else 0
        path = known.get((above, tag), above if depths[above] >= _MAX_DEPTH else -1)
        if path < 0:
            path = known[above, tag] = len(names)
            names.append(f"{names[above]}/{tag}" if above else tag)
            depths.append(depths[above] + 1)
        of_box.append(path)
    return [names[of_box[segment.box]] for segment in outline.segments]


def field_lines(document: Document) -> dict[str, tuple[str, ...]]:
    """The first lines at the path of each field (``Template.fields``); empty if the site has no template."""
    fields = document.template.fields if document.template else {}
    lines: dict[str, list[str]] = {path: [] for path in fields.values()}
    if lines:
        for path, segment in zip(line_paths(document.outline), document.outline.segments, strict=True):
            if len(lines.get(path, ())) < _FIRST_LINES and path in lines:
                lines[path].append(segment.text)
    return {name: tuple(lines[path]) for name, path in fields.items()}


def line_key(path: str, text: str) -> str:
    """The key of a line in templates: its path and the beginning of its text."""
    return f"{path}/#{text[:MAX_TEXT]}"


def without_inline_tags(path: str) -> str:
    """The path of the line that a text with this path is in. Inline tags do not begin a line."""
    return "/".join(tag for tag in path.split("/") if tag not in INLINE_TAGS)
