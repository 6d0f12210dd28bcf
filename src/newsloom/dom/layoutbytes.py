"""A layout as bytes to be stored beside a page, and back; neither needs a browser.

Boxes are whole eighths of a pixel. Each number is written as the difference from that of the node before, which is
mostly small or nothing, and the whole is compressed.
"""

from __future__ import annotations

import json
import struct
from array import array
from typing import Final

import numpy as np
import zstandard

from newsloom.dom.layout import Layout, Style

__all__ = ["pack_layout", "unpack_layout"]

_FORMAT: Final = b"NLL1"
_STEPS: Final = 8
_HEAD: Final = struct.Struct("<4sII")
# A page has at most 150,000 tags (parse.MAX_TAGS), each of 24 bytes here, and its styles.
_MAX_BYTES: Final = 16_000_000
_ARRAYS: Final = 6


def pack_layout(layout: Layout) -> bytes:
    """The layout in few bytes: about two for each node."""
    sides = (layout.lefts, layout.tops, layout.widths, layout.heights)
    columns = [np.rint(np.asarray(side, dtype=np.float64) * _STEPS).astype("<i4") for side in sides]
    columns += [np.asarray(codes, dtype="<i4") for codes in (layout.style_codes, layout.stacking)]
    # First all lowest bytes, then all second ones: the higher are nearly all the same.
    numbers = b"".join(np.diff(one, prepend=np.int32(0)).view("u1").reshape(-1, 4).T.tobytes() for one in columns)
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
    """What ``pack_layout`` wrote. Raises ``ValueError`` for anything else."""
    try:
        raw = zstandard.ZstdDecompressor().decompress(packed, max_output_size=_MAX_BYTES)
        mark, size, described_size = _HEAD.unpack_from(raw)
        described = raw[_HEAD.size : _HEAD.size + described_size]
        numbers = raw[_HEAD.size + described_size :]
        if mark != _FORMAT or len(numbers) != size * 4 * _ARRAYS:
            raise ValueError("these are not the bytes of a layout")
        return _layout(json.loads(described), numbers, size)
    except (zstandard.ZstdError, struct.error, KeyError, TypeError) as error:
        raise ValueError(f"these are not the bytes of a layout: {error}") from error


def _layout(facts: dict[str, object], numbers: bytes, size: int) -> Layout:
    if facts["source"] not in {"drawn", "estimated"} or not isinstance(facts["styles"], list):
        raise ValueError("these are not the bytes of a layout")
    columns = np.frombuffer(numbers, dtype="u1").reshape(_ARRAYS, 4, size)
    whole = [np.cumsum(np.ascontiguousarray(column.T).view("<i4").reshape(size), dtype=np.int32) for column in columns]
    lefts, tops, widths, heights = (
        array("f", (one.astype(np.float32) / np.float32(_STEPS)).tobytes()) for one in whole[:4]
    )
    codes, stacking = (array("i", one.astype(np.intc).tobytes()) for one in whole[4:])
    return Layout(
        source=facts["source"],
        width=float(facts["width"]),  # type: ignore[arg-type]
        height=float(facts["height"]),  # type: ignore[arg-type]
        lefts=lefts,
        tops=tops,
        widths=widths,
        heights=heights,
        styles=tuple(Style(*style) for style in facts["styles"]),
        style_codes=codes,
        stacking=stacking,
        digest=bytes.fromhex(str(facts["digest"])),
    )
