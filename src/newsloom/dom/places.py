"""Where the lines of a page stand: an outline in, for each line the path of tags to it out.

Pages of one site that have a line at the same place have, as a rule, the same kind of line there. Nothing is decided
here; attributes are not looked at.
"""

from __future__ import annotations

from typing import Final

from newsloom.dom.document import Document
from newsloom.dom.outline import INLINE_TAGS, Outline

__all__ = ["MAX_TEXT", "field_lines", "line_key", "line_places", "place_of"]

# The deepest of 4,200 real pages at hand nests about 60 elements; what is deeper shares the place of its ancestor.
_MAX_DEPTH: Final = 128
# Byline and date often share a place.
_FIRST_LINES: Final = 4
MAX_TEXT: Final = 120
"""A text that goes on longer is content; its beginning tells it from others."""


def line_places(outline: Outline) -> list[str]:
    """The place of each line, as ``html/body/div/p``: the boxes around it, from the outermost."""
    # Most boxes share their place with others, so each place is written once.
    known: dict[tuple[int, str], int] = {}
    names, depths = [""], [0]
    of_box: list[int] = []
    for tag, parent in zip(outline.tags, outline.parents, strict=True):
        above = of_box[parent] if parent >= 0 else 0
        place = known.get((above, tag), above if depths[above] >= _MAX_DEPTH else -1)
        if place < 0:
            place = known[above, tag] = len(names)
            names.append(f"{names[above]}/{tag}" if above else tag)
            depths.append(depths[above] + 1)
        of_box.append(place)
    return [names[of_box[segment.box]] for segment in outline.segments]


def field_lines(document: Document) -> dict[str, tuple[str, ...]]:
    """The first lines where the site's pages have each field (``Template.fields``); none without a template."""
    fields = document.template.fields if document.template else {}
    lines: dict[str, list[str]] = {place: [] for place in fields.values()}
    if lines:
        for place, segment in zip(line_places(document.outline), document.outline.segments, strict=True):
            if len(lines.get(place, ())) < _FIRST_LINES and place in lines:
                lines[place].append(segment.text)
    return {name: tuple(lines[place]) for name, place in fields.items()}


def line_key(place: str, text: str) -> str:
    """A line as templates name it: its place and the beginning of its text."""
    return f"{place}/#{text[:MAX_TEXT]}"


def place_of(path: str) -> str:
    """The place at which a line stands whose text has this path: inline tags part no lines."""
    return "/".join(tag for tag in path.split("/") if tag not in INLINE_TAGS)
