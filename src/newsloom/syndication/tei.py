"""A story as TEI XML (P5), for corpora: an ``Article`` in, one document out. Every word of the page is escaped."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from newsloom.markdown import Block
from newsloom.records import Article
from newsloom.syndication.characters import language_tag, web_address, xml_text

__all__ = ["write_tei"]


def write_tei(article: Article) -> str:
    """The article as a TEI document: a header of what is known of it, and its blocks in order."""
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<TEI xmlns="http://www.tei-c.org/ns/1.0">',
            *_header(article),
            "<text><body>",
            *(_block(block) for block in article.blocks or [Block(text=text) for text in article.paragraphs]),
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


def _block(block: Block) -> str:
    text = _text(block.text)
    match block.kind:
        case "heading":
            return f'<ab type="heading">{text}</ab>'
        case "item":
            return f"<list><item>{text}</item></list>"
        case "quote":
            return f"<quote>{text}</quote>"
        case "code":
            return f'<ab type="code">{_text(block.verbatim or block.text)}</ab>'
        case _:
            return f"<p>{text}</p>"


def _text(text: str) -> str:
    return escape(xml_text(text))
