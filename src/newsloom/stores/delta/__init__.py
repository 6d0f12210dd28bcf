"""Delta encoding: a body and one that is like it in, few bytes out; and back again, byte for byte."""

from __future__ import annotations

from newsloom.stores.delta.encoding import EncodedBody, compressed, decompressed, pack, pack_version, unpack

__all__ = ["EncodedBody", "compressed", "decompressed", "pack", "pack_version", "unpack"]
