"""Inputs of bulk runs: reads entries from a folder, a WARC, JSON lines, a table or a single page.

Entries come in a fixed order, so that a run can be resumed: those of a folder by path, those of a file as stored. A
page that cannot be reached is a ``BrokenEntry``; anything but a page (a picture, a request, a "not found") is ``None``.
Nothing is fetched.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

import zstandard

from newsloom.decompression import GZIP_MAGIC
from newsloom.errors import InputError
from newsloom.pipeline.bulk.compressed import is_compressed, read_chunks
from newsloom.pipeline.bulk.entries import (
    BrokenEntry,
    FileEntry,
    LineEntry,
    PageEntry,
    RecordEntry,
    TextEntry,
    looks_like_page,
)
from newsloom.pipeline.bulk.places import Place, RemoteFile
from newsloom.pipeline.bulk.tables import PARQUET_MAGIC, rows_in
from newsloom.pipeline.bulk.warc import WARC_MAGIC, DamagedRecord, Record, header_fields, read_records, split_message

__all__ = [
    "PAGE_SUFFIXES",
    "WARC_SUFFIXES",
    "InputEntry",
    "PagesOnly",
    "Revisit",
    "beginning_of",
    "entries_of",
    "file_entry",
    "lines_between",
    "records_between",
]

PAGE_SUFFIXES: Final = (".html", ".htm", ".xhtml", ".html.gz", ".htm.gz")
WARC_SUFFIXES: Final = (".warc", ".warc.gz", ".warc.zst", ".wet", ".wet.gz", ".wet.zst")
# A line holds a page, with every quote and line break written as two characters, and every Turkish letter as six.
_MAX_LINE_BYTES: Final = 64 * 1024 * 1024

_MOST_ZSTD_WINDOW: Final = 128 * 1024 * 1024

_PAGE_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
# What servers and archives write if they do not know the type.
_VAGUE_TYPES: Final = frozenset({"", "text/plain", "application/octet-stream", "unknown/unknown", "no-type"})


class Revisit:
    """A record without a page, which says that the page is the same as in an earlier record."""


InputEntry: TypeAlias = PageEntry | Revisit | None
"""A page, or an entry that is not a page."""


class PagesOnly:
    """The entries that are pages. ``passed`` counts the others so far, ``revisits`` those of them that are revisits."""

    def __init__(self, entries: Iterator[InputEntry]) -> None:
        self._entries = entries
        self.passed = 0
        self.revisits = 0

    def __iter__(self) -> Iterator[PageEntry]:
        for entry in self._entries:
            if entry is None or isinstance(entry, Revisit):
                self.passed += 1
                self.revisits += entry is not None
            else:
                yield entry


def entries_of(source: Place | BinaryIO) -> Iterator[InputEntry]:
    """The pages in a folder, in a file, or in a stream of JSON lines.

    Raises ``InputError`` if the source cannot be opened, or is none of these.
    """
    if isinstance(source, RemoteFile):
        return _of_file(source)
    if not isinstance(source, Path):
        return _lines(source)
    if source.is_dir():
        if not os.access(source, os.R_OK | os.X_OK):
            raise InputError(str(source), "this folder cannot be read")
        return _of_folder(source)
    return _of_file(source)


def _of_folder(folder: Path) -> Iterator[InputEntry]:
    """The pages in a folder and its subfolders, ordered by path. Links to folders are not followed."""
    waiting = [(folder, True)]
    while waiting:
        place, is_folder = waiting.pop()
        name = _as_text(place.relative_to(folder).as_posix())
        if is_folder:
            try:
                waiting += sorted(_wanted(place), reverse=True)
            except OSError as error:
                yield BrokenEntry(name=name, reason=error.strerror or str(error))
        elif place.name.lower().endswith(WARC_SUFFIXES):
            yield from _records_in(place, f"{name} ")
        else:
            yield file_entry(place, name)


def _wanted(folder: Path) -> Iterator[tuple[Path, bool]]:
    """The subfolders of a folder and its files that may have pages, each with whether it is a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            is_folder = entry.is_dir(follow_symlinks=False)
            if is_folder or (entry.name.lower().endswith((*PAGE_SUFFIXES, *WARC_SUFFIXES)) and _is_file(entry)):
                yield Path(entry), is_folder


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether it is a regular file. A device or a pipe may have a page's name too, and would never end."""
    try:
        return entry.is_file()
    except OSError:
        # A link that leads to itself or to a forbidden place: only that page fails, when it is read.
        return True


def _as_text(name: str) -> str:
    """The name as valid text, which file names need not be."""
    return name.encode("utf-8", "replace").decode()


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _of_file(file: Place) -> Iterator[InputEntry]:
    start = beginning_of(file)
    if start.startswith(PARQUET_MAGIC):
        return rows_in(file)
    if start.startswith(WARC_MAGIC):
        return _records_in(file)
    if start.startswith(b"{"):
        return _lines_in(file)
    if looks_like_page(start):
        return iter([file_entry(file, file.name)])
    if not start:
        return iter(())
    if start[:8].lower().startswith((b"http://", b"https://")):
        reason = (
            "these are addresses, and bulk fetches nothing. "
            "Use: xargs newsloom extract --format json, or: xargs newsloom add"
        )
        raise InputError(str(file), reason)
    raise InputError(str(file), 'wanted a folder of pages, a WARC, Parquet, or JSON lines with "url" and "html"')


