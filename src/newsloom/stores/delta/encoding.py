"""How a body is stored: whole, as the difference to another, or as the difference to another whose names were replaced.

The other body is passed to Zstandard as a raw dictionary, so only what has changed is stored. This module does not
choose the other body and does not store anything itself.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import zstandard

from newsloom.stores.delta.renaming import read_renames, renamed, renames, write_renames

__all__ = ["Coding", "EncodedBody", "compressed", "decompressed", "pack", "pack_version", "unpack"]

# With a base, 9 is the last level before the time per page grows tenfold. 12 is for few, large pages; higher levels
# save a tenth of their size for ten times the time (benchmarks/warehouse.py).
_FAST_LEVEL: Final = 3  # Zstandard's own default
_LEVEL: Final = 9
_BEST_LEVEL: Final = 12

# A smaller difference is not worth a second attempt: an hour's change of a quiet front page is smaller still.
_NOISE_BYTES: Final = 4096
_NOISE_SHARE: Final = 0.01

# Looking for renamed names keeps every word of two pages in memory, so it is done for pages of ordinary size only.
_LARGEST_RENAMED: Final = 4_000_000

# The window must reach from the end of the body to the start of the base; no page has more than 2^27 bytes.
_LARGEST_WINDOW: Final = 27

_HEAD: Final = struct.Struct(">I")


class Coding(IntEnum):
    """What the stored bytes are. The numbers are written in stores and must not change."""

    WHOLE = 0
    DIFFERENCE = 1
    RENAMED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodedBody:
    """A body as it is stored."""

    coding: int
    data: bytes


def pack(body: bytes, base: bytes | None = None, /) -> EncodedBody:
    """The body compressed on its own, or as its difference to ``base``."""
    coding = Coding.WHOLE if base is None else Coding.DIFFERENCE
    return EncodedBody(coding=coding, data=compressed(body, base, _LEVEL))


def pack_version(body: bytes, earlier: bytes, /) -> EncodedBody:
    """The body as its difference to an earlier version of the same page.

    Some sites rename the variables in their scripts and the ids of their pictures with every request. If the difference
    is large, the names in the earlier version are replaced first, and the smaller result is used.
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
    """The original body. Raises ``ValueError`` if the bytes are not what ``pack`` made with this base."""
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
    """A Zstandard frame of the body with a checksum, compressed with ``base`` as a raw dictionary."""
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
    # The window is as large as the two bodies. It does not need the library's limit, which is for data from strangers.
    decompressor = zstandard.ZstdDecompressor(dict_data=dictionary, max_window_size=1 << _LARGEST_WINDOW)
    return decompressor.decompress(data)


def _dictionary(base: bytes) -> zstandard.ZstdCompressionDict:
    return zstandard.ZstdCompressionDict(base, dict_type=zstandard.DICT_TYPE_RAWCONTENT)


def _window(size: int) -> int:
    return max(10, min(size.bit_length(), _LARGEST_WINDOW))
