"""Bytes to Document: decoding, a bounded parse, blocks, the headline, declared metadata."""

from __future__ import annotations

from newsloom.dom.document import Document
from newsloom.dom.parse import parse

__all__ = ["Document", "parse"]
