"""Checks that anyone who writes a room can run against it.

A room goes in; nothing comes out, or an ``AssertionError`` that says what the room did wrong.
Nothing else in Newsloom imports this package.
"""

from __future__ import annotations

from newsloom.testing.extractor_checks import EXTRACTOR_CHECKS
from newsloom.testing.hostile_pages import HOSTILE_PAGES
from newsloom.testing.reader_checks import READER_CHECKS
from newsloom.testing.store_checks import STORE_CHECKS

__all__ = ["EXTRACTOR_CHECKS", "HOSTILE_PAGES", "READER_CHECKS", "STORE_CHECKS"]
