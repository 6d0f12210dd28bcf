"""A file's bytes in pieces, with gzip undone: what is damaged or endless within costs that much of it, and no more.

A binary file goes in, small pieces come out, each saying whether a gzip member begins with it. A member that is
damaged, or makes too much of what it holds, ends early with an empty piece that says so; the next is sought by its
first bytes. Knows nothing of what is in the file.
"""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

__all__ = ["GZIP_MAGIC", "Piece", "pieces_of"]

# RFC 1952: two bytes for gzip, one for deflate, the only method there is.
GZIP_MAGIC: Final = b"\x1f\x8b\x08"

_PIECE_BYTES: Final = 65_536
_GZIP_WINDOW: Final = 16 + zlib.MAX_WBITS
# With so much of a member its first piece is never just a letter or two: the tables of deflate have some 300 bytes.
_FIRST_BYTES: Final = 1_024
# Deflate makes at most 1,032 bytes of one. A film may be this long; a bomb is left behind here.
_MAX_MEMBER_BYTES: Final = 4 * 1024**3
# What looks like a member and is none costs the same as one; a file of nothing else is no gzip file.
_MAX_DAMAGED: Final = 1_000


@dataclass(frozen=True, slots=True)
class Piece:
    """Some bytes of a file; ``is_first`` where a gzip member, or the whole file, begins with them."""

    content: bytes
    is_first: bool = False
    is_damaged: bool = False


def pieces_of(file: BinaryIO, *, max_member_bytes: int = _MAX_MEMBER_BYTES) -> Iterator[Piece]:
    """The file's bytes, in order. Raises ``OSError`` where it cannot be read."""
    held = file.read(_PIECE_BYTES)
    if held.startswith(GZIP_MAGIC):
        yield from _unzipped(file, held, max_member_bytes)
        return
    is_first = True
    while held:
        yield Piece(held, is_first)
        held, is_first = file.read(_PIECE_BYTES), False


def _unzipped(file: BinaryIO, held: bytes, max_member_bytes: int) -> Iterator[Piece]:
    damaged = 0
    while held:
        held, is_whole = yield from _member(file, held, max_member_bytes)
        held, is_clean = _from_magic(file, held)
        if not (is_whole and is_clean):
            damaged += 1
            yield Piece(b"", is_damaged=True)
        if damaged > _MAX_DAMAGED:
            raise OSError(f"more than {_MAX_DAMAGED} parts of the compressed file are damaged")


def _member(file: BinaryIO, held: bytes, max_member_bytes: int) -> Generator[Piece, None, tuple[bytes, bool]]:
    """What one member holds; returns what was read of the file behind it, and whether the member was whole."""
    if len(held) < _FIRST_BYTES:
        held += file.read(_PIECE_BYTES)
    stream = zlib.decompressobj(_GZIP_WINDOW)
    size = 0
    while not stream.eof and size <= max_member_bytes:
        held = held or file.read(_PIECE_BYTES)
        if not held:
            return b"", False
        try:
            content = stream.decompress(held, _PIECE_BYTES)
        except zlib.error:
            # Without its first byte, or this member would be found again for ever.
            return held[1:], False
        held = stream.unused_data if stream.eof else stream.unconsumed_tail
        if content:
            yield Piece(content, size == 0)
        size += len(content)
    return held, stream.eof


def _from_magic(file: BinaryIO, held: bytes) -> tuple[bytes, bool]:
    """The file from where a member seems to begin, empty where none does; and whether only padding stood before it."""
    is_clean = True
    while (found := held.find(GZIP_MAGIC)) < 0:
        is_clean = is_clean and not held.strip(b"\0")
        more = file.read(_PIECE_BYTES)
        if not more:
            return b"", is_clean
        # The magic may stand across two reads.
        held = held[-len(GZIP_MAGIC) + 1 :] + more
    return held[found:], is_clean and not held[:found].strip(b"\0")
