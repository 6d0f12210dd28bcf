"""Reads a file in chunks, decompressed if it is gzip or zstd. Damage costs only the member (zstd: frame) that it is in.

Each chunk says whether a member begins with it, and where in the file that is. A member that is damaged or expands too
far ends with an empty chunk that says so, and reading continues at the next member that can be found. If only a part of
a file is read, these are the members that begin in it, and a member there must begin like ``border``.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final, Protocol

import zstandard

from newsloom.decompression import GZIP_MAGIC, GZIP_WINDOW, ZSTD_MAGIC

__all__ = ["Chunk", "FilePart", "is_compressed", "read_chunks"]

# A skippable frame with the dictionary for all other frames ("Zstandard for WARC", section 3).
_DICTIONARY_MAGIC: Final = b"\x5d\x2a\x4d\x18"

_PIECE_BYTES: Final = 65_536
# zstandard has no limit on its output: a block of four bytes may become 128 KB, so this many bytes 64 MB.
_ZSTD_PIECE_BYTES: Final = 2_048
_ZSTD_MOST_WINDOW: Final = 128 * 1024 * 1024
_MOST_DICTIONARY_BYTES: Final = 16 * 1024 * 1024
# Enough for the first chunk of a member to be more than a few bytes: the tables of deflate take some 300.
_FIRST_BYTES: Final = 1_024
# Enough to see by its beginning whether a member is real.
_PROOF_BYTES: Final = 4_096
# Larger members are decompression bombs.
_MAX_MEMBER_BYTES: Final = 4 * 1024**3
# A false member costs as much time as a real one. A file with this many is not a compressed file.
_MAX_DAMAGED: Final = 1_000


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some bytes of a file. ``is_first`` if a member or the file begins with them. ``position`` is the member's."""

    content: bytes
    is_first: bool = False
    is_damaged: bool = False
    position: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart:
    """The members of a compressed file that begin at or after ``start`` and before ``end``.

    Only members whose content begins with ``border`` count as a beginning or an end, so that parts meet exactly.
    """

    start: int
    end: int | None
    border: bytes


def is_compressed(beginning: bytes) -> bool:
    """Whether a file with this beginning is gzip or zstd."""
    return beginning.startswith((GZIP_MAGIC, ZSTD_MAGIC, _DICTIONARY_MAGIC))


def read_chunks(
    file: BinaryIO, *, part: FilePart | None = None, max_member_bytes: int = _MAX_MEMBER_BYTES
) -> Iterator[Chunk]:
    """The file's bytes, or those of a part of it, in order. Raises ``OSError`` if it cannot be read."""
    held = file.read(_PIECE_BYTES)
    if not is_compressed(held):
        yield from _plain(file, held)
        return
    codec, held, position = _codec(file, held)
    reader = _Members(file, codec, held, position)
    if part is not None and part.start > position:
        reader.seek(part.start, part.border)
    chunks = reader.chunks(max_member_bytes)
    yield from chunks if part is None else _before(chunks, part)


def _plain(file: BinaryIO, held: bytes) -> Iterator[Chunk]:
    is_first = True
    while held:
        yield Chunk(held, is_first)
        held, is_first = file.read(_PIECE_BYTES), False


