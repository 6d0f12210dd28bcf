"""Finds the section of a page: as declared, else in a line above the headline.

The line names the section alone, with the date, or at the end of a breadcrumb trail ("Home » Local"); a row of such
names is a menu. An address gives only a category, because "/okonomi/" is not how the paper spells its section.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from newsloom.dom import Document
from newsloom.dom.outline import Segment
from newsloom.text.casing import fold
from newsloom.text.categories import category_of, is_section_name
from newsloom.text.datelines import is_date_line
from newsloom.text.patterns import pattern

__all__ = ["category_in_address", "find_section"]

# A standfirst, a date or tools may come between.
_MAX_LINES_OVER: Final = 3
_MAX_CHARACTERS: Final = 60
_MAX_PARTS: Final = 4
_TRAIL_SIGNS: Final = ">»›→"
_TRAIL: Final = pattern(rf"\s?[{_TRAIL_SIGNS}]\s?")
_PART_SIGNS: Final = "/|•·"
_PARTS: Final = pattern(rf"\s?[{_PART_SIGNS}]\s?")


def find_section(document: Document) -> tuple[str | None, str]:
    """The name of the section and its source; None and an empty source if it is not found."""
    declared = document.declared
    if declared.section:
        return declared.section, declared.sources["section"]
    lines = document.outline.segments
    for index in document.headline_lines:
        for place in range(index - 1, max(index - 1 - _MAX_LINES_OVER, -1), -1):
            name = _named(lines[place])
            if name and _is_alone(lines, place, index) and _may_be(name, document.url):
                return name, "kicker"
    return None, ""


def category_in_address(url: str | None) -> str | None:
    """The category that a folder of the address is named after; the last part of the path belongs to the story."""
    path = (url or "").partition("://")[2].partition("?")[0].partition("#")[0]
    for folder in path.split("/")[1:-1][:_MAX_PARTS]:
        name = folder.replace("-", " ").replace("_", " ")
        if is_section_name(name) and (category := category_of(name)):
            return category
    return None


def _is_alone(lines: Sequence[Segment], place: int, headline: int) -> bool:
    """Whether no adjacent line names a section, as in a menu. A trail is accepted even directly below a menu."""
    beside = (*lines[max(place - 1, 0) : place], *lines[place + 1 : headline])
    return _TRAIL.search(lines[place].text) is not None or not any(map(_named, beside))


def _may_be(name: str, url: str | None) -> bool:
    """Whether the address does not name another category. Many headlines are directly below a menu."""
    category, addressed = category_of(name), category_in_address(url)
    return category is None or addressed is None or category == addressed


def _named(line: Segment) -> str | None:
    """The section that the line names, if it contains nothing else but a date or a trail; otherwise None."""
    if len(line.text) > _MAX_CHARACTERS:
        return None
    way = _split(line.text, _TRAIL, _TRAIL_SIGNS)
    # The first part of a trail is the front page, whatever its name.
    parts = way[1:] if len(way) > 1 else _split(line.text, _PARTS, _PART_SIGNS)
    sections = [part for part in parts if is_section_name(part) and fold(part) != "home"]
    if not sections or len(parts) > _MAX_PARTS or len(set(filter(None, map(category_of, sections)))) > 1:
        return None
    if any(part not in sections and not is_date_line(part) for part in parts):
        return None
    told = next((part for part in reversed(sections) if category_of(part)), None)
    # "News" is a section, but not if it is a link, which is usually part of a menu.
    return told or (sections[-1] if line.unlinked.strip() == line.text.strip() else None)


def _split(text: str, separator: re.Pattern[str], signs: str) -> list[str]:
    # Most lines contain no separator.
    return list(filter(None, separator.split(text))) if any(map(text.__contains__, signs)) else [text]
