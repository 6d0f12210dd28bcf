"""Decompresses bodies (gzip, deflate, brotli, zstd) up to a limit, as their Content-Encoding header says.

A decompression bomb is stopped as soon as its output exceeds the limit. Every layer of a doubly encoded body has the
same limit.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable, Generator, Iterator
from typing import Final

import brotli
import zstandard

__all__ = [
    "ACCEPT_ENCODING",
    "GZIP_MAGIC",
    "GZIP_WINDOW",
    "ZSTD_MAGIC",
    "BodyBroken",
    "BodyTooLarge",
    "decompress",
    "decompress_prefix",
]

ACCEPT_ENCODING: Final = "gzip, deflate, br, zstd"

# Two layers occur (a proxy encodes again); more are an attack.
_MAX_LAYERS: Final = 3
# A body may consist of many streams (pigz, BGZF: one every 64 KB), but not of endless empty ones.
_MAX_STREAMS: Final = 1_000
_PIECE_BYTES: Final = 65_536
# Four bytes can expand to 128 KB, and the library cannot stop within a piece: a piece gives at most 32 MB.
_ZSTD_PIECE_BYTES: Final = 1_024
# RFC 9659: the window that a decoder must offer on the web, and the largest that an encoder may ask for.
_ZSTD_WINDOW_BYTES: Final = 8 * 1024 * 1024

GZIP_WINDOW: Final = 16 + zlib.MAX_WBITS
"""Tells zlib to expect gzip's header."""
# RFC 1952: two bytes for gzip, one for deflate, the only method there is.
GZIP_MAGIC: Final = b"\x1f\x8b\x08"
"""The first bytes of gzip."""
# RFC 8878, section 3.1.1.
ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
"""The first bytes of a zstd frame."""

# Values that servers send although nothing is encoded.
_NO_ENCODINGS: Final = frozenset({"", "identity", "none", "utf-8", "utf8", "iso-8859-1", "binary", "8bit", "7bit"})


class BodyBroken(Exception):
    """The body is not in its declared encoding, or is cut short."""


class BodyTooLarge(Exception):
    """The body is larger than the limit once decompressed."""


def decompress(body: bytes, content_encoding: str | None, limit: int) -> bytes:
    """Undoes all encodings of a body. Raises ``BodyBroken`` and ``BodyTooLarge``."""
    for decode in _decoders(content_encoding):
        # An empty body is empty in every encoding: servers send the header even with empty responses.
        body = b"".join(_within(limit, decode(body))) if body else b""
    return body


def decompress_prefix(body: bytes, content_encoding: str | None, limit: int) -> bytes:
    """Returns the beginning of the body, up to the limit or the first error."""
    for decode in _decoders(content_encoding):
        body = _prefix(limit, decode(body))
    return body[:limit]


def _within(limit: int, parts: Iterator[bytes]) -> Iterator[bytes]:
    size = 0
    for part in parts:
        size += len(part)
        if size > limit:
            raise BodyTooLarge(f"more than {limit} bytes once decompressed")
        yield part


def _prefix(limit: int, parts: Iterator[bytes]) -> bytes:
    kept = []
    size = 0
    with contextlib.suppress(BodyBroken):
        for part in parts:
            kept.append(part)
            size += len(part)
            if size >= limit:
                break
    return b"".join(kept)


def _decoders(content_encoding: str | None) -> list[Callable[[bytes], Iterator[bytes]]]:
    names = [name.strip().lower() for name in (content_encoding or "").split(",")]
    named = [name for name in names if name not in _NO_ENCODINGS]
    if len(named) > _MAX_LAYERS:
        raise BodyBroken(f"encoded {len(named)} times")
    unknown = next((name for name in named if name not in _DECODERS), None)
    if unknown is not None:
        raise BodyBroken(f"in an encoding that was not requested: {unknown[:40]!r}")
    # The header lists encodings in the order in which they were applied.
    return [_DECODERS[name] for name in reversed(named)]


def _gunzipped(body: bytes) -> Iterator[bytes]:
    position = 0
    for _ in range(_MAX_STREAMS):
        position = yield from _inflated(zlib.decompressobj(GZIP_WINDOW), body, position)
        # Padding after the last stream is common, and browsers ignore it.
        if not body.startswith(GZIP_MAGIC, position):
            return
    raise BodyBroken(f"gzip in more than {_MAX_STREAMS} streams")


def _undeflated(body: bytes) -> Iterator[bytes]:
    # The standard means zlib's format; some servers take the name literally and send the bare stream.
    is_zlib = len(body) > 1 and body[0] & 0x0F == zlib.DEFLATED and (body[0] << 8 | body[1]) % 31 == 0
    yield from _inflated(zlib.decompressobj(zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS), body, 0)


def _inflated(stream: zlib._Decompress, body: bytes, position: int) -> Generator[bytes, None, int]:
    """Yields the output of one stream; returns the position after it."""
    while not stream.eof:
        piece = body[position : position + _PIECE_BYTES]
        if not piece:
            raise BodyBroken("the compressed body ends too early")
        position += len(piece)
        is_drained = False
        while not is_drained:
            try:
                part = stream.decompress(piece, _PIECE_BYTES)
            except zlib.error as error:
                raise BodyBroken(f"the compressed body is damaged: {error}") from error
            yield part
            piece = stream.unconsumed_tail
            # After the end of the stream the tail is never empty: it is what ``unused_data`` holds.
            is_drained = stream.eof or (not piece and len(part) < _PIECE_BYTES)
    return position - len(stream.unused_data)


def _unbrotlied(body: bytes) -> Iterator[bytes]:
    stream = brotli.Decompressor()
    for position in range(0, len(body), _PIECE_BYTES):
        part = piece = body[position : position + _PIECE_BYTES]
        # The decompressor holds output back at the limit; only calling it again shows whether there is more.
        while part:
            try:
                part = stream.process(piece, output_buffer_limit=_PIECE_BYTES)
            except brotli.error as error:
                raise BodyBroken("the compressed body is damaged") from error
            yield part
            piece = b""
        if stream.is_finished():
            return
    raise BodyBroken("the compressed body ends too early")


def _unzstandarded(body: bytes) -> Iterator[bytes]:
    decompressor = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW_BYTES)
    position = 0
    for _ in range(_MAX_STREAMS):
        stream = decompressor.decompressobj()
        while not stream.eof:
            piece = body[position : position + _ZSTD_PIECE_BYTES]
            if not piece:
                raise BodyBroken("the compressed body ends too early")
            position += len(piece)
            try:
                part = stream.decompress(piece)
            except zstandard.ZstdError as error:
                raise BodyBroken(f"the compressed body is damaged: {error}") from error
            yield part
        position -= len(stream.unused_data)
        if not body.startswith(ZSTD_MAGIC, position):
            return
    raise BodyBroken(f"zstd in more than {_MAX_STREAMS} frames")


_DECODERS: Final[dict[str, Callable[[bytes], Iterator[bytes]]]] = {
    "br": _unbrotlied,
    "deflate": _undeflated,
    "gzip": _gunzipped,
    "x-gzip": _gunzipped,
    "zstd": _unzstandarded,
}
