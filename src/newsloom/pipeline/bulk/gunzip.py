"""A file in chunks, decompressed if it is gzip. Damage costs only the gzip member that it is in.

Each chunk says whether a gzip member begins with it. A member that is damaged, or expands too far, ends with an empty
chunk that says so, and reading goes on at the next member that can be found.
"""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

__all__ = ["GZIP_MAGIC", "Chunk", "read_chunks"]

# RFC 1952: two bytes for gzip, one for deflate, the only method there is.
GZIP_MAGIC: Final = b"\x1f\x8b\x08"

_PIECE_BYTES: Final = 65_536
_GZIP_WINDOW: Final = 16 + zlib.MAX_WBITS
# Enough of a member that its first chunk is not just a few bytes: the tables of deflate take some 300.
_FIRST_BYTES: Final = 1_024
# Larger members are decompression bombs.
_MAX_MEMBER_BYTES: Final = 4 * 1024**3
# A false member costs as much time as a real one; a file with so many is no gzip file.
_MAX_DAMAGED: Final = 1_000


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some bytes of a file; ``is_first`` if a gzip member, or the file, begins with them."""

    content: bytes
    is_first: bool = False
    is_damaged: bool = False


def read_chunks(file: BinaryIO, *, max_member_bytes: int = _MAX_MEMBER_BYTES) -> Iterator[Chunk]:
    """The file's bytes, in order. Raises ``OSError`` where it cannot be read."""
    held = file.read(_PIECE_BYTES)
    if held.startswith(GZIP_MAGIC):
        yield from _unzipped(file, held, max_member_bytes)
        return
    is_first = True
    while held:
        yield Chunk(held, is_first)
        held, is_first = file.read(_PIECE_BYTES), False


def _unzipped(file: BinaryIO, held: bytes, max_member_bytes: int) -> Iterator[Chunk]:
    damaged = 0
    while held:
        held, is_whole = yield from _member(file, held, max_member_bytes)
        held, is_clean = _from_magic(file, held)
        if not (is_whole and is_clean):
            damaged += 1
            yield Chunk(b"", is_damaged=True)
        if damaged > _MAX_DAMAGED:
            raise OSError(f"more than {_MAX_DAMAGED} parts of the compressed file are damaged")


def _member(file: BinaryIO, held: bytes, max_member_bytes: int) -> Generator[Chunk, None, tuple[bytes, bool]]:
    """The chunks of one member; returns the bytes read beyond it, and whether it was whole."""
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
            yield Chunk(content, size == 0)
        size += len(content)
    return held, stream.eof


def _from_magic(file: BinaryIO, held: bytes) -> tuple[bytes, bool]:
    """The bytes from the next member on, empty if there is none; and whether only padding was skipped."""
    is_clean = True
    while (found := held.find(GZIP_MAGIC)) < 0:
        is_clean = is_clean and not held.strip(b"\0")
        more = file.read(_PIECE_BYTES)
        if not more:
            return b"", is_clean
        # The magic may stand across two reads.
        held = held[-len(GZIP_MAGIC) + 1 :] + more
    return held[found:], is_clean and not held[:found].strip(b"\0")