def _before(chunks: Iterator[Chunk], part: FilePart) -> Iterator[Chunk]:
    for chunk in chunks:
        is_border = chunk.is_first and chunk.content.startswith(part.border)
        if is_border and part.end is not None and chunk.position >= part.end:
            return
        yield chunk


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    @property
    def unconsumed_tail(self) -> bytes: ...

    def decompress(self, data: bytes, most: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Codec:
    magic: bytes
    errors: tuple[type[Exception], ...]
    decompressor: Callable[[], _Decompressor]


def _codec(file: BinaryIO, held: bytes) -> tuple[_Codec, bytes, int]:
    """The file's compression, the bytes from its first member on, and where that member is."""
    if held.startswith(GZIP_MAGIC):
        return _Codec(magic=GZIP_MAGIC, errors=(zlib.error,), decompressor=_gzip), held, 0
    dictionary, position = None, 0
    if held.startswith(_DICTIONARY_MAGIC):
        size = int.from_bytes(held[4:8], "little")
        if size > _MOST_DICTIONARY_BYTES:
            raise OSError(f"the dictionary of the compressed file has {size} bytes, which is too many")
        position = 8 + size
        held += file.read(max(0, position + _PIECE_BYTES - len(held)))
        dictionary, held = _dictionary(held[8:position]), held[position:]

    def decompressor() -> _Decompressor:
        return _Zstd(dictionary)

    return _Codec(magic=ZSTD_MAGIC, errors=(zstandard.ZstdError,), decompressor=decompressor), held, position


def _gzip() -> _Decompressor:
    return zlib.decompressobj(GZIP_WINDOW)


def _dictionary(content: bytes) -> zstandard.ZstdCompressionDict:
    if content.startswith(ZSTD_MAGIC):
        with zstandard.ZstdDecompressor(max_window_size=_ZSTD_MOST_WINDOW).stream_reader(content) as stream:
            content = stream.read(_MOST_DICTIONARY_BYTES)
    return zstandard.ZstdCompressionDict(content)


class _Zstd:
    """A decompressor for a zstd frame, with the interface of zlib's."""

    def __init__(self, dictionary: zstandard.ZstdCompressionDict | None) -> None:
        decompressor = zstandard.ZstdDecompressor(dict_data=dictionary, max_window_size=_ZSTD_MOST_WINDOW)
        self._stream = decompressor.decompressobj()
        self.eof = False
        self.unused_data = b""
        self.unconsumed_tail = b""

    def decompress(self, data: bytes, _most: int, /) -> bytes:
        content = self._stream.decompress(data[:_ZSTD_PIECE_BYTES])
        self.eof = self._stream.eof
        rest = data[_ZSTD_PIECE_BYTES:]
        if self.eof:
            self.unused_data = self._stream.unused_data + rest
        else:
            self.unconsumed_tail = rest
        return content


class _Members:
    """The members of a compressed file, one after another."""

    def __init__(self, file: BinaryIO, codec: _Codec, held: bytes, position: int) -> None:
        self._file = file
        self._codec = codec
        self._held = held
        self._read_to = position + len(held)

    @property
    def _position(self) -> int:
        return self._read_to - len(self._held)

    def seek(self, start: int, border: bytes) -> None:
        """Go to the first member at or after ``start`` whose content begins like ``border``, or to the end."""
        self._file.seek(start)
        self._held, self._read_to = b"", start
        while self._find_magic()[0]:
            self._fill(_PROOF_BYTES)
            if self._beginning().startswith(border):
                return
            self._held = self._held[1:]

    def chunks(self, max_member_bytes: int) -> Iterator[Chunk]:
        damaged = 0
        while self._held:
            is_whole = yield from self._member(max_member_bytes)
            _, is_clean = self._find_magic()
            if not (is_whole and is_clean):
                damaged += 1
                yield Chunk(b"", is_damaged=True)
            if damaged > _MAX_DAMAGED:
                raise OSError(f"more than {_MAX_DAMAGED} parts of the compressed file are damaged")

    def _member(self, max_member_bytes: int) -> Generator[Chunk, None, bool]:
        """The chunks of one member. Returns whether it was complete."""
        position = self._position
        self._fill(_FIRST_BYTES)
        stream = self._codec.decompressor()
        size = 0
        while not stream.eof and size <= max_member_bytes:
            self._fill(1)
            if not self._held:
                return False
            try:
                content = stream.decompress(self._held, _PIECE_BYTES)
            except self._codec.errors:
                # The first byte is dropped, or this member would be found again for ever.
                self._held = self._held[1:]
                return False
            self._held = stream.unused_data if stream.eof else stream.unconsumed_tail
            if content:
                yield Chunk(content, size == 0, position=position)
            size += len(content)
        return stream.eof

    def _beginning(self) -> bytes:
        try:
            return self._codec.decompressor().decompress(self._held[:_PROOF_BYTES], _FIRST_BYTES)
        except self._codec.errors:
            return b""

    def _find_magic(self) -> tuple[bool, bool]:
        """Go to the next member. Returns whether there is one, and whether only padding was skipped."""
        magic, is_clean = self._codec.magic, True
        while (found := self._held.find(magic)) < 0:
            is_clean = is_clean and not self._held.strip(b"\0")
            # The magic may span two reads.
            self._held = self._held[-len(magic) + 1 :]
            if not self._fill(len(magic)):
                self._held = b""
                return False, is_clean
        is_clean = is_clean and not self._held[:found].strip(b"\0")
        self._held = self._held[found:]
        return True, is_clean

    def _fill(self, least: int) -> bool:
        """Read more if fewer than ``least`` bytes are held. Returns whether any were read or none were needed."""
        if len(self._held) >= least:
            return True
        more = self._file.read(_PIECE_BYTES)
        self._held += more
        self._read_to += len(more)
        return bool(more)
