"""Entries: where a page is stored, such as a file, a line of JSON or a record of a WARC.

An entry is sent to another process, which reads, decodes and decompresses the page. If an entry is broken, ``page``
raises, which becomes that page's ``Failure``.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from newsloom.decompression import GZIP_MAGIC, BodyBroken, decompress
from newsloom.dom.decode import as_utf8, charset_of
from newsloom.dom.parse import MAX_BYTES
from newsloom.errors import InputError
from newsloom.pipeline.bulk.places import Place

__all__ = [
    "BrokenEntry",
    "DamagedFile",
    "FileEntry",
    "LineEntry",
    "PageEntry",
    "PageText",
    "RecordEntry",
    "RowEntry",
    "TextEntry",
    "looks_like_page",
]

# The maximum size of a decompressed page. The fetching client has the same limit.
_MAX_PAGE_BYTES: Final = 10_000_000
# The length of a chunk in hexadecimal. Extensions after a semicolon are ignored (RFC 9112, section 7.1).
_CHUNK: Final = re.compile(rb"([0-9a-fA-F]{1,8})[^\r\n]{0,200}\r?\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText:
    """A page, ready to be read. ``title`` is the feed's."""

    content: bytes | str
    url: str | None = None
    title: str | None = None
    fetched_at: datetime | None = None


class PageEntry(Protocol):
    """An entry. ``name`` is the page's place in the input, ``size`` its approximate number of bytes.

    ``url`` is None if the address is not known before the page is read.
    """

    @property
    def name(self) -> str: ...

    @property
    def url(self) -> str | None: ...

    @property
    def size(self) -> int: ...

    def page(self) -> PageText: ...

    def stored(self) -> bytes:
        """The page as it is stored, to be kept with a failure. Empty if there is none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEntry:
    """A page in a file of its own, possibly gzipped."""

    name: str
    size: int
    file: Place
    url: None = None

    def page(self) -> PageText:
        try:
            body = self.stored()
        except OSError as error:
            raise InputError(self.name, error.strerror or str(error)) from error
        return PageText(content=decompress(body, "gzip", _MAX_PAGE_BYTES) if body.startswith(GZIP_MAGIC) else body)

    def stored(self) -> bytes:
        with self.file.open("rb") as stream:
            # One byte more than is parsed, so that the parser notices that the page is longer.
            return stream.read(MAX_BYTES + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineEntry:
    """A JSON object with ``html``, and optionally ``url`` and the feed's ``title``."""

    name: str
    line: bytes
    url: None = None

    @property
    def size(self) -> int:
        return len(self.line)

    def page(self) -> PageText:
        try:
            values = json.loads(self.line)
        except (ValueError, RecursionError) as error:
            raise InputError(self.name, f"is not JSON: {error}") from error
        if not isinstance(values, dict) or not isinstance(values.get("html"), str):
            raise InputError(self.name, 'wanted an object with "url" and "html"; there is no text under "html"')
        url, title = (values.get(key) if isinstance(values.get(key), str) else None for key in ("url", "title"))
        return PageText(content=values["html"], url=url, title=title)

    def stored(self) -> bytes:
        return self.line


@dataclass(frozen=True, slots=True, kw_only=True)
class RowEntry:
    """A page given with what is known of it: a row of a table, or a page of a newsroom."""

    name: str
    content: bytes | str
    url: str | None = None
    title: str | None = None
    fetched_at: datetime | None = None

    @property
    def size(self) -> int:
        return len(self.content)

    def page(self) -> PageText:
        return PageText(content=self.content, url=self.url, title=self.title, fetched_at=self.fetched_at)

    def stored(self) -> bytes:
        return self.content if isinstance(self.content, bytes) else self.content.encode("utf-8", "replace")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEntry:
    """The text of a page that was already extracted by others, as in WET files. Each line is a paragraph."""

    name: str
    url: str | None
    text: bytes
    fetched_at: datetime | None = None

    @property
    def size(self) -> int:
        return len(self.text)

    def page(self) -> PageText:
        lines = [line.strip() for line in self.text[:_MAX_PAGE_BYTES].decode("utf-8", "replace").split("\n")]
        title, *body = [html.escape(line, quote=False) for line in lines if line] or [""]
        paragraphs = "".join(f"<p>{line}</p>\n" for line in body)
        content = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>\n{paragraphs}</body></html>"
        return PageText(content=content, url=self.url, fetched_at=self.fetched_at)

    def stored(self) -> bytes:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenEntry:
    """A page that cannot be reached. It keeps its place in the order and fails."""

    name: str
    reason: str
    url: None = None
    size: int = 0

    def page(self) -> PageText:
        raise DamagedFile(self.name, self.reason)

    def stored(self) -> bytes:
        return b""


class DamagedFile(InputError):
    """A file of pages is damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEntry:
    """A page as sent by an HTTP server, or as stored in an archive."""

    name: str
    url: str | None
    body: bytes
    content_type: str | None = None
    content_encoding: str | None = None
    is_chunked: bool = False
    fetched_at: datetime | None = None

    @property
    def size(self) -> int:
        return len(self.body)

    def stored(self) -> bytes:
        return self.body

    def page(self) -> PageText:
        body = _unchunked(self.body) if self.is_chunked else self.body
        try:
            body = decompress(body, self.content_encoding, _MAX_PAGE_BYTES)
        except BodyBroken:
            # Many archives store the body decompressed, with the header as it was.
            if not looks_like_page(body):
                raise
        charset = charset_of(self.content_type)
        content = as_utf8(body, charset)[0] if charset else body
        return PageText(content=content, url=self.url, fetched_at=self.fetched_at)


def looks_like_page(body: bytes) -> bool:
    """Whether it starts with a tag."""
    return body[:1_024].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


def _unchunked(body: bytes) -> bytes:
    """The body without its chunk lengths, as far as they are valid."""
    parts, position = [], 0
    while (mark := _CHUNK.match(body, position)) is not None and (size := int(mark[1], 16)):
        parts.append(body[mark.end() : mark.end() + size])
        position = mark.end() + size
        # The line break after the chunk.
        position += 2 if body.startswith(b"\r\n", position) else body.startswith(b"\n", position)
    return b"".join(parts) if parts or mark else body
