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
from newsloom.dom.mhtml import read_mhtml
from newsloom.dom.parselimits import Scan, close_tags, scan, without_ends
from newsloom.dom.tags import INLINE_TAGS
from newsloom.errors import InputError
from newsloom.text.patterns import pattern

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MAX_TAGS", "UNGUARDED_BYTES", "parse"]

# The largest of 4,200 real pages at hand has 5.3 MB, the one richest in tags 21,646 of them.
MAX_BYTES: Final = 8_000_000
MAX_TAGS: Final = 150_000
# Where libxml2 stops (its xmlParserMaxDepth with XML_PARSE_HUGE), dropping all that follows.
MAX_DEPTH: Final = 2048

UNGUARDED_BYTES: Final = 65_536
"""Below this size even one single tag full of attributes is parsed in 0.2 s, as HTML and as XML."""

# A title never closed takes the whole page for its text; where it was meant to end, a tag begins.
_TITLE: Final = pattern(rb"<[tT][iI][tT][lL][eE](?:\s[^<>]{0,200})?>[^<]{0,2000}")
_TITLE_END: Final = pattern(rb"</[tT][iI][tT][lL][eE]\s*>")
_MAX_TITLE_BYTES: Final = 4_000

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

_BLANK_LINES: Final = pattern(rb"\n[ \t\r]*+(?:\n[ \t\r]*+)++")


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
) -> Document:
    """The page as a Document; ``charset`` is the transport header's, ``title`` the feed's.

    ``keep_comments`` leaves comments and instructions in the tree, for the methods that read them.

    Raises ``TypeError`` if the page is neither bytes nor text, ``InputError`` if the layout is another page's, and
    nothing for what the page holds.
    """
    if not isinstance(page, bytes | str):
        raise TypeError(f"a page is bytes or str, not {type(page).__name__}")
    saved = read_mhtml(page)
    if saved:
        page, charset, url = saved.html, saved.charset or charset, url or saved.url
    root, encoding, reason = _read(page, charset, keep_comments=keep_comments)
    document = Document(
        root=root,
        url=url,
        feed_title=title,
        encoding=encoding,
        template=template,
        layout=layout,
        earlier=earlier,
        reason=reason,
    )
    if layout is not None and not (len(layout) == 0 if document.tree is None else layout.fits(document.tree)):
        raise InputError("layout", f"it is another page's: {len(layout)} nodes, nested otherwise than this page's")
    return document


def _read(
    page: bytes | str, charset: str | None, *, keep_comments: bool
) -> tuple[etree._Element | None, str | None, str | None]:
    """The tree, the encoding and the reason why the tree is missing or ends early."""
    kind = _kind_by_signature(page[:_SNIFFED_BYTES])
    if kind:
        return None, None, f"this is not HTML: it looks like {kind}"
    markup, encoding = _as_markup(page, charset)
    if not markup or markup.isspace():
        return None, encoding, "the page is empty"
    if _is_binary(markup[:_SNIFFED_BYTES]):
        return None, encoding, "this is not HTML: it looks like binary data"
    kind = _kind_by_beginning(markup[:_SNIFFED_BYTES])
    if kind:
        return None, encoding, f"this is not a page: it looks like {kind}"
    found = _scanned(markup)
    has_all_tags = found.size == len(markup)
    if not has_all_tags:
        # What was found near the cut may reach beyond it.
        markup = markup[: found.size]
        found = _scanned(markup)
    root = _root(_repaired(markup, found), keep_comments=keep_comments)
    if root is not None:
        _empty_readings(root)
    return root, encoding, _cut(root, has_all_tags=has_all_tags, has_all_bytes=len(page) <= MAX_BYTES)


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


def _repaired(markup: bytes, found: Scan) -> bytes:
    if b"<" not in markup:
        # Plain text: its blank lines are its only structure.
        return b"<p>" + _BLANK_LINES.sub(b"<p>", markup, count=MAX_TAGS)
    closed = _with_title_closed(close_tags(markup, found.cuts))
    ends = found.ends if closed is markup else scan(closed, checks_attributes=False).ends
    return without_ends(closed, _early(closed, ends))


def _early(markup: bytes, ends: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ends that anything follows: nothing is lost behind the others, and to cut them off copies the page."""
    count, size = len(ends), len(markup)
    while count and not markup[ends[count - 1][1] : size].strip():
        count -= 1
        size = ends[count][0]
    return ends[:count]


def _with_title_closed(markup: bytes) -> bytes:
    title = _TITLE.search(markup)
    if not title or _TITLE_END.search(markup, title.end(), title.end() + _MAX_TITLE_BYTES):
        return markup
    return markup[: title.end()] + b"</title>" + markup[title.end() :]


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


def _cut(root: etree._Element | None, *, has_all_tags: bool, has_all_bytes: bool) -> str | None:
    if root is None:
        return "the page holds no HTML"
    if _is_too_deep(root):
        return f"the page was cut where tags are nested {MAX_DEPTH:,} deep"
    if not has_all_tags:
        return f"the page was cut after {MAX_TAGS:,} tags"
    return None if has_all_bytes else f"the page was cut after {MAX_BYTES:,} bytes"


def _is_too_deep(root: etree._Element) -> bool:
    # The parse stops at the limit, so what was open then is the chain of last children.
    depth, node = 1, root
    while len(node):
        depth, node = depth + 1, node[-1]
    return depth >= MAX_DEPTH
