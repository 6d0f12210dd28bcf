"""Writes a story's blocks as HTML for feed readers, with a few harmless elements.

All text is escaped. There are no links, pictures or styles, and no attributes but numbers and times. Lists nest as on
the page, up to ``MAX_LIST_LEVEL``.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final

from newsloom.blocks import (
    MAX_LIST_LEVEL,
    Block,
    code_texts,
    heading_level,
    is_list_part,
    posts_of,
    tables_of,
)
from newsloom.syndication.characters import xml_text

__all__ = ["story_html"]

# No story is this long; a feed of fifty entries must stay small enough to be read.
_MOST_CHARACTERS: Final = 100_000


def story_html(blocks: Iterable[Block], moment_text: Callable[[datetime], str] | None = None) -> str:
    """The blocks as HTML. Posts of a live page are separated by rules, and each is under its time.

    ``moment_text`` formats that time for readers of one language.
    """
    return "\n".join(_sections(_bounded(blocks), moment_text or _iso))


def _iso(moment: datetime) -> str:
    return moment.isoformat(sep=" ", timespec="minutes")


def _bounded(blocks: Iterable[Block]) -> Iterator[Block]:
    left = _MOST_CHARACTERS
    for block in blocks:
        left -= len(block.text)
        if left < 0:
            yield Block(text="…")
            return
        yield block


def _sections(blocks: Iterable[Block], moment_text: Callable[[datetime], str]) -> Iterator[str]:
    for place, post in enumerate(posts_of(blocks)):
        if place:
            yield "<hr>"
        if post[0].time:
            moment = post[0].time
            yield f'<p><time datetime="{moment.isoformat()}">{_escaped(moment_text(moment))}</time></p>'
        for write, alike in groupby(post, key=_writer):
            yield write(list(alike))


def _writer(block: Block) -> Callable[[Sequence[Block]], str]:
    return _list if is_list_part(block) else _WRITERS.get(block.kind, _paragraphs)


def _paragraphs(blocks: Sequence[Block]) -> str:
    return "\n".join(f"<p>{_escaped(block.text)}</p>" for block in blocks)


def _headings(blocks: Sequence[Block]) -> str:
    levels = [(heading_level(block), block.text) for block in blocks]
    return "\n".join(f"<h{level}>{_escaped(text)}</h{level}>" for level, text in levels)


def _quote(blocks: Sequence[Block]) -> str:
    return f"<blockquote>{_paragraphs(blocks)}</blockquote>"


def _list(blocks: Sequence[Block]) -> str:
    written = _Lists()
    for block in blocks:
        if block.kind == "item":
            written.item(block)
        else:
            written.paragraph(block)
    return written.ended()


class _Lists:
    """Writes nested lists. Each open list has an open item."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._parts: list[str] = []

    def item(self, block: Block) -> None:
        tag = "ul" if block.number is None else "ol"
        level = min(max(block.level, 1), MAX_LIST_LEVEL, len(self._open) + 1)
        self._close(level)
        if len(self._open) == level and self._open[-1] != tag:
            self._close(level - 1)
        elif len(self._open) == level:
            self._parts.append("</li>")
        if len(self._open) < level:
            self._open.append(tag)
            self._parts.append(f"<{tag}>")
        number = "" if block.number is None else f' value="{int(block.number)}"'
        self._parts.append(f"<li{number}>{_escaped(block.text)}")

    def paragraph(self, block: Block) -> None:
        self._close(max(block.level, 1))
        self._parts.append(f"<p>{_escaped(block.text)}</p>")

    def ended(self) -> str:
        self._close(0)
        return "".join(self._parts)

    def _close(self, level: int) -> None:
        while len(self._open) > level:
            self._parts.append(f"</li></{self._open.pop()}>")


def _table(cells: Sequence[Block]) -> str:
    return "\n".join(
        "<table>" + "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in table) + "</table>"
        for table in tables_of(cells, lambda cell: _escaped(cell.text))
    )


def _code(blocks: Sequence[Block]) -> str:
    return "\n".join(f"<pre><code>{html.escape(xml_text(text))}</code></pre>" for text in code_texts(blocks))


def _escaped(text: str) -> str:
    return html.escape(" ".join(xml_text(text).split()))


_WRITERS: Final[Mapping[str, Callable[[Sequence[Block]], str]]] = {
    "heading": _headings,
    "quote": _quote,
    "cell": _table,
    "code": _code,
}
