"""Reads the records of WARC files (ISO 28500), even if the files are damaged.

Takes a plain, gzip or zstd file and returns records in order, with a ``DamagedRecord`` for each that cannot be read: a
wrong length, a record cut short, bytes between records. Reading continues at the next record that can be found. At
most the size of a page is kept in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import BinaryIO, Final

from newsloom.pipeline.bulk.compressed import Chunk, FilePart, read_chunks

__all__ = [
    "MAX_CONTENT_BYTES",
    "WARC_MAGIC",
    "DamagedRecord",
    "Record",
    "header_fields",
    "read_records",
    "split_message",
]

WARC_MAGIC: Final = b"WARC/"
MAX_CONTENT_BYTES: Final = 16 * 1024 * 1024
"""How much of a record's content is kept: the parser cuts a page at 8 MB, and its HTTP head comes before it."""

_MAX_HEAD_BYTES: Final = 64 * 1024
_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_HEAD_END_BYTES: Final = 4
_NEXT_RECORD: Final = b"\nWARC/1."
# Eighteen digits are more bytes than any disk has.
_LENGTH: Final = re.compile(r"\d{1,18}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One record: its own header with names in lower case, and the beginning of its content.

    ``position`` is where its compressed member begins in the file.
    """

    number: int
    fields: Mapping[str, str]
    content: bytes
    position: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DamagedRecord:
    """A record that cannot be read."""

    number: int
    reason: str
    position: int = 0


def read_records(file: BinaryIO, start: int = 0, end: int | None = None) -> Iterator[Record | DamagedRecord]:
    """The records of a file, numbered from 1. If compressed, those in members that begin from ``start`` to ``end``.

    Raises ``OSError`` if the file cannot be read.
    """
    is_whole = start == 0 and end is None
    part = None if is_whole else FilePart(start=start, end=end, border=WARC_MAGIC)
    reader = _ByteReader(read_chunks(file, part=part))
    number = 0
    while reader.skip_to_record():
        number += 1
        # Taken before reading the record, which may go on to the next member.
        position = reader.position
        yield replace(_record(reader, number), position=position)


def split_message(message: bytes) -> tuple[bytes, bytes]:
    """The head and body of an HTTP message. The body is empty if the head does not end within the limit."""
    end = _HEAD_END.search(message, 0, _MAX_HEAD_BYTES)
    return (message[: end.start()], message[end.end() :]) if end else (message[:_MAX_HEAD_BYTES], b"")


def header_fields(head: bytes) -> dict[str, str]:
    """The fields of a header, with names in lower case. If a name occurs twice, the first counts."""
    fields: dict[str, list[str]] = {}
    # The value of the last line, to which a folded line is added. None if it is not wanted.
    last: list[str] | None = None
    # Not splitlines: an address may contain other characters that count as line ends in Unicode.
    for line in head.decode("utf-8", "replace").split("\n")[1:]:
        if line[:1] in (" ", "\t"):
            if last is not None:
                last.append(line.strip())
            continue
        name, colon, value = line.partition(":")
        key = name.strip().lower()
        last = fields.setdefault(key, [value.strip()]) if colon and key not in fields else None
    return {name: " ".join(parts) for name, parts in fields.items()}


def _record(reader: _ByteReader, number: int) -> Record | DamagedRecord:
    if reader.pass_damage():
        return DamagedRecord(number=number, reason="the compressed file is damaged here")
    if not reader.starts_with(WARC_MAGIC):
        reader.seek_record()
        return DamagedRecord(
            number=number, reason="there is no record here; the length of the one before it may be wrong"
        )
    head = reader.head()
    fields = header_fields(head or b"")
    length = _LENGTH.fullmatch(fields.get("content-length", ""))
    if length is None:
        reader.seek_record()
        return DamagedRecord(number=number, reason="the record does not say how long it is")
    wanted = int(length[0])
    content = reader.take(min(wanted, MAX_CONTENT_BYTES))
    if not reader.skip(wanted - len(content)):
        return DamagedRecord(
            number=number, reason="the record is shorter than it says: it was cut, or its length is wrong"
        )
    return Record(number=number, fields=fields, content=content)


class _ByteReader:
    """Reads the bytes of a file in order.

    No record extends past the start of a gzip member that begins like a record, so a wrong length costs only its own
    record.
    """

    def __init__(self, chunks: Iterator[Chunk]) -> None:
        self._chunks = chunks
        self._buffer = b""
        self._next_member: Chunk | None = None
        self._is_cut = False
        self.position = 0

    def skip_to_record(self) -> bool:
        """Skip the blank lines between two records. Returns False at the end of the file."""
        while True:
            self._buffer = self._buffer.lstrip(b"\r\n")
            if self._buffer:
                return True
            if self._fill():
                continue
            if self._next_member is None:
                return False
            if self._next_member.is_damaged and not self._is_cut:
                return True
            self.position = self._next_member.position
            self._buffer, self._next_member, self._is_cut = self._next_member.content, None, False

    def pass_damage(self) -> bool:
        """Whether the compressed file is damaged here, between two records. If so, skips the damage."""
        is_damaged = not self._buffer and self._next_member is not None and self._next_member.is_damaged
        if is_damaged:
            self._next_member = None
        return is_damaged

    def starts_with(self, mark: bytes) -> bool:
        while len(self._buffer) < len(mark) and self._fill():
            pass
        return self._buffer.startswith(mark)

    def head(self) -> bytes | None:
        """Reads past the next empty line and returns the bytes before it. If it is too far, skips nothing: None."""
        seen = 0
        while (end := _HEAD_END.search(self._buffer, seen)) is None:
            # The empty line may span two chunks.
            seen = max(len(self._buffer) - _HEAD_END_BYTES, 0)
            if len(self._buffer) > _MAX_HEAD_BYTES or not self._fill():
                return None
        head, self._buffer = self._buffer[: end.start()], self._buffer[end.end() :]
        return head

    def take(self, size: int) -> bytes:
        """The next bytes, fewer if the record's border comes first."""
        parts = []
        while size and (self._buffer or self._fill()):
            part, self._buffer = self._buffer[:size], self._buffer[size:]
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def skip(self, size: int) -> bool:
        """Skip bytes. Returns False if the record's border came first."""
        while size and (self._buffer or self._fill()):
            passed = min(size, len(self._buffer))
            self._buffer = self._buffer[passed:]
            size -= passed
        self._is_cut = bool(size)
        return not size

    def seek_record(self) -> None:
        """Skip to the next bytes that look like a record, or to a border."""
        self._buffer = self._buffer[1:]
        while (found := self._buffer.find(_NEXT_RECORD)) < 0:
            # The mark may span two chunks.
            self._buffer = self._buffer[-len(_NEXT_RECORD) + 1 :]
            if not self._fill():
                self._buffer, self._is_cut = b"", True
                return
        self._buffer = self._buffer[found + 1 :]

    def _fill(self) -> bool:
        if self._next_member is not None:
            return False
        chunk = next(self._chunks, None)
        if chunk is None:
            return False
        if chunk.is_damaged or (chunk.is_first and chunk.content.startswith(WARC_MAGIC)):
            self._next_member = chunk
            return False
        self._buffer += chunk.content
        return True
