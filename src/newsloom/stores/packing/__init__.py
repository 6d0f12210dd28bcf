"""Bodies made small: a body and one that is like it in, few bytes out; and back again, byte for byte."""

from __future__ import annotations

from newsloom.stores.packing.packed import Packed, pack, pack_version, unpack

__all__ = ["Packed", "pack", "pack_version", "unpack"]
