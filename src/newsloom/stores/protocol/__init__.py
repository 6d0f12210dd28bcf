"""The door to stores: what a warehouse must offer, as a handful of small roles.

A ``Store`` opens a ``Transaction``, which has all the roles, for one ``with`` block. Its writes become visible to
everyone when the block ends, or are rolled back if it raises. Writes are idempotent: the identity of a record is its
normalised address, or the digest of the body, so running twice changes nothing. All times are aware and passed in: a
store never looks at a clock. A thread can have one transaction open at a time; a nested one is refused.
"""

from __future__ import annotations

from newsloom.stores.protocol.articles import Articles, Facets, Lookups
from newsloom.stores.protocol.desk import Checkpoints, SegmentTables, Stories, Templates, Topics
from newsloom.stores.protocol.gathering import (
    Damages,
    Drawings,
    Items,
    Links,
    Pages,
    Removals,
    RunLog,
    Schedule,
    Sources,
)
from newsloom.stores.protocol.readers import Accounts, ApiKeys, Bookmarks, Followings, Sessions, Visits
from newsloom.stores.protocol.store import Store, Transaction

__all__ = [
    "Accounts",
    "ApiKeys",
    "Articles",
    "Bookmarks",
    "Checkpoints",
    "Damages",
    "Drawings",
    "Facets",
    "Followings",
    "Items",
    "Links",
    "Lookups",
    "Pages",
    "Removals",
    "RunLog",
    "Schedule",
    "SegmentTables",
    "Sessions",
    "Sources",
    "Store",
    "Stories",
    "Templates",
    "Topics",
    "Transaction",
    "Visits",
]
