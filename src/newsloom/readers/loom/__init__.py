"""Newsloom's own reader of front pages."""

from newsloom.readers.loom.reader import LoomReader

__all__ = ["LoomReader"]
