"""Delta encoding: stores a body compactly as its difference to a similar one, and restores it byte for byte."""

from __future__ import annotations

from newsloom.stores.delta.encoding import EncodedBody, compressed, decompressed, pack, pack_version, unpack

__all__ = ["EncodedBody", "compressed", "decompressed", "pack", "pack_version", "unpack"]