def file_entry(file: Place, name: str) -> FileEntry:
    """A page in a file of its own."""
    return FileEntry(name=_as_text(name), size=_size(file) if isinstance(file, Path) else 0, file=file)


def beginning_of(file: Place) -> bytes:
    """The beginning of a file, decompressed, without a byte order mark or leading white space."""
    try:
        with file.open("rb") as stream:
            start = next((chunk.content for chunk in read_chunks(stream) if chunk.content), b"")
            return start.removeprefix(b"\xef\xbb\xbf").lstrip()
    except (OSError, ValueError) as error:
        # ValueError: the name contains a NUL.
        raise InputError(str(file), getattr(error, "strerror", None) or str(error)) from error


def _lines_in(file: Place) -> Iterator[InputEntry]:
    with file.open("rb") as stream, _decompressed(stream) as lines:
        yield from _lines(lines)


def lines_between(file: Place, start: int, end: int | None) -> Iterator[InputEntry]:
    """The lines of a file that begin from ``start`` to ``end``, named by where they begin. All if it is compressed."""
    with file.open("rb") as stream:
        if is_compressed(stream.read(4)):
            stream.seek(0)
            with _decompressed(stream) as lines:
                yield from _lines(lines)
            return
        # A line that begins exactly at ``start`` belongs to this part: the byte before it ends the previous line.
        stream.seek(max(0, start - 1))
        if start:
            _pass_line(stream)
        yield from _lines(stream, end=end, is_named_by_place=True)


@contextlib.contextmanager
def _decompressed(stream: BinaryIO) -> Iterator[BinaryIO]:
    beginning = stream.read(4)
    stream.seek(0)
    if not is_compressed(beginning):
        yield stream
    elif beginning.startswith(GZIP_MAGIC):
        with gzip.open(stream) as lines:
            yield lines  # type: ignore[misc]
    else:
        decompressor = zstandard.ZstdDecompressor(max_window_size=_MOST_ZSTD_WINDOW)
        with io.BufferedReader(decompressor.stream_reader(stream, read_across_frames=True)) as lines:
            yield lines


def _lines(stream: BinaryIO, *, end: int | None = None, is_named_by_place: bool = False) -> Iterator[InputEntry]:
    number, place = 0, stream.tell() if is_named_by_place else 0
    try:
        while (end is None or place < end) and (line := stream.readline(_MAX_LINE_BYTES)):
            number += 1
            name = f"byte {place}" if is_named_by_place else f"line {number}"
            place += len(line)
            if not line.endswith(b"\n") and len(line) == _MAX_LINE_BYTES:
                yield BrokenEntry(name=name, reason=f"is longer than {_MAX_LINE_BYTES} bytes")
                place += _pass_line(stream)
            elif line.strip():
                yield LineEntry(name=name, line=line)
    except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
        yield BrokenEntry(name=f"line {number + 1}", reason=f"the rest of the file cannot be read: {error}")


def _pass_line(stream: BinaryIO) -> int:
    """Skip the rest of the line. Returns how many bytes that was."""
    passed = 0
    while line := stream.readline(_MAX_LINE_BYTES):
        passed += len(line)
        if line.endswith(b"\n"):
            break
    return passed


def _records_in(file: Place, prefix: str = "") -> Iterator[InputEntry]:
    return records_between(file, 0, None, prefix, is_named_by_place=False)


def records_between(
    file: Place, start: int, end: int | None, prefix: str = "", *, is_named_by_place: bool = True
) -> Iterator[InputEntry]:
    """The pages in the records of a WARC. If it is compressed, only records that begin from ``start`` to ``end``."""
    number = 0
    try:
        with file.open("rb") as stream:
            for record in read_records(stream, start, end):
                number = record.number
                is_placed = is_named_by_place and (record.position or start)
                name = f"{prefix}offset {record.position}" if is_placed else f"{prefix}record {number}"
                if isinstance(record, DamagedRecord):
                    yield BrokenEntry(name=name, reason=record.reason)
                else:
                    yield _page_in(record, name)
    except OSError as error:
        reason = f"the rest of the file cannot be read: {error.strerror or error}"
        yield BrokenEntry(name=f"{prefix}record {number + 1}", reason=reason)


def _page_in(record: Record, name: str) -> InputEntry:
    """The page in a record, if it has one."""
    url = record.fields.get("warc-target-uri", "").strip("<>")
    address = url if url.lower().startswith(("http://", "https://")) else None
    kind = record.fields.get("warc-type", "").lower()
    content_type = record.fields.get("content-type")
    fetched_at = _time(record.fields.get("warc-date", ""))
    if kind == "resource" and _is_page(content_type, record.content):
        return RecordEntry(
            name=name, url=address, body=record.content, content_type=content_type, fetched_at=fetched_at
        )
    if kind == "conversion" and (content_type or "").lower().startswith("text/plain"):
        return TextEntry(name=name, url=address, text=record.content, fetched_at=fetched_at)
    if kind == "revisit":
        return Revisit()
    return _page_in_answer(record, name, address, fetched_at) if kind == "response" else None


def _time(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _page_in_answer(record: Record, name: str, url: str | None, fetched_at: datetime | None) -> RecordEntry | None:
    head, body = split_message(record.content)
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
        fetched_at=fetched_at,
    )


def _is_page(content_type: str | None, body: bytes) -> bool:
    media_type = (content_type or "").partition(";")[0].strip().lower()
    return media_type in _PAGE_TYPES or (media_type in _VAGUE_TYPES and looks_like_page(body))
