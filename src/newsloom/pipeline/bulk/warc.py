"""WARC files (ISO 28500) to their records, whatever the file says of itself.

A file, plain or gzipped, goes in; records come out in their order, and a ``Damage`` wherever there should be one and is
none: a length that lies, a record cut short, bytes between records. Reading goes on at the next record that can be
found. Of a record no more than a page's worth is kept in memory. What is in a record is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO, Final

from newsloom.pipeline.bulk.pieces import Piece, pieces_of

__all__ = ["MAX_CONTENT_BYTES", "WARC_MAGIC", "Damage", "Record", "header_fields", "parted", "read_records"]

WARC_MAGIC: Final = b"WARC/"
MAX_CONTENT_BYTES: Final = 16 * 1024 * 1024
"""Of a record; a page is cut at 8 MB when it is parsed, and its HTTP head stands before it."""

_MAX_HEAD_BYTES: Final = 64 * 1024
_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_HEAD_END_BYTES: Final = 4
_NEXT_RECORD: Final = b"\nWARC/1."
# Eighteen digits are more bytes than there are disks for.
_LENGTH: Final = re.compile(r"\d{1,18}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One record: its own header, names in lower case, and the beginning of its content."""

    number: int
    fields: Mapping[str, str]
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Where a record should be and cannot be read."""

    number: int
    reason: str


def read_records(file: BinaryIO) -> Iterator[Record | Damage]:
    """The records of a file, counted from 1. Raises ``OSError`` where the file cannot be read."""
    tape = _Tape(pieces_of(file))
    number = 0
    while tape.wind_to_record():
        number += 1
        yield _record(tape, number)


def parted(message: bytes) -> tuple[bytes, bytes]:
    """Head and body of a message of HTTP; where no empty line ends the head in time, there is no body."""
    end = _HEAD_END.search(message, 0, _MAX_HEAD_BYTES)
    return (message[: end.start()], message[end.end() :]) if end else (message[:_MAX_HEAD_BYTES], b"")


def header_fields(head: bytes) -> dict[str, str]:
    """The lines of a header as a mapping, names in lower case; of a name that comes twice, the first."""
    fields: dict[str, list[str]] = {}
    # What the last line said, for a folded line to be added to; None where it is not wanted.
    last: list[str] | None = None
    # A newspaper's address may hold what other alphabets take for the end of a line.
    for line in head.decode("utf-8", "replace").split("\n")[1:]:
        if line[:1] in (" ", "\t"):
            if last is not None:
                last.append(line.strip())
            continue
        name, colon, value = line.partition(":")
        key = name.strip().lower()
        last = fields.setdefault(key, [value.strip()]) if colon and key not in fields else None
    return {name: " ".join(parts) for name, parts in fields.items()}


def _record(tape: _Tape, number: int) -> Record | Damage:
    if tape.pass_damage():
        return Damage(number=number, reason="the compressed file is damaged here")
    if not tape.starts_with(WARC_MAGIC):
        tape.seek_record()
        return Damage(number=number, reason="there is no record here; the length of the one before it may be wrong")
    head = tape.head()
    fields = header_fields(head or b"")
    length = _LENGTH.fullmatch(fields.get("content-length", ""))
    if length is None:
        tape.seek_record()
        return Damage(number=number, reason="the record does not say how long it is")
    wanted = int(length[0])
    content = tape.take(min(wanted, MAX_CONTENT_BYTES))
    if not tape.skip(wanted - len(content)):
        return Damage(number=number, reason="the record is shorter than it says: it was cut, or its length is wrong")
    return Record(number=number, fields=fields, content=content)


class _Tape:
    """The bytes of a file from front to back, a little at a time.

    A gzip member that begins like a record is a border that no record crosses: so a length that lies costs its own
    record, and not those behind it.
    """

    def __init__(self, pieces: Iterator[Piece]) -> None:
        self._pieces = pieces
        self._held = b""
        self._border: Piece | None = None
        self._is_cut = False

    def wind_to_record(self) -> bool:
        """Pass the blank lines between two records; False at the end of the file."""
        while True:
            self._held = self._held.lstrip(b"\r\n")
            if self._held:
                return True
            if self._fill():
                continue
            if self._border is None:
                return False
            if self._border.is_damaged and not self._is_cut:
                return True
            self._held, self._border, self._is_cut = self._border.content, None, False

    def pass_damage(self) -> bool:
        """Whether the compressed file is damaged here, between two records; if so that is passed."""
        is_damaged = not self._held and self._border is not None and self._border.is_damaged
        if is_damaged:
            self._border = None
        return is_damaged

    def starts_with(self, mark: bytes) -> bool:
        while len(self._held) < len(mark) and self._fill():
            pass
        return self._held.startswith(mark)

    def head(self) -> bytes | None:
        """What stands before the next empty line, which is passed; None, and nothing passed, where it is too far."""
        seen = 0
        while (end := _HEAD_END.search(self._held, seen)) is None:
            # The empty line may stand across two pieces.
            seen = max(len(self._held) - _HEAD_END_BYTES, 0)
            if len(self._held) > _MAX_HEAD_BYTES or not self._fill():
                return None
        head, self._held = self._held[: end.start()], self._held[end.end() :]
        return head

    def take(self, size: int) -> bytes:
        """The next bytes, fewer where the record's border comes first."""
        parts = []
        while size and (self._held or self._fill()):
            part, self._held = self._held[:size], self._held[size:]
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def skip(self, size: int) -> bool:
        """Pass bytes; False where the record's border came first."""
        while size and (self._held or self._fill()):
            passed = min(size, len(self._held))
            self._held = self._held[passed:]
            size -= passed
        self._is_cut = bool(size)
        return not size

    def seek_record(self) -> None:
        """Pass what stands here up to what looks like a record, or to a border."""
        self._held = self._held[1:]
        while (found := self._held.find(_NEXT_RECORD)) < 0:
            # The mark may stand across two pieces.
            self._held = self._held[-len(_NEXT_RECORD) + 1 :]
            if not self._fill():
                self._held, self._is_cut = b"", True
                return
        self._held = self._held[found + 1 :]

    def _fill(self) -> bool:
        if self._border is not None:
            return False
        piece = next(self._pieces, None)
        if piece is None:
            return False
        if piece.is_damaged or (piece.is_first and piece.content.startswith(WARC_MAGIC)):
            self._border = piece
            return False
        self._held += piece.content
        return True
