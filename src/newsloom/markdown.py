"""Blocks of a story: how they belong together, and their Markdown.

Blocks go in, CommonMark comes out, with GitHub's tables. Text that would be read as markup is escaped, so the rendered
page shows the words of the block. Links and pictures are written where they are asked for; bold is not part of a block.
Imports nothing of Newsloom's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from itertools import groupby
from typing import Any, Final, Self
from urllib.parse import quote

from newsloom.conversion import to_builtins

__all__ = [
    "Block",
    "BlockImage",
    "BlockLink",
    "Table",
    "code_texts",
    "emphasised",
    "heading",
    "is_list_part",
    "posts_of",
    "tables_of",
    "to_markdown",
]

Table = dict[int, dict[int, list[str]]]

# Starts code, emphasis, a link, HTML, a strike-through or an entity anywhere in a line.
_INLINE: Final = re.compile(r"[\\`*_\[<~]|&(?=#?\w{1,40};)")
# Makes a line a heading, a quote, a list or a rule at its beginning.
_LEADING: Final = re.compile(r"\A(?:[#>]|[-+](?=[\s-]|\Z))")
_NUMBERED: Final = re.compile(r"\A(\d{1,9})(?=[.)](?:\s|\Z))")
# A heading may be closed by signs of its own.
_CLOSING: Final = re.compile(r"(?<=\s)#(?=#*\Z)")
_BACKTICKS: Final = re.compile(r"`+")
# What addresses are made of, but for brackets, which end one in Markdown; what is encoded already stays so.
_IN_ADDRESS: Final = "%/:?#@!$&'*+,;=~-._"
# Deeper lists are not indented further: pages may nest them without end.
_MAX_LEVEL: Final = 9


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

    ``kind`` is "paragraph", "heading", "item", "quote", "code" or "cell". ``level`` is a heading's (2 to 6), or how
    many lists an item stands in; a paragraph with a level goes on with the item before it. ``number`` is an item's in
    an ordered list. ``row`` and ``column`` are a cell's, from 0. ``verbatim`` is code with its line breaks. ``part``
    is the post of a live page, from 0 in the order of the page, and ``time`` when it was posted. ``signature`` is whose
    post of a social network a quote is, where its text does not say it. ``links`` and ``images`` are in the order of
    the page; a picture between two blocks belongs to the second. ``path`` is the XPath of the element.
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
        """``text``, ``kind`` and the other fields that are set, as JSON-ready values."""
        values: dict[str, Any] = {"text": self.text, "kind": self.kind}
        for name, default in _OPTIONAL:
            value = getattr(self, name)
            # Of most fields it is the default itself, which is told faster.
            if value is not default and value != default:
                values[name] = to_builtins(value)
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of ``as_dict``; keys that are no field are ignored."""
        known = {name: values[name] for name in cls.__slots__ if name in values}
        if known.get("time"):
            known["time"] = datetime.fromisoformat(known["time"])
        known["links"] = tuple(BlockLink(**link) for link in known.get("links") or ())
        known["images"] = tuple(BlockImage(**image) for image in known.get("images") or ())
        return cls(**known)


_OPTIONAL: Final = tuple((one.name, one.default) for one in fields(Block) if one.name not in ("text", "kind"))


def to_markdown(blocks: Iterable[Block], *, links: bool = False, images: bool = False) -> str:
    """The blocks with a blank line between them; each post of a live page stands between rules, under its time.

    With ``links`` and ``images`` these are written where they stand. A picture within a list, a table or code stands
    before it.
    """
    chosen = (
        replace(block, links=block.links if links else (), images=block.images if images else ()) for block in blocks
    )
    return "\n\n".join(_sections(chosen if links or images else map(_bare, blocks)))


def heading(text: str, level: int) -> str:
    """The text as a heading."""
    return "#" * level + " " + _CLOSING.sub(r"\\#", _escaped(text))


def emphasised(text: str) -> str:
    """The text as a line in italics."""
    return f"*{_escaped(text)}*"


