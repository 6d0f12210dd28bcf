"""A page to its Document: a parse that is bounded in bytes, tags, attributes and depth.

Bytes (or text already decoded) go in with what is known of the page; a ``Document`` comes out,
whatever the page holds. Nothing of the page is interpreted here.

libxml2 keeps what follows an unclosed ``<button>``, ``<select>`` or ``<svg>`` as its descendants;
nothing is lost, but a reader of the tree must not skip such elements whole.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from lxml import etree

from newsloom import records
from newsloom.dom.decode import as_utf8
from newsloom.dom.document import Document
from newsloom.dom.layout import Layout
from newsloom.dom.markupscan import IS_COMPILED, Scan, scan, without_code
from newsloom.dom.mhtml import read_mhtml
from newsloom.dom.repair import MAX_TAGS, repaired
from newsloom.dom.tags import INLINE_TAGS
from newsloom.errors import InputError
from newsloom.text.patterns import pattern

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_TAGS", "UNGUARDED_BYTES", "parse", "whole_root"]

# The largest of 4,200 real pages at hand has 5.3 MB.
MAX_BYTES: Final = 8_000_000
# Where libxml2 stops (its xmlParserMaxDepth with XML_PARSE_HUGE), dropping all that follows.
MAX_DEPTH: Final = 2048

UNGUARDED_BYTES: Final = 65_536
"""Below this size even one single tag full of attributes is parsed in 0.2 s, as HTML and as XML."""

_SIGNATURES: Final = {
    b"%PDF": "a PDF",
    b"%!PS": "a PostScript file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"RIFF": "a picture or a sound",
    b"\x1f\x8b": "a gzip archive",
    b"PK\x03\x04": "a zip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"\x7fELF": "a program",
    b"OggS": "a sound",
    b"ID3": "a sound",
    b"wOF": "a font",
}
_ANY_SIGNATURE: Final = tuple(_SIGNATURES)
# The first element, behind a declaration, comments and instructions.
_ROOT: Final = pattern(
    rb"\s*+(?:<\?[^>]{0,500}>\s*+|<!--(?:[^-]|-(?!->)){0,1000}-->\s*+|<!DOCTYPE (?:rss|rdf|opml)\b[^>]{0,300}>\s*+)"
    rb"{0,9}"
    rb"<(rss|feed|rdf:rdf|urlset|sitemapindex|opml)[\s>]",
    re.IGNORECASE,
)
_ROOTS: Final = {
    b"rss": "a feed (RSS)",
    b"rdf:rdf": "a feed (RDF)",
    b"feed": "a feed (Atom)",
    b"urlset": "a sitemap",
    b"sitemapindex": "a sitemap",
    b"opml": "a list of feeds (OPML)",
}
_JSON: Final = pattern(
    rb"""\s*+(?:\{\s*+(?:"(?:[^"\\]|\\.){0,200}"\s*+:|\})|\[\s*+(?:\{\s*+"|\[\s*+["\[{\d]|"[^"]{0,200}"\s*+,))"""
)
_SNIFFED_BYTES: Final = 4096
_CONTROLS: Final = bytes(set(range(32)) - set(b"\t\n\f\r\x1b"))  # ESC is text in ISO-2022-JP
# Text has none; a third as many as chance would put into random bytes (28 in 256) is not text.
_MAX_CONTROL_SHARE: Final = 0.04

# Elements in how a sign is read; what has more is no such thing.
_MOST_IN_READING: Final = 8


def parse(  # noqa: PLR0913  what an algorithm may know of a page travels in its Document
    page: bytes | str,
    *,
    url: str | None = None,
    title: str | None = None,
    charset: str | None = None,
    template: records.Template | None = None,
    layout: Layout | None = None,
    earlier: tuple[Document, ...] = (),
    keep_comments: bool = False,
    keep_code: bool = True,
) -> Document:
    """The page as a Document; ``charset`` is the transport header's, ``title`` the feed's.

    ``keep_comments`` leaves comments and processing instructions in the tree, for the methods that read them. Without
    ``keep_code`` the tree lacks what is meant for browsers alone and is made faster: the text and attributes of scripts
    and style sheets, and attributes such as ``onclick``. ``Document.markup`` then still has the whole page.

    Raises ``TypeError`` if the page is neither bytes nor text, ``InputError`` if the layout is another page's, and
    nothing for what the page holds.
    """
    if not isinstance(page, bytes | str):
        raise TypeError(f"a page must be bytes or str, not {type(page).__name__}")
    saved = read_mhtml(page)
    if saved:
        page, charset, url = saved.html, saved.charset or charset, url or saved.url
    markup, encoding, reason = _markup(page, charset)
    root = None
    if reason is None:
        # Without a compiler, leaving code out takes longer than parsing it. Drawn pages are few.
        keep_code = keep_code or layout is not None or not IS_COMPILED
        root, reason = _tree(markup, keep_comments=keep_comments, keep_code=keep_code)
        if reason is None and len(page) > MAX_BYTES:
            reason = f"the page was cut after {MAX_BYTES:,} bytes"
    document = Document(
        root=root,
        markup=None if keep_code else markup,
        url=url,
        feed_title=title,
        encoding=encoding,
        template=template,
        layout=layout,
        earlier=earlier,
        reason=reason,
    )
    if layout is not None and not (len(layout) == 0 if document.tree is None else layout.fits(document.tree)):
        raise InputError("layout", f"it belongs to another page: its {len(layout)} nodes are nested differently")
    return document


def _markup(page: bytes | str, charset: str | None) -> tuple[bytes, str | None, str | None]:
    """The page in UTF-8, the encoding it was in, and the reason why it is no HTML: then the first is empty."""
    kind = _kind_by_signature(page[:_SNIFFED_BYTES])
    if kind:
        return b"", None, f"this is not HTML: it looks like {kind}"
    markup, encoding = _as_markup(page, charset)
    if not markup or markup.isspace():
        return b"", encoding, "the page is empty"
    if _is_binary(markup[:_SNIFFED_BYTES]):
        return b"", encoding, "this is not HTML: it looks like binary data"
    kind = _kind_by_beginning(markup[:_SNIFFED_BYTES])
    if kind:
        return b"", encoding, f"this is not a page: it looks like {kind}"
    return markup, encoding, None


def whole_root(document: Document) -> etree._Element | None:
    """The page's tree with its code, which is parsed once more if it was left out."""
    return document.root if document.markup is None else _tree(document.markup)[0]


def _tree(
    markup: bytes, *, keep_comments: bool = False, keep_code: bool = True
) -> tuple[etree._Element | None, str | None]:
    """The tree, and the reason why it is missing or ends early."""
    found = _scanned(markup)
    has_all_tags = found.size == len(markup)
    if not has_all_tags:
        # What was found near the cut may reach beyond it.
        markup = markup[: found.size]
        found = _scanned(markup)
    markup = repaired(markup, found)
    root = _root(markup if keep_code else without_code(markup), keep_comments=keep_comments)
    if root is None:
        return None, "the page contains no HTML"
    _empty_readings(root)
    if _is_too_deep(root):
        return root, f"the page was cut where tags are nested {MAX_DEPTH:,} deep"
    return root, None if has_all_tags else f"the page was cut after {MAX_TAGS:,} tags"


def _kind_by_signature(head: bytes | str) -> str | None:
    start = head.encode("latin-1", "replace") if isinstance(head, str) else head
    if not start.startswith(_ANY_SIGNATURE):
        return None
    return next(kind for signature, kind in _SIGNATURES.items() if start.startswith(signature))


def _kind_by_beginning(head: bytes) -> str | None:
    if _JSON.match(head):
        return "JSON, or JSON lines"
    found = _ROOT.match(head)
    return _ROOTS[found[1].lower()] if found else None


def _as_markup(page: bytes | str, charset: str | None) -> tuple[bytes, str | None]:
    if isinstance(page, bytes):
        return as_utf8(page[:MAX_BYTES], charset)
    text = page[:MAX_BYTES].removeprefix("\ufeff")
    try:
        return text.encode(), None
    except UnicodeEncodeError:
        # Surrogates: pairs are joined as in JSON, lone ones become U+FFFD.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode(), None


def _is_binary(head: bytes) -> bool:
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return controls > len(head) * _MAX_CONTROL_SHARE


def _scanned(markup: bytes) -> Scan:
    return scan(markup, checks_attributes=len(markup) > UNGUARDED_BYTES, max_tags=MAX_TAGS)


def _root(markup: bytes, *, keep_comments: bool) -> etree._Element | None:
    parser = etree.HTMLParser(
        remove_comments=not keep_comments,
        remove_pis=not keep_comments,
        huge_tree=True,
        encoding="utf-8",
        # Nobody asks for an element by its id.
        collect_ids=False,
    )
    try:
        return etree.fromstring(markup, parser)
    except etree.LxmlError:
        return None


def _empty_readings(root: etree._Element) -> None:
    """Take the text out of ruby annotations that no brackets part from the signs: nobody reads both in one line.

    One that was never closed and holds paragraphs stays as it is.
    """
    for reading in root.iter("rt"):
        before = reading.getprevious()
        inner = list(islice(reading.iter(), _MOST_IN_READING + 1))
        is_short = len(inner) <= _MOST_IN_READING and all(element.tag in INLINE_TAGS for element in inner)
        if is_short and (before is None or before.tag != "rp"):
            reading.text = None
            for element in inner[1:]:
                element.text = element.tail = None


def _is_too_deep(root: etree._Element) -> bool:
    # The parse stops at the limit, so what was open then is the chain of last children.
    depth, node = 1, root
    while len(node):
        depth, node = depth + 1, node[-1]
    return depth >= MAX_DEPTH
