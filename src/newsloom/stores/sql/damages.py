"""What was found damaged on the disk: the table.

Articles are compressed with a checksum, pages are known by the digest of their bytes. What does not give it again is
passed over wherever it is read, as if it was not there, and noted here once. Nothing is removed: a page that is fetched
again, or an article that is read again from its page, takes the place of the damaged bytes.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Index, Table

from newsloom.stores.sql.types import METADATA, Digest, Key, Words

__all__ = ["DAMAGES"]

# Either of a revision of an article, or of a body of a page; ``address_id`` is whose.
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
