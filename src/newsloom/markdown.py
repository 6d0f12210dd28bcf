"""Writes the blocks of a story as CommonMark, with GitHub's tables.

Text that would be read as markup is escaped, so the rendered page shows the words of the block. Links and pictures are
written on request; bold is not part of a block.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final
from urllib.parse import quote

from newsloom.blocks import (
    MAX_LIST_LEVEL,
    Block,
    BlockImage,
    Table,
    code_texts,
    heading_level,
    is_list_part,
    linked_pieces,
    pictures_around,
    posts_of,
    tables_of,
)

__all__ = ["emphasised", "heading", "to_markdown"]

# Starts code, emphasis, a link, HTML, strikethrough or an entity anywhere in a line.
_INLINE: Final = re.compile(r"[\\`*_\[<~]|&(?=#?\w{1,40};)")
# Makes a line a heading, a quote, a list or a rule if it stands at the beginning.
_LEADING: Final = re.compile(r"\A(?:[#>]|[-+](?=[\s-]|\Z))")
_NUMBERED: Final = re.compile(r"\A(\d{1,9})(?=[.)](?:\s|\Z))")
# Hash signs at the end of a heading would be dropped.
_CLOSING: Final = re.compile(r"(?<=\s)#(?=#*\Z)")
_BACKTICKS: Final = re.compile(r"`+")
# Characters allowed in addresses, except brackets, which end one in Markdown; what is already encoded stays so.
_IN_ADDRESS: Final = "%/:?#@!$&'*+,;=~-._"


def to_markdown(blocks: Iterable[Block], *, links: bool = False, images: bool = False) -> str:
    """Returns the blocks with a blank line between them; rules separate the posts of a live page, each with its time.

    ``links`` and ``images`` are written in their places if asked for. A picture within a list, a table or code is
    written before it.
    """
    chosen = (
        replace(block, links=block.links if links else (), images=block.images if images else ()) for block in blocks
    )
    return "\n\n".join(_sections(chosen if links or images else map(_bare, blocks)))


def heading(text: str, level: int) -> str:
    """Returns the text as a heading."""
    return "#" * level + " " + _CLOSING.sub(r"\\#", _escaped(text))


def emphasised(text: str) -> str:
    """Returns the text as a line in italics."""
    return f"*{_escaped(text)}*"


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
    """Yields the blocks with their pictures, which can keep their places only between paragraphs."""
    groups = [[block] for block in blocks] if write is _paragraphs else [list(blocks)]
    for group in groups:
        before, behind = pictures_around(group)
        yield from map(_picture, before)
        yield write(group)
        yield from map(_picture, behind)


def _picture(picture: BlockImage) -> str:
    return f"![{_bracketed(picture.alt)}]({_address(picture.url)})"


def _inline(block: Block) -> str:
    """Returns the block's text with its links."""
    if not block.links:
        return _escaped(block.text)
    pieces = (
        _INLINE.sub(r"\\\g<0>", text) if url is None else f"[{_bracketed(text)}]({_address(url)})"
        for text, url in linked_pieces(block)
    )
    return _unstarted(" ".join("".join(pieces).split()))


def _bracketed(text: str) -> str:
    return _INLINE.sub(r"\\\g<0>", " ".join(text.split())).replace("]", "\\]")


def _address(url: str) -> str:
    """Returns the address with the characters encoded that would end it or begin markup."""
    return quote(url, safe=_IN_ADDRESS)


def _writer(block: Block) -> Callable[[Sequence[Block]], str]:
    return _list if is_list_part(block) else _WRITERS.get(block.kind, _paragraphs)


def _paragraphs(blocks: Sequence[Block]) -> str:
    return "\n\n".join(map(_inline, blocks))


def _headings(blocks: Sequence[Block]) -> str:
    return "\n\n".join(heading(block.text, heading_level(block)) for block in blocks)


def _quote(blocks: Sequence[Block]) -> str:
    signed = (
        f"> {_inline(block)}" + (f"\n>\n> — {_escaped(block.signature)}" if block.signature else "") for block in blocks
    )
    return "\n>\n".join(signed)


def _list(blocks: Sequence[Block]) -> str:
    lines: list[str] = []
    # The column where the text of each open item begins; the first is the page's own margin.
    margins = [0]
    for block in blocks:
        level = min(max(block.level, 1), MAX_LIST_LEVEL)
        if block.kind == "item":
            is_inner = level >= len(margins) > 1
            del margins[level:]
            mark = "- " if block.number is None else f"{block.number}. "
            # Without a blank line, an ordered list within an item would be read as part of the item's line.
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
    head, *rest = ("| " + " | ".join(row) + " |" for row in table)
    return "\n".join([head, "|" + " --- |" * len(table[0]), *rest])


def _code(blocks: Sequence[Block]) -> str:
    return "\n\n".join(map(_fenced, code_texts(blocks)))


def _fenced(text: str) -> str:
    lines = text.splitlines()
    fence = "`" * max(3, 1 + max(map(len, _BACKTICKS.findall(text)), default=0))
    return "\n".join([fence, *lines, fence])


def _escaped(text: str) -> str:
    return _unstarted(_INLINE.sub(r"\\\g<0>", " ".join(text.split())))


def _unstarted(line: str) -> str:
    """Escapes characters at the beginning of the line that would make it something other than text."""
    return _LEADING.sub(r"\\\g<0>", _NUMBERED.sub(r"\1\\", line))


_WRITERS: Final[Mapping[str, Callable[[Sequence[Block]], str]]] = {
    "heading": _headings,
    "quote": _quote,
    "cell": _table,
    "code": _code,
}
