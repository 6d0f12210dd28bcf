"""Reads pages that browsers saved with all their parts (MHTML, RFC 2557): the HTML, its address and its charset.

The first part that is HTML is the page. Pictures and frames in other parts are ignored. The size of headers and the
number of parts are bounded. A damaged archive is not read.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from newsloom.text.patterns import pattern

__all__ = ["SavedPage", "read_mhtml"]

_MAX_HEADER_BYTES: Final = 16_384
_MAX_PARTS: Final = 500
_BLANK_LINE: Final = pattern(rb"\r?\n\r?\n")
_FOLDED: Final = pattern(rb"\r?\n[ \t]+")
_FIELD: Final = pattern(rb"(?m)^([!-9;-~]{1,60}):[ \t]*([^\r\n]{0,4000})")
# Checked before a page given as text is encoded.
_FIRST_FIELD: Final = pattern(
    rb"(?:\xef\xbb\xbf)?\s*+(?:From|Subject|Date|MIME-Version|Snapshot-Content-Location|Content-Type):", re.IGNORECASE
)
_SNIFFED: Final = 200
_BOUNDARY: Final = pattern(r"""boundary\s{0,9}=\s{0,9}(?:"([^"]{1,200})"|([^\s;"]{1,200}))""", re.IGNORECASE)
_CHARSET: Final = pattern(r"""charset\s{0,9}=\s{0,9}"?([\w.:-]{1,40})""", re.IGNORECASE)


class SavedPage(NamedTuple):
    """The HTML of the page, and its address and charset if the archive names them."""

    html: bytes
    url: str | None
    charset: str | None


def read_mhtml(archive: bytes | str) -> SavedPage | None:
    """The page in the archive; None if it is not an archive or has no HTML."""
    head = archive[:_SNIFFED]
    if not _FIRST_FIELD.match(head.encode("utf-8", "replace") if isinstance(head, str) else head):
        return None
    whole = archive.encode("utf-8", "replace") if isinstance(archive, str) else archive
    start = whole.lstrip(b"\r\n\t \xef\xbb\xbf")
    end = _BLANK_LINE.search(start, 0, _MAX_HEADER_BYTES)
    fields = _fields(start[: end.start()]) if end else {}
    kind = fields.get("content-type", "")
    boundary = _BOUNDARY.search(kind) if kind.lower().startswith("multipart/related") else None
    if not end or not boundary:
        return None
    mark = b"--" + (boundary[1] or boundary[2]).encode("utf-8", "surrogateescape")
    for part, body in _parts(start, mark, end.end()):
        if part.get("content-type", "").lower().startswith(("text/html", "application/xhtml")):
            html = _decoded(body, part.get("content-transfer-encoding", ""))
            location = part.get("content-location") or fields.get("snapshot-content-location")
            charset = _CHARSET.search(part["content-type"])
            return SavedPage(html, _web(location), charset[1] if charset else None) if html is not None else None
    return None


def _fields(header: bytes) -> dict[str, str]:
    unfolded = _FOLDED.sub(b" ", header)
    return {name.decode().lower(): value.decode("utf-8", "replace").strip() for name, value in _FIELD.findall(unfolded)}


def _parts(archive: bytes, mark: bytes, position: int) -> Iterator[tuple[Mapping[str, str], bytes]]:
    start = archive.find(mark, position)
    for _ in range(_MAX_PARTS):
        if start < 0:
            return
        start += len(mark)
        end = archive.find(b"\n" + mark, start)
        header = _BLANK_LINE.search(archive, start, start + _MAX_HEADER_BYTES)
        if header and (end < 0 or header.end() <= end):
            yield _fields(archive[start : header.start()]), archive[header.end() : end if end >= 0 else None]
        start = end + 1 if end >= 0 else -1


def _decoded(body: bytes, encoding: str) -> bytes | None:
    match encoding.strip().lower():
        case "quoted-printable":
            return binascii.a2b_qp(body)
        case "base64":
            try:
                return binascii.a2b_base64(body)
            except binascii.Error:
                return None
        case _:
            return body


def _web(location: str | None) -> str | None:
    return location if location and location.lower().startswith(("http://", "https://")) else None
