"""Blocks of a story, and how they are grouped: lists, tables, listings, posts of a live page.

The writers of each format (Markdown, HTML, TEI) use this module to group blocks, and only add the markup. It imports
nothing from Newsloom except how records are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from itertools import groupby
from typing import Any, Final, Self

from newsloom.conversion import to_builtins

__all__ = [
    "MAX_LIST_LEVEL",
    "Block",
    "BlockImage",
    "BlockLink",
    "Table",
    "code_texts",
    "heading_level",
    "is_list_part",
    "linked_pieces",
    "pictures_around",
    "posts_of",
    "tables_of",
]

Table = list[list[str]]
"""Rows of texts, all of the same length."""

MAX_LIST_LEVEL: Final = 9
"""Deeper lists are not indented further: pages may nest them without limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockLink:
    """A link in a block: ``text[start:end]`` leads to ``url``, an address on the web."""

    start: int
    end: int
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockImage:
    """A picture before the character ``at`` of a block's text; ``alt`` is what the page says of it."""

    at: int
    url: str
    alt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A run of text: a paragraph, a heading, an item of a list and so on.

    ``kind`` is "paragraph", "heading", "item", "quote", "code" or "cell". ``level`` is the level of a heading (2 to 6),
    or the number of lists around an item; a paragraph with a level continues the item before it. ``number`` is the
    number of an item in an ordered list. ``row`` and ``column`` are the place of a cell, from 0. ``verbatim`` is code
    with its line breaks. ``part`` is the post of a live page, from 0 in page order, and ``time`` when it was posted.
    ``signature`` is the author of a quoted social media post, if the text does not name them. ``links`` and ``images``
    are in page order; a picture between two blocks belongs to the second. ``path`` is the XPath of the element.
    """

    text: str
    kind: str = "paragraph"
    path: str | None = None
    level: int = 0
    number: int | None = None
    row: int | None = None
    column: int | None = None
    verbatim: str | None = None
    part: int | None = None
    time: datetime | None = None
    signature: str | None = None
    links: tuple[BlockLink, ...] = ()
    images: tuple[BlockImage, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Returns ``text``, ``kind`` and the other fields that are set, as JSON-ready values."""
        values: dict[str, Any] = {"text": self.text, "kind": self.kind}
        for name, default in _OPTIONAL:
            value = getattr(self, name)
            # Most fields hold the default object itself, and ``is`` is faster.
            if value is not default and value != default:
                values[name] = to_builtins(value)
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of ``as_dict``; ignores keys that are not fields."""
        known = {name: values[name] for name in cls.__slots__ if name in values}
        if known.get("time"):
            known["time"] = datetime.fromisoformat(known["time"])
        known["links"] = tuple(BlockLink(**link) for link in known.get("links") or ())
        known["images"] = tuple(BlockImage(**image) for image in known.get("images") or ())
        return cls(**known)


_OPTIONAL: Final = tuple((one.name, one.default) for one in fields(Block) if one.name not in ("text", "kind"))


def posts_of(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Yields the posts of a live page; the blocks of any other page form one post."""
    return (list(members) for _, members in groupby(blocks, key=lambda block: block.part))


def is_list_part(block: Block) -> bool:
    """Returns whether the block is an item of a list or a paragraph that continues one."""
    return block.kind == "item" or (block.kind == "paragraph" and block.level > 0)


def tables_of(cells: Iterable[Block], text_of: Callable[[Block], str]) -> list[Table]:
    """Returns the tables that the cells form, joining the texts of each cell."""
    tables: list[dict[int, dict[int, list[str]]]] = []
    last = (0, 0)
    for cell in cells:
        place = (cell.row or 0, cell.column or 0)
        # Rows only go down: where they do not, another table begins.
        if not tables or place < last:
            tables.append({})
        tables[-1].setdefault(place[0], {}).setdefault(place[1], []).append(text_of(cell))
        last = place
    return list(map(_rows, tables))


def code_texts(blocks: Iterable[Block]) -> list[str]:
    """Returns the listings that blocks of code form, with their line breaks."""
    # Lines that the page separates by tags have no verbatim text: each is one line of a listing.
    runs = groupby(blocks, key=lambda one: one.verbatim)
    return ["\n".join(one.verbatim or one.text for one in run) for _, run in runs]


def heading_level(block: Block) -> int:
    """Returns 2 to 6: level 1 is the headline."""
    return min(max(block.level, 2), 6)


def pictures_around(blocks: Iterable[Block]) -> tuple[list[BlockImage], list[BlockImage]]:
    """Returns the pictures before and after a group of blocks that is written as one."""
    before: list[BlockImage] = []
    behind: list[BlockImage] = []
    for block in blocks:
        for picture in block.images:
            (behind if picture.at >= len(block.text) > 0 else before).append(picture)
    return before, behind


def linked_pieces(block: Block) -> Iterator[tuple[str, str | None]]:
    """Yields the block's text in pieces, each with its link or None. Links with impossible positions are ignored."""
    position = 0
    for link in block.links:
        if position <= link.start < link.end <= len(block.text):
            yield block.text[position : link.start], None
            yield block.text[link.start : link.end], link.url
            position = link.end
    yield block.text[position:], None


def _rows(table: Mapping[int, Mapping[int, Sequence[str]]]) -> Table:
    columns = sorted({column for row in table.values() for column in row})
    return [[" ".join(row.get(column, ())) for column in columns] for row in table.values()]
