"""Packs a layout into bytes, to be stored with a page, and unpacks it; neither needs a browser.

Boxes are in whole eighths of a pixel. Each number is written as the difference from that of the previous node, which
is mostly small or zero, and everything is compressed.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, Final

import zstandard

from newsloom.byteorder import lowest_byte_first
from newsloom.dom.layout import Layout, Style

__all__ = ["pack_layout", "unpack_layout"]

_FORMAT: Final = b"NLL1"
_STEPS: Final = 8
_HEAD: Final = struct.Struct("<4sII")
# A page has at most 150,000 tags (parse.MAX_TAGS), each of 24 bytes here, and the styles.
_MAX_BYTES: Final = 16_000_000
_ARRAYS: Final = 6


def pack_layout(layout: Layout) -> bytes:
    """The layout as compressed bytes, about three for each node."""
    sides = (layout.lefts, layout.tops, layout.widths, layout.heights)
    columns: list[Sequence[int]] = [[round(length * _STEPS) for length in side] for side in sides]
    numbers = b"".join(map(_packed, (*columns, layout.style_codes, layout.stacking)))
    facts = {
        "source": layout.source,
        "width": layout.width,
        "height": layout.height,
        "styles": layout.styles,
        "digest": layout.digest.hex(),
    }
    described = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    head = _HEAD.pack(_FORMAT, len(layout), len(described))
    return zstandard.compress(head + described + numbers, 9)


def unpack_layout(packed: bytes) -> Layout:
    """The layout that ``pack_layout`` wrote. Raises ``ValueError`` for any other bytes."""
    try:
        raw = zstandard.ZstdDecompressor().decompress(packed, max_output_size=_MAX_BYTES)
        mark, size, described_size = _HEAD.unpack_from(raw)
        described = raw[_HEAD.size : _HEAD.size + described_size]
        numbers = raw[_HEAD.size + described_size :]
        if mark != _FORMAT or len(numbers) != size * 4 * _ARRAYS:
            raise ValueError("another format")
        return _layout(json.loads(described), numbers, size)
    except (zstandard.ZstdError, struct.error, KeyError, TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"these are not the bytes of a layout: {error}") from error


def _layout(facts: dict[str, Any], numbers: bytes, size: int) -> Layout:
    if facts["source"] not in {"drawn", "estimated"}:
        raise ValueError("neither drawn nor estimated")
    whole = [_unpacked(numbers[4 * size * at : 4 * size * (at + 1)]) for at in range(_ARRAYS)]
    lefts, tops, widths, heights = (array("f", [length / _STEPS for length in side]) for side in whole[:4])
    codes, stacking = whole[4:]
    styles = tuple(Style(*style) for style in facts["styles"])
    if max(codes, default=-1) >= len(styles):
        raise ValueError("a style is missing")
    return Layout(
        source=facts["source"],
        width=float(facts["width"]),
        height=float(facts["height"]),
        lefts=lefts,
        tops=tops,
        widths=widths,
        heights=heights,
        styles=styles,
        style_codes=codes,
        stacking=stacking,
        digest=bytes.fromhex(facts["digest"]),
    )


def _packed(numbers: Sequence[int]) -> bytes:
    """The differences, with the lowest bytes of all first, then the second bytes: the higher ones hardly differ."""
    steps = array("i", [later - earlier for earlier, later in pairwise((0, *numbers))])
    raw = lowest_byte_first(steps).tobytes()
    return b"".join(raw[place::4] for place in range(4))


def _unpacked(raw: bytes) -> array[int]:
    size = len(raw) // 4
    whole = bytearray(len(raw))
    for place in range(4):
        whole[place::4] = raw[size * place : size * (place + 1)]
    return array("i", accumulate(lowest_byte_first(array("i", bytes(whole)))))
