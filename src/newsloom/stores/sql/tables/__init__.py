"""The schema: one file for each aggregate, with its tables and the one function that makes a record of a row."""

from __future__ import annotations

from newsloom.stores.sql.tables import (
    accounts,
    addresses,
    articles,
    diary,
    links,
    marks,
    pages,
    sources,
    stories,
    templates,
    topics,
)
from newsloom.stores.sql.tables.metadata import METADATA

__all__ = [
    "METADATA",
    "accounts",
    "addresses",
    "articles",
    "diary",
    "links",
    "marks",
    "pages",
    "sources",
    "stories",
    "templates",
    "topics",
]
