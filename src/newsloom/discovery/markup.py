"""Bytes of a feed, a sitemap or an OPML file to an XML tree, even if they are not well-formed.

A body and the possible names of its root go in; a ``ParsedMarkup`` comes out, with the faults that were ignored. The
parse is bounded in bytes, tags, attributes and depth, reads no DTD, expands no entities and opens no address. Anything
before the root is dropped.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from lxml import etree

from newsloom.discovery.repair import repaired
from newsloom.dom.decode import as_utf8
from newsloom.dom.markupscan import scan
from newsloom.dom.parse import UNGUARDED_BYTES
from newsloom.dom.repair import close_tags
from newsloom.errors import InputError

__all__ = ["MAX_BYTES", "ParsedMarkup", "TagNames", "fields_of", "own_text", "parse_tree", "readable"]

MAX_BYTES: Final = 16_000_000
"""The rest is cut off. A sitemap with the 50,000 addresses that the protocol allows has about 8 MB."""
# Such a sitemap with all its optional elements has half a million; each costs some 150 bytes in the tree.
_MAX_TAGS: Final = 600_000
# Some servers print warnings, licences or advertisements before the XML begins.
_MAX_PROLOG: Final = 65_536

_GZIP: Final = b"\x1f\x8b"
# XML 1.0, 2.2: allowed in no document, not even escaped; and the two that are no characters.
_CONTROLS: Final = bytes(set(range(32)) - set(b"\t\n\r"))
_NO_CHARACTER: Final = re.compile(rb"\xef\xbf[\xbe\xbf]")
# An entity made of others, or fetched from elsewhere: of no use but to attack.
_ENTITY_BOMB: Final = re.compile(
    rb"""<!ENTITY\s{1,99}[\w.-]{1,99}\s{1,99}(?:SYSTEM|PUBLIC|"[^"]{0,2000}?&[^#"]|'[^']{0,2000}?&[^#'])"""
)
_WEB_PAGE: Final = re.compile(rb"\s{0,999}<(?:!doctype\s{1,9}html|html)\b", re.IGNORECASE)
_TURKISH: Final = re.compile(rb"<(?:\w{1,9}:)?language>\s{0,9}tr\b|xml:lang\s?=\s?[\"']tr\b", re.IGNORECASE)
_UTF8: Final = re.compile(r"utf[-_]?8", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedMarkup:
    """A root element, its name, and the faults that were ignored."""

    root: etree._Element
    name: str
    faults: tuple[str, ...] = ()


def parse_tree(markup: bytes, roots: Iterable[str], *, subject: str, faults: Iterable[str] = ()) -> ParsedMarkup:
    """The tree below the first of the ``roots`` that opens in what ``readable`` gave; ``faults`` are those known.

    Raises ``InputError`` where none does, or where the document declares entities to attack with.
    """
    if _WEB_PAGE.match(markup):
        raise InputError(subject, "this is a web page, not XML; its feeds are named in its head")
    start, name = _root_in(markup[:_MAX_PROLOG], roots, subject)
    if _ENTITY_BOMB.search(markup, 0, start):
        raise InputError(subject, "it declares entities made of other entities, as attacks do; it was not read")
    document = markup[start:]
    if len(document) > UNGUARDED_BYTES:
        document = close_tags(document, scan(document, checks_attributes=True).cuts)
    size = scan(document, checks_attributes=False, max_tags=_MAX_TAGS).size
    forgiven = [*faults, *([f"cut after {_MAX_TAGS:,} tags"] if size < len(document) else [])]
    root, fault = _parsed(document[:size], subject)
    return ParsedMarkup(root=root, name=name, faults=tuple([*forgiven, fault] if fault else forgiven))


def readable(body: bytes, charset: str | None = None) -> tuple[bytes, list[str]]:
    """The body in UTF-8, inflated where it is gzip, without characters that no text has; and what was forgiven.

    ``charset`` is the transport header's.
    """
    faults: list[str] = []
    if body.startswith(_GZIP):
        body = _inflated(body)
    if len(body) > MAX_BYTES:
        body = body[:MAX_BYTES]
        faults.append(f"cut after {MAX_BYTES:,} bytes")
    # A server that calls everything UTF-8 knows less of a body that is not than its own declaration.
    markup, encoding = as_utf8(body, None if charset and _UTF8.fullmatch(charset) else charset)
    if encoding == "cp1252" and _TURKISH.search(markup[:_MAX_PROLOG]):
        # The two differ in six letters, and servers set up elsewhere call both Latin-1.
        markup = body.decode("cp1254", "replace").encode()
    return _NO_CHARACTER.sub(b"", markup.translate(None, _CONTROLS)), faults


class TagNames(dict[str, str]):
    """From lxml's tag to a name in lower case with the usual prefix, whatever prefix the document chose.

    ``namespaces`` maps a namespace, without scheme and last slash, to its usual prefix, empty for none. Those of the
    root's own namespace have none, "?" is the prefix of the unknown.
    """

    def __init__(self, root: etree._Element, namespaces: Mapping[str, str]) -> None:
        super().__init__()
        self._namespaces = namespaces
        # A prefix that was never declared is left in front of the name.
        self._home = root.tag.rpartition("}")[0] or root.tag.rpartition(":")[0]

    def __missing__(self, tag: str) -> str:
        space, _, name = tag.rpartition("}" if tag.startswith("{") else ":")
        if space and space != self._home:
            prefix = self._namespaces.get(_namespace_key(space[1:]), "?") if tag.startswith("{") else space.lower()
            name = f"{prefix}:{name}" if prefix else name
        self[tag] = name = name.lower()
        return name


def fields_of(element: etree._Element, names: TagNames) -> dict[str, list[etree._Element]]:
    """The element's children by name, in the order of the document."""
    found: dict[str, list[etree._Element]] = {}
    for child in element:
        # An entity left unexpanded is a node whose tag is a function.
        if isinstance(child.tag, str):
            found.setdefault(names[child.tag], []).append(child)
    return found


def own_text(element: etree._Element) -> str:
    """The element's text; with markup in it, as markup."""
    if not len(element):
        return element.text or ""
    inside = [etree.tostring(child, encoding="unicode") for child in element]
    return (element.text or "") + "".join(inside)


def _root_in(prolog: bytes, roots: Iterable[str], subject: str) -> tuple[int, str]:
    names = "|".join(roots)
    found = re.search(rf"<(?:[\w.-]{{1,40}}:)?({names})(?=[\s/>])".encode(), prolog, re.IGNORECASE)
    if not found:
        wanted = " or ".join(f"<{name}>" for name in roots)
        raise InputError(subject, f"there is no {wanted} in its first {_MAX_PROLOG:,} bytes")
    return found.start(), found[1].decode().lower()


def _inflated(body: bytes) -> bytes:
    """What the gzip body holds, at most one byte more than ``MAX_BYTES``; of a broken one, what can be read."""
    inflater = zlib.decompressobj(wbits=31)
    try:
        return inflater.decompress(body, MAX_BYTES + 1)
    except zlib.error:
        return b""


def _parsed(document: bytes, subject: str) -> tuple[etree._Element, str | None]:
    # Well-formed to a parser, which takes all up to the end of a later section for the text of the first.
    if document.count(b"<![CDATA[") > document.count(b"]]>"):
        return _forgiven(document, subject), "not well-formed: character data that is never closed"
    try:
        return etree.fromstring(document, _parser(is_forgiving=False)), None
    except etree.XMLSyntaxError as error:
        return _forgiven(document, subject), f"not well-formed: {error.msg}"


def _forgiven(document: bytes, subject: str) -> etree._Element:
    reason = "its markup is too broken to be read"
    try:
        root = etree.fromstring(repaired(document.decode("utf-8", "replace")).encode(), _parser(is_forgiving=True))
    except etree.XMLSyntaxError as error:
        raise InputError(subject, reason) from error
    if root is None:
        raise InputError(subject, reason)
    return root


def _parser(*, is_forgiving: bool) -> etree.XMLParser:
    return etree.XMLParser(
        encoding="utf-8",
        recover=is_forgiving,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def _namespace_key(address: str) -> str:
    return address.lower().removeprefix("http://").removeprefix("https://").removeprefix("www.").rstrip("/#")
