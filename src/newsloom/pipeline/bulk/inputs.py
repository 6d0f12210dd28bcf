"""Inputs of bulk runs: a folder, a WARC, JSON lines or one page to entries.

Entries come in a fixed order, so that a run can be resumed: of a folder by path, of a file as stored. A page that
cannot be reached is a ``BrokenEntry``; what is no page (a picture, a request, a "not found") is ``None``. Nothing is
fetched.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from newsloom.errors import InputError
from newsloom.pipeline.bulk.entries import BrokenEntry, FileEntry, LineEntry, PageEntry, RecordEntry, looks_like_page
from newsloom.pipeline.bulk.gunzip import GZIP_MAGIC, read_chunks
from newsloom.pipeline.bulk.warc import WARC_MAGIC, DamagedRecord, Record, header_fields, read_records, split_message

__all__ = ["entries_of"]

_PAGE_SUFFIXES: Final = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz")
_WARC_SUFFIXES: Final = (".warc", ".warc.gz")
# A line holds a page, with every quote and line break written as two letters, and every Turkish one as six.
_MAX_LINE_BYTES: Final = 64 * 1024 * 1024

_PAGE_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
# What servers and archives write where they do not know.
_VAGUE_TYPES: Final = frozenset({"", "text/plain", "application/octet-stream", "unknown/unknown", "no-type"})


def entries_of(source: Path | BinaryIO) -> Iterator[PageEntry | None]:
    """The pages in a folder, in a file, or in a stream of JSON lines.

    Raises ``InputError`` where the source cannot be opened, or is none of these.
    """
    if not isinstance(source, Path):
        return _lines(source)
    if source.is_dir():
        if not os.access(source, os.R_OK | os.X_OK):
            raise InputError(str(source), "this folder cannot be read")
        return _of_folder(source)
    return _of_file(source)


def _of_folder(folder: Path) -> Iterator[PageEntry | None]:
    """The pages in a folder and those below it, by their paths. Links to folders are not followed."""
    waiting = [(folder, True)]
    while waiting:
        place, is_folder = waiting.pop()
        name = _as_text(place.relative_to(folder).as_posix())
        if is_folder:
            try:
                waiting += sorted(_wanted(place), reverse=True)
            except OSError as error:
                yield BrokenEntry(name=name, reason=error.strerror or str(error))
        elif place.name.lower().endswith(_WARC_SUFFIXES):
            yield from _records_in(place, f"{name} ")
        else:
            yield FileEntry(name=name, size=_size(place), file=place)


def _wanted(folder: Path) -> Iterator[tuple[Path, bool]]:
    """What is in a folder and may hold a page, and whether that is a folder, too."""
    with os.scandir(folder) as entries:
        for entry in entries:
            is_folder = entry.is_dir(follow_symlinks=False)
            if is_folder or (entry.name.lower().endswith((*_PAGE_SUFFIXES, *_WARC_SUFFIXES)) and _is_file(entry)):
                yield Path(entry), is_folder


def _is_file(entry: os.DirEntry[str]) -> bool:
    """A device or a pipe may have a page's name, too, and would never end."""
    try:
        return entry.is_file()
    except OSError:
        # A link that leads to itself, or to where nobody may look: that page fails when it is read, and no other.
        return True


def _as_text(name: str) -> str:
    """A name as a line has it: a file's need not be text."""
    return name.encode("utf-8", "replace").decode()


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _of_file(file: Path) -> Iterator[PageEntry | None]:
    start = _beginning(file).removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(WARC_MAGIC):
        return _records_in(file)
    if start.startswith(b"{"):
        return _lines_in(file)
    if looks_like_page(start):
        return iter([FileEntry(name=_as_text(file.name), size=_size(file), file=file)])
    if not start:
        return iter(())
    if start[:8].lower().startswith((b"http://", b"https://")):
        reason = "these are addresses, and bulk fetches nothing. Use: xargs newsloom extract --format json, or add"
        raise InputError(str(file), reason)
    raise InputError(str(file), 'wanted a folder of pages, a WARC, or JSON lines with "url" and "html"')


def _beginning(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            return next((chunk.content for chunk in read_chunks(stream) if chunk.content), b"")
    except (OSError, ValueError) as error:
        # ValueError: a name with a NUL in it.
        raise InputError(str(file), getattr(error, "strerror", None) or str(error)) from error


def _lines_in(file: Path) -> Iterator[PageEntry | None]:
    with file.open("rb") as stream:
        is_packed = stream.read(len(GZIP_MAGIC)) == GZIP_MAGIC
        stream.seek(0)
        if not is_packed:
            yield from _lines(stream)
            return
        with gzip.open(stream) as unpacked:
            yield from _lines(unpacked)  # type: ignore[arg-type]


def _lines(stream: BinaryIO) -> Iterator[PageEntry | None]:
    number = 0
    try:
        while line := stream.readline(_MAX_LINE_BYTES):
            number += 1
            if not line.endswith(b"\n") and len(line) == _MAX_LINE_BYTES:
                yield BrokenEntry(name=f"line {number}", reason=f"is longer than {_MAX_LINE_BYTES} bytes")
                while line and not line.endswith(b"\n"):
                    line = stream.readline(_MAX_LINE_BYTES)
            elif line.strip():
                yield LineEntry(name=f"line {number}", line=line)
    except (OSError, EOFError, zlib.error) as error:
        yield BrokenEntry(name=f"line {number + 1}", reason=f"the file cannot be read on: {error}")


def _records_in(file: Path, prefix: str = "") -> Iterator[PageEntry | None]:
    number = 0
    try:
        with file.open("rb") as stream:
            for record in read_records(stream):
                number = record.number
                name = f"{prefix}record {number}"
                if isinstance(record, DamagedRecord):
                    yield BrokenEntry(name=name, reason=record.reason)
                else:
                    yield _page_in(record, name)
    except OSError as error:
        reason = f"the file cannot be read on: {error.strerror or error}"
        yield BrokenEntry(name=f"{prefix}record {number + 1}", reason=reason)


def _page_in(record: Record, name: str) -> RecordEntry | None:
    """The page that a record holds, if it holds one."""
    url = record.fields.get("warc-target-uri", "").strip("<>")
    address = url if url.lower().startswith(("http://", "https://")) else None
    kind = record.fields.get("warc-type", "").lower()
    content_type = record.fields.get("content-type")
    if kind == "resource" and _is_page(content_type, record.content):
        return RecordEntry(name=name, url=address, body=record.content, content_type=content_type)
    if kind == "response":
        return _page_in_answer(record.content, name, address)
    return None


def _page_in_answer(content: bytes, name: str, url: str | None) -> RecordEntry | None:
    head, body = split_message(content)
    status = head.split(b" ", 2)[1:2]
    fields = header_fields(head)
    encoding, content_type = fields.get("content-encoding"), fields.get("content-type")
    if not (head.startswith(b"HTTP/") and status and status[0].startswith(b"2")):
        return None
    is_chunked = "chunked" in fields.get("transfer-encoding", "").lower()
    if not _is_page(content_type, b"<" if encoding or is_chunked else body):
        return None
    return RecordEntry(
        name=name,
        url=url,
        body=body,
        content_type=content_type,
        content_encoding=encoding,
        is_chunked=is_chunked,
    )


def _is_page(content_type: str | None, body: bytes) -> bool:
    media_type = (content_type or "").partition(";")[0].strip().lower()
    return media_type in _PAGE_TYPES or (media_type in _VAGUE_TYPES and looks_like_page(body))
