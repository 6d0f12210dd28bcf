"""The door to stores: what a warehouse must offer, as a handful of small roles.

A ``Store`` opens a ``Transaction``: the roles, opened together by one ``with`` block. What is
written in it is there for everyone when the block ends, and not at all if it raises. Writes are idempotent: identity is
the normalised address, or the digest of the body, so running twice changes nothing. All times are aware and handed in:
a store never looks at a clock. A thread has one transaction open at a time: a nested one is refused.
"""

from __future__ import annotations

from newsloom.stores.protocol.clippings import Clippings
from newsloom.stores.protocol.gathering import Diary, Links, Schedule, Sources
from newsloom.stores.protocol.grouping import Marks, Stories, Topics
from newsloom.stores.protocol.keeping import Articles, Pages
from newsloom.stores.protocol.moulds import Templates
from newsloom.stores.protocol.readers import Accounts, Bookmarks
from newsloom.stores.protocol.store import Store, Transaction

__all__ = [
    "Accounts",
    "Articles",
    "Bookmarks",
    "Clippings",
    "Diary",
    "Links",
    "Marks",
    "Pages",
    "Schedule",
    "Sources",
    "Store",
    "Stories",
    "Templates",
    "Topics",
    "Transaction",
]
