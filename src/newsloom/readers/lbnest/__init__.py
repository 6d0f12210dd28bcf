"""Finds news items by their links: sequences of filters and the search for teasers (LBNEST, 2009)."""

from __future__ import annotations

from newsloom.readers.lbnest.reader import LinkReader
from newsloom.readers.lbnest.sequences import Step, read_sequence
from newsloom.readers.lbnest.teasers import confirm_teasers

__all__ = ["LinkReader", "Step", "confirm_teasers", "read_sequence"]
