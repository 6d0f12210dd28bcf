"""Finds the rights that a publisher reserves in the headers and the bytes of a page, and returns them as short names.

Recorded, not enforced: "noai" and "noimageai" (robots directives in header or meta tag), "tdm-reservation" (W3C's TDM
Reservation Protocol, header or meta tag), "not-free" (schema.org's isAccessibleForFree). The protocol's file for a
whole site, /.well-known/tdmrep.json, is not read. Parses nothing: it only searches bytes, mostly in the head of the
page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from multidict import CIMultiDictProxy

__all__ = ["rights_of"]

# Longer heads consist of inline styles and scripts; the meta tags come before them.
_HEAD_BYTES: Final = 65_536
_DIRECTIVES: Final = ("noai", "noimageai")
_ROBOTS_NAMES: Final = frozenset({b"robots", b"googlebot-news"})

_META: Final = re.compile(rb"<meta\s([^<>]{1,1000})>")
_ATTRIBUTE: Final = re.compile(rb"""\b(name|content)\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_NOT_FREE: Final = re.compile(rb"""isAccessibleForFree["']\s{0,20}:\s{0,20}["']?(?:false|False|FALSE|no\b)""")


def rights_of(headers: CIMultiDictProxy[str], body: bytes, token: str) -> tuple[str, ...]:
    """The signals in the order of this module's docstring; ``token`` is our name in robots directives."""
    found = set(_from_headers(headers, token)) | set(_from_head(body, token))
    # A plain search of all bytes first, because nearly all pages do not need the pattern.
    if b"isAccessibleForFree" in body and _NOT_FREE.search(body):
        found.add("not-free")
    return tuple(name for name in (*_DIRECTIVES, "tdm-reservation", "not-free") if name in found)


def _from_headers(headers: CIMultiDictProxy[str], token: str) -> Iterator[str]:
    for line in headers.getall("X-Robots-Tag", ()):
        yield from _directives(line.lower(), token)
    if headers.get("TDM-Reservation", "").strip() == "1":
        yield "tdm-reservation"


def _directives(line: str, token: str) -> Iterator[str]:
    """The directives of a line that apply to us. It may begin with the name of a robot: "otherbot: noai"."""
    robot, colon, rest = line.partition(":")
    if colon and "," not in robot and robot.strip() not in {"unavailable_after", "max-snippet", "max-image-preview"}:
        if robot.strip() not in {token, "*"}:
            return
        line = rest
    yield from {part.strip() for part in line.split(",")}.intersection(_DIRECTIVES)


def _from_head(body: bytes, token: str) -> Iterator[str]:
    head = body[:_HEAD_BYTES].lower()
    if b"noai" not in head and b"noimageai" not in head and b"tdm-reservation" not in head:
        return
    names = _ROBOTS_NAMES | {token.encode()}
    for tag in _META.finditer(head):
        attributes = {match[1]: match[2] or match[3] or match[4] or b"" for match in _ATTRIBUTE.finditer(tag[1])}
        name, content = attributes.get(b"name", b"").strip(), attributes.get(b"content", b"")
        if name in names:
            yield from {part.strip() for part in content.decode("ascii", "replace").split(",")}.intersection(
                _DIRECTIVES
            )
        elif name == b"tdm-reservation" and content.strip() == b"1":
            yield "tdm-reservation"
