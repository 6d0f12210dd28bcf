"""The table of what was found damaged on the disk.

Articles are compressed with a checksum, and pages are identified by the digest of their bytes. A record that does not
match is skipped wherever it is read, as if it did not exist, and noted here once. Nothing is removed: a page that is
fetched again, or an article that is read again from its page, replaces the damaged bytes.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Index, Table

from newsloom.stores.sql.types import METADATA, Digest, Key, Words

__all__ = ["DAMAGES"]

# The damage of either a revision of an article or a body of a page; ``address_id`` is the address it belongs to.
DAMAGES: Final = Table(
    "damages",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("revision_id", Key, ForeignKey("revisions.id")),
    Column("body", Digest, ForeignKey("bodies.digest")),
    Column("address_id", Key, ForeignKey("addresses.id")),
    Column("reason", Words, nullable=False),
    Index(None, "revision_id"),
    Index(None, "body"),
)
