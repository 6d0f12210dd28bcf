"""Writes an ``Article`` as a TEI XML (P5) document, for corpora. All text of the page is escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from newsloom.blocks import (
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
from newsloom.records import Article, Comment
from newsloom.syndication.characters import language_tag, web_address, xml_text

__all__ = ["write_tei"]


def write_tei(article: Article, comments: Sequence[Comment] = ()) -> str:
    """The article as a TEI document: a header with its metadata, its blocks in order, and readers' comments."""
    posts = list(posts_of(article.blocks or [Block(text=text) for text in article.paragraphs]))
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<TEI xmlns="http://www.tei-c.org/ns/1.0">',
            *_header(article),
            "<text><body>",
            *(line for post in posts for line in _div(post, "post" if len(posts) > 1 else "article")),
            *_comments(comments),
            "</body></text>",
            "</TEI>",
        ]
    )


def _header(article: Article) -> Iterator[str]:
    yield "<teiHeader><fileDesc>"
    authors = "".join(f"<author>{_text(name)}</author>" for name in article.authors)
    yield f"<titleStmt><title>{_text(article.title or '')}</title>{authors}</titleStmt>"
    yield f"<publicationStmt><publisher>{_text(article.site or '')}</publisher>"
    yield f"<date when={quoteattr(article.date)}/>" if article.date else "<date/>"
    yield "</publicationStmt><sourceDesc>"
    address = web_address(article.canonical_url or article.url)
    yield f"<bibl><ref target={quoteattr(address)}/></bibl>" if address else "<p>unknown</p>"
    yield "</sourceDesc></fileDesc>"
    language = language_tag(article.language)
    if language:
        yield f'<profileDesc><langUsage><language ident="{language}"/></langUsage></profileDesc>'
    yield "</teiHeader>"


def _div(post: Sequence[Block], kind: str) -> Iterator[str]:
    yield f'<div type="{kind}">'
    if post[0].time:
        moment = post[0].time.isoformat()
        yield f"<p><date when={quoteattr(moment)}>{moment}</date></p>"
    yield from _blocks(post)
    yield "</div>"


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for write, alike in groupby(blocks, key=_writer):
        several = list(alike)
        groups = [[block] for block in several] if write is _single else [several]
        for group in groups:
            before, behind = pictures_around(group)
            yield from map(_figure, before)
            yield write(group)
            yield from map(_figure, behind)


def _writer(block: Block) -> Callable[[Sequence[Block]], str]:
    if is_list_part(block):
        return _list
    return {"cell": _tables, "code": _code}.get(block.kind, _single)


def _single(blocks: Sequence[Block]) -> str:
    (block,) = blocks
    text = _inline(block)
    if block.kind == "heading":
        return f'<ab type="heading" n="{heading_level(block)}">{text}</ab>'
    if block.kind == "quote":
        signed = f"<bibl>{_text(block.signature)}</bibl>" if block.signature else ""
        return f"<cit><quote>{text}</quote>{signed}</cit>" if signed else f"<quote>{text}</quote>"
    return f"<p>{text}</p>"


def _list(blocks: Sequence[Block]) -> str:
    """One flat list. Items of inner lists name their level: the markup is not nested, however deep the page is."""
    items = []
    for block in blocks:
        depth = f' rend="level{block.level}"' if block.level > 1 else ""
        number = f' n="{block.number}"' if block.number is not None else ""
        items.append(f"<item{depth}{number}>{_inline(block)}</item>")
    return f"<list>{''.join(items)}</list>"


def _tables(cells: Sequence[Block]) -> str:
    return "\n".join(map(_table, tables_of(cells, _inline)))


def _table(table: Table) -> str:
    rows = ("<row>" + "".join(f"<cell>{text}</cell>" for text in row) + "</row>" for row in table)
    return f"<table>{''.join(rows)}</table>"


def _code(blocks: Sequence[Block]) -> str:
    return "\n".join(f'<ab type="code">{_text(text)}</ab>' for text in code_texts(blocks))


def _figure(picture: BlockImage) -> str:
    address = web_address(picture.url)
    if not address:
        return ""
    said = f"<figDesc>{_text(picture.alt)}</figDesc>" if picture.alt else ""
    return f"<figure><graphic url={quoteattr(address)}/>{said}</figure>"


def _inline(block: Block) -> str:
    """The block's text with its links."""
    return "".join(_linked(_text(text), web_address(url) if url else None) for text, url in linked_pieces(block))


def _linked(text: str, address: str | None) -> str:
    return f"<ref target={quoteattr(address)}>{text}</ref>" if address else text


def _comments(comments: Sequence[Comment]) -> Iterator[str]:
    if not comments:
        return
    yield '<div type="comments">'
    for one in comments:
        yield f'<div type="comment" n="{one.depth}">'
        if one.author or one.time:
            when = f" <date when={quoteattr(one.time.isoformat())}/>" if one.time else ""
            yield f"<p><name>{_text(one.author or '')}</name>{when}</p>"
        yield from (f"<p>{_text(part)}</p>" for part in one.text.split("\n\n"))
        yield "</div>"
    yield "</div>"


def _text(text: str) -> str:
    return escape(xml_text(text))
