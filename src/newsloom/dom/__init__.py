"""Turns the bytes of a page into a ``Document``: decoding, bounded parsing, blocks, headline, declared metadata."""

from __future__ import annotations

from newsloom.dom.document import Document
from newsloom.dom.parse import parse

__all__ = ["Document", "parse"]