def posts_of(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """The posts of a live page; the blocks of any other page as one post."""
    return (list(members) for _, members in groupby(blocks, key=lambda block: block.part))


def is_list_part(block: Block) -> bool:
    """Whether the block is an item of a list or a paragraph that continues one."""
    return block.kind == "item" or (block.kind == "paragraph" and block.level > 0)


def tables_of(cells: Iterable[Block], text_of: Callable[[Block], str]) -> list[Table]:
    """The tables that the cells form: row, column and the texts of its cells."""
    tables: list[Table] = []
    last = (0, 0)
    for cell in cells:
        place = (cell.row or 0, cell.column or 0)
        # Rows only go down: another table begins where they do not.
        if not tables or place < last:
            tables.append({})
        tables[-1].setdefault(place[0], {}).setdefault(place[1], []).append(text_of(cell))
        last = place
    return tables


def code_texts(blocks: Iterable[Block]) -> list[str]:
    """The listings that blocks of code form, with their line breaks."""
    # Lines that the page separated by tags have no verbatim text: each is a line of one listing.
    runs = groupby(blocks, key=lambda one: one.verbatim)
    return ["\n".join(one.verbatim or one.text for one in run) for _, run in runs]


def _bare(block: Block) -> Block:
    return replace(block, links=(), images=()) if block.links or block.images else block


def _sections(blocks: Iterable[Block]) -> Iterator[str]:
    for place, post in enumerate(posts_of(blocks)):
        if place:
            yield "---"
        if post[0].time:
            yield emphasised(post[0].time.isoformat(sep=" ", timespec="minutes"))
        for write, alike in groupby(post, key=_writer):
            yield from _written(write, list(alike))


def _written(write: Callable[[Sequence[Block]], str], blocks: Sequence[Block]) -> Iterator[str]:
    """The blocks with their pictures; only between paragraphs can pictures stand where they do."""
    groups = [[block] for block in blocks] if write is _paragraphs else [list(blocks)]
    for group in groups:
        pictures = [(picture, block) for block in group for picture in block.images]
        yield from (_picture(picture) for picture, block in pictures if not _is_behind(picture, block))
        yield write(group)
        yield from (_picture(picture) for picture, block in pictures if _is_behind(picture, block))


def _is_behind(picture: BlockImage, block: Block) -> bool:
    return picture.at >= len(block.text) > 0


def _picture(picture: BlockImage) -> str:
    return f"![{_bracketed(picture.alt)}]({_address(picture.url)})"


def _inline(block: Block) -> str:
    """The block's text with its links."""
    if not block.links:
        return _escaped(block.text)
    pieces, position = [], 0
    for link in block.links:
        if not position <= link.start < link.end <= len(block.text):
            continue
        pieces += [
            _INLINE.sub(r"\\\g<0>", block.text[position : link.start]),
            f"[{_bracketed(block.text[link.start : link.end])}]({_address(link.url)})",
        ]
        position = link.end
    pieces.append(_INLINE.sub(r"\\\g<0>", block.text[position:]))
    return _unstarted(" ".join("".join(pieces).split()))


def _bracketed(text: str) -> str:
    return _INLINE.sub(r"\\\g<0>", " ".join(text.split())).replace("]", "\\]")


def _address(url: str) -> str:
    """The address with what would end it, or begin markup, encoded."""
    return quote(url, safe=_IN_ADDRESS)


def _writer(block: Block) -> Callable[[Sequence[Block]], str]:
    return _list if is_list_part(block) else _WRITERS.get(block.kind, _paragraphs)


def _paragraphs(blocks: Sequence[Block]) -> str:
    return "\n\n".join(map(_inline, blocks))


def _headings(blocks: Sequence[Block]) -> str:
    return "\n\n".join(heading(block.text, min(max(block.level, 2), 6)) for block in blocks)


def _quote(blocks: Sequence[Block]) -> str:
    signed = (
        f"> {_inline(block)}" + (f"\n>\n> — {_escaped(block.signature)}" if block.signature else "") for block in blocks
    )
    return "\n>\n".join(signed)


def _list(blocks: Sequence[Block]) -> str:
    lines: list[str] = []
    # Where the text of each open item begins, behind the page's own margin.
    margins = [0]
    for block in blocks:
        level = min(max(block.level, 1), _MAX_LEVEL)
        if block.kind == "item":
            is_inner = level >= len(margins) > 1
            del margins[level:]
            mark = "- " if block.number is None else f"{block.number}. "
            # An ordered list within an item would else be read as more of its line.
            gap = [""] if is_inner and block.number is not None and lines[-1] else []
            lines += [*gap, " " * margins[-1] + mark + _inline(block)]
            margins.append(margins[-1] + len(mark))
        else:
            del margins[level + 1 :]
            lines += ["", " " * margins[-1] + _inline(block), ""]
    return "\n".join(lines).strip("\n")


def _table(cells: Sequence[Block]) -> str:
    return "\n\n".join(map(_rows, tables_of(cells, lambda cell: _inline(cell).replace("|", "\\|"))))


def _rows(table: Table) -> str:
    columns = sorted({column for row in table.values() for column in row})
    head, *rest = ("| " + " | ".join(" ".join(row.get(one, ())) for one in columns) + " |" for row in table.values())
    return "\n".join([head, "|" + " --- |" * len(columns), *rest])


def _code(blocks: Sequence[Block]) -> str:
    return "\n\n".join(map(_fenced, code_texts(blocks)))


def _fenced(text: str) -> str:
    lines = text.splitlines()
    fence = "`" * max(3, 1 + max(map(len, _BACKTICKS.findall(text)), default=0))
    return "\n".join([fence, *lines, fence])


def _escaped(text: str) -> str:
    return _unstarted(_INLINE.sub(r"\\\g<0>", " ".join(text.split())))


def _unstarted(line: str) -> str:
    """The line with an escape before what would make it something else than text."""
    return _LEADING.sub(r"\\\g<0>", _NUMBERED.sub(r"\1\\", line))


_WRITERS: Final[Mapping[str, Callable[[Sequence[Block]], str]]] = {
    "heading": _headings,
    "quote": _quote,
    "cell": _table,
    "code": _code,
}
