"""How a body is stored: whole, as the difference to another, or as the difference to another with its names renewed.

The other body is handed to Zstandard as a raw dictionary, which makes of the new one what has changed. Nothing here
knows which body was chosen, or where any of it is kept.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import zstandard

from newsloom.stores.delta.renaming import read_renames, renamed, renames, write_renames

__all__ = ["Coding", "EncodedBody", "compressed", "decompressed", "pack", "pack_version", "unpack"]

# With a base, 9 is the last level before the time per page grows tenfold; 12 is for pages that are few and large, and
# beyond it a tenth of their size is saved for ten times the time (benchmarks/warehouse.py).
_FAST_LEVEL: Final = 3  # Zstandard's own default
_LEVEL: Final = 9
_BEST_LEVEL: Final = 12

# A difference below this is not worth a second look: an hour's change of a quiet front page is less.
_NOISE_BYTES: Final = 4096
_NOISE_SHARE: Final = 0.01

# Looking for renamed names keeps every word of two pages in memory, so only pages of ordinary size are looked at.
_LARGEST_RENAMED: Final = 4_000_000

# The far end of the base must be in reach from the end of the body; 2^27 bytes are more than any page has.
_LARGEST_WINDOW: Final = 27

_HEAD: Final = struct.Struct(">I")


class Coding(IntEnum):
    """What the stored bytes are; the numbers are written in stores and stay."""

    WHOLE = 0
    DIFFERENCE = 1
    RENAMED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodedBody:
    """A body as it is stored."""

    coding: int
    data: bytes


def pack(body: bytes, base: bytes | None = None, /) -> EncodedBody:
    """The body alone, or as its difference to ``base``."""
    coding = Coding.WHOLE if base is None else Coding.DIFFERENCE
    return EncodedBody(coding=coding, data=compressed(body, base, _LEVEL))


def pack_version(body: bytes, earlier: bytes, /) -> EncodedBody:
    """The body as its difference to an earlier version of the same page.

    Some sites give the names in their scripts and the ids of their pictures anew with every request. Where the
    difference is large, the names are renewed in the earlier version first, and the smaller result is taken.
    """
    plain = pack(body, earlier)
    is_quiet = len(plain.data) < max(_NOISE_BYTES, len(body) * _NOISE_SHARE)
    if is_quiet or max(len(body), len(earlier)) > _LARGEST_RENAMED:
        return plain
    found = renames(earlier, body)
    table = compressed(write_renames(found), earlier, _LEVEL)
    difference = compressed(body, renamed(earlier, found), _BEST_LEVEL)
    noisy = EncodedBody(coding=Coding.RENAMED, data=_HEAD.pack(len(table)) + table + difference)
    return min(plain, noisy, key=lambda packed: len(packed.data))


def unpack(packed: EncodedBody, base: bytes | None = None, /) -> bytes:
    """The body again. Raises ``ValueError`` if the bytes are not what ``pack`` made with this base."""
    try:
        if packed.coding != Coding.RENAMED or base is None:
            return decompressed(packed.data, base)
        (length,) = _HEAD.unpack_from(packed.data)
        difference = _HEAD.size + length
        table = decompressed(packed.data[_HEAD.size : difference], base)
        return decompressed(packed.data[difference:], renamed(base, read_renames(table)))
    except (zstandard.ZstdError, struct.error, IndexError) as error:
        raise ValueError(str(error)) from error


def compressed(body: bytes, base: bytes | None = None, level: int = _FAST_LEVEL) -> bytes:
    """Zstandard's frame of a body, with its checksum, and with ``base`` as a raw dictionary."""
    if not base:
        return zstandard.ZstdCompressor(level=level, write_checksum=True).compress(body)
    parameters = zstandard.ZstdCompressionParameters.from_level(
        level,
        source_size=len(body),
        dict_size=len(base),
        window_log=_window(len(body) + len(base)),
        write_dict_id=0,
        write_checksum=1,
    )
    compressor = zstandard.ZstdCompressor(dict_data=_dictionary(base), compression_params=parameters)
    return compressor.compress(body)


def decompressed(data: bytes, base: bytes | None = None) -> bytes:
    """The inverse of ``compressed`` with the same base. Raises ``zstandard.ZstdError``."""
    dictionary = _dictionary(base) if base else None
    # The window is ours, and as large as the two bodies: not the library's guess of what a stranger may ask for.
    decompressor = zstandard.ZstdDecompressor(dict_data=dictionary, max_window_size=1 << _LARGEST_WINDOW)
    return decompressor.decompress(data)


def _dictionary(base: bytes) -> zstandard.ZstdCompressionDict:
    return zstandard.ZstdCompressionDict(base, dict_type=zstandard.DICT_TYPE_RAWCONTENT)


def _window(size: int) -> int:
    return max(10, min(size.bit_length(), _LARGEST_WINDOW))
