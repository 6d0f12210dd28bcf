"""Links: what is said about them and where, the lists they were on, and which of them are still to be fetched.

The order of a list changes with every new story at its top, so rows per link and place would be rewritten each time.
Instead each distinct mention of a link is one row, and a list is stored as the packed numbers of such rows.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import zstandard
from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    Row,
    Table,
    UniqueConstraint,
    bindparam,
    func,
    insert,
    select,
    text,
    update,
)

from newsloom.records import Image, Link
from newsloom.stores.digests import link_digest, list_digest
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.article_sources import add_sighting
from newsloom.stores.sql.derived import derived
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.intervals import Interval, IntervalTable
from newsloom.stores.sql.leases import LONGEST_LINK_WAIT, cap_waits, is_free, latest_lease, lease_rows
from newsloom.stores.sql.takedowns import taken_down_numbers
from newsloom.stores.sql.types import METADATA, Digest, JsonText, Key, Moment, Words

__all__ = ["FRONTS", "LINKS", "MENTIONS", "SqlLinks", "as_sighted", "changes", "document_of_link", "link_of"]

MENTIONS: Final = Table(
    "mentions",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("source_id", Key, ForeignKey("addresses.id"), nullable=False),
    Column("address_id", Key, ForeignKey("addresses.id"), nullable=False, index=True),
    Column("digest", Digest, nullable=False),
    Column("document", JsonText, nullable=False),
    UniqueConstraint("source_id", "digest"),
)

FRONTS: Final = Table(
    "fronts",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("source_id", Key, ForeignKey("addresses.id"), nullable=False),
    Column("digest", Digest, nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("last_seen", Moment, nullable=False),
    Column("mentions", LargeBinary, nullable=False),
    Index(None, "source_id", "first_seen", "id"),
)

# Every address that was ever sighted. It waits to be fetched while ``due_at`` is set.
LINKS: Final = Table(
    "links",
    METADATA,
    Column("address_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("mention_id", Key, ForeignKey("mentions.id"), nullable=False),
    Column("due_at", Moment),
    Column("owner", Words),
    Column("leased_until", Moment),
    Index(
        None,
        "due_at",
        "address_id",
        sqlite_where=text("due_at IS NOT NULL"),
        postgresql_where=text("due_at IS NOT NULL"),
    ),
)


def link_of(row: Row[Any], source_url: str, position: int | None = None, /) -> Link:
    """The link of a row of ``MENTIONS`` with its ``url``, at its first position or at the given one."""
    return derived(
        "mention",
        lambda: _link_with_facts(row, source_url, position),
        lambda: Link(url=row.url, source_url=source_url, position=position or 0),
    )


def _link_with_facts(row: Row[Any], source_url: str, position: int | None) -> Link:
    facts = row.document
    return Link(
        url=row.url,
        source_url=source_url,
        title=facts["title"],
        text=facts["text"],
        authors=tuple(facts["authors"]),
        published=_time(facts["published"]),
        updated=_time(facts["updated"]),
        categories=tuple(facts["categories"]),
        guid=facts["guid"],
        image=Image(**facts["image"]) if facts["image"] else None,
        position=facts["position"] if position is None else position,
        # Missing in older newsrooms.
        pattern=facts.get("pattern"),
    )


def document_of_link(link: Link, /) -> dict[str, Any]:
    """The content of a link for the column ``document``."""
    image = link.image
    return {
        "title": link.title,
        "text": link.text,
        "authors": link.authors,
        "published": link.published and link.published.isoformat(),
        "updated": link.updated and link.updated.isoformat(),
        "categories": link.categories,
        "guid": link.guid,
        "image": image and {"url": image.url, "caption": image.caption, "credit": image.credit},
        "position": link.position,
        "pattern": link.pattern,
    }


def _time(written: str | None) -> datetime | None:
    return None if written is None else datetime.fromisoformat(written)


Links = tuple[Link, ...]


def as_sighted(source_url: str, links: Links, /) -> Links:
    """The links with their source set to this one; of links with the same address only the first."""
    first: dict[str, Link] = {}
    for link in links:
        first.setdefault(link.url, dataclasses.replace(link, source_url=source_url))
    return tuple(first.values())


def changes(earlier: Links, later: Links, /) -> tuple[Links, Links]:
    """The links that came and those that went. An address that is in both lists did neither."""
    stood = {link.url for link in earlier}
    stands = {link.url for link in later}
    came = tuple(link for link in later if link.url not in stood)
    went = tuple(link for link in earlier if link.url not in stands)
    return came, went


_INTERVALS: Final = IntervalTable(FRONTS, "source_id")

_SOURCE: Final = ADDRESSES.alias("source")
_MENTIONS_BY_ID: Final = (
    select(MENTIONS.c.id, MENTIONS.c.document, ADDRESSES.c.url, _SOURCE.c.url.label("source_url"))
    .join(ADDRESSES, ADDRESSES.c.id == MENTIONS.c.address_id)
    .join(_SOURCE, _SOURCE.c.id == MENTIONS.c.source_id)
    .where(MENTIONS.c.id.in_(bindparam("numbers", expanding=True)))
)
_KNOWN: Final = select(MENTIONS.c.digest, MENTIONS.c.id).where(
    MENTIONS.c.source_id == bindparam("source"), MENTIONS.c.digest.in_(bindparam("digests", expanding=True))
)
_NEW_MENTION: Final = insert(MENTIONS)

_SEEN: Final = select(LINKS.c.address_id).where(LINKS.c.address_id.in_(bindparam("numbers", expanding=True)))
_NEW: Final = insert(LINKS)
_DUE: Final = (
    select(LINKS.c.address_id, LINKS.c.mention_id)
    .where(
        LINKS.c.due_at <= bindparam("now"),
        is_free(LINKS.c.leased_until),
    )
    .order_by(LINKS.c.due_at, LINKS.c.address_id)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
_CAP_WAITS: Final = cap_waits(LINKS)
_LEASE_LINKS: Final = lease_rows(LINKS)
_SETTLE: Final = (
    update(LINKS)
    .where(LINKS.c.address_id == bindparam("number"), LINKS.c.owner == bindparam("held_by"))
    .values(due_at=bindparam("retry_at"), owner=None, leased_until=None)
)
_WAITS: Final = select(LINKS.c.mention_id, LINKS.c.due_at).where(LINKS.c.address_id == bindparam("number"))
_WAITING: Final = select(func.count()).select_from(LINKS).where(LINKS.c.due_at.is_not(None))


@dataclass(frozen=True, slots=True)
class SqlLinks:
    """Which links were on which source and when, and which of them are still to be fetched."""

    _executor: Executor

    def sight(
        self, source_url: str, links: Links, at: datetime, /, *, passed_over: frozenset[str] = frozenset()
    ) -> Links:
        self._executor.lock_for_writing()
        source_id = self._executor.keep_address(source_url)
        sighted = as_sighted(source_url, links)
        digest = list_digest(sighted)
        standing = _INTERVALS.at(self._executor, source_id, at)
        if standing is not None and standing.digest == digest:
            # The list is unchanged: everything is stored already, and no link is new.
            if standing.last_seen < at:
                _INTERVALS.move(self._executor, standing.id, standing.first_seen, at)
            return ()
        mentions = self._mentions(source_id, sighted)
        fact = {"mentions": _packed([mentions[link.url] for link in sighted], [link.position for link in sighted])}
        _INTERVALS.keep(self._executor, source_id, Interval(digest=digest, first_seen=at, last_seen=at, fact=fact))
        return self._queued(sighted, mentions, at, passed_over)

    def on(self, source_url: str, at: datetime, /) -> tuple[Link, ...]:
        source_id = self._executor.address(source_url)
        front = None if source_id is None else _INTERVALS.at(self._executor, source_id, at)
        if front is None:
            return ()
        numbers, positions = derived("front page", lambda: _unpacked(front.mentions), lambda: ([], []))
        rows = {row.id: row for batch in batches(numbers) for row in self._mention_rows(batch)}
        places = zip(numbers, positions, strict=True)
        return tuple(link_of(rows[number], source_url, position) for number, position in places if number in rows)

    def between(
        self, source_url: str, since: datetime, until: datetime, /
    ) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
        return changes(self.on(source_url, since), self.on(source_url, until))

    def claim(self, owner: str, now: datetime, lease_seconds: float, limit: int) -> tuple[Link, ...]:
        self._executor.run(_CAP_WAITS, latest=now + LONGEST_LINK_WAIT, new_due=now)
        too_late = latest_lease(now, lease_seconds)
        rows = self._executor.rows(_DUE, now=now, too_late=too_late, limit=max(limit, 0))
        until = now + timedelta(seconds=lease_seconds)
        for batch in batches([row.address_id for row in rows]):
            self._executor.run(_LEASE_LINKS, numbers=list(batch), new_owner=owner, new_until=until)
        return self._links([row.mention_id for row in rows])

    def settle(self, owner: str, url: str, retry_at: datetime | None = None, /) -> bool:
        number = self._executor.address(url)
        return number is not None and self._executor.run(_SETTLE, number=number, held_by=owner, retry_at=retry_at) > 0

    def waiting(self) -> int:
        return int(self._executor.rows(_WAITING)[0][0])

    def get(self, url: str, /) -> tuple[Link, datetime | None] | None:
        number = self._executor.address(url)
        row = None if number is None else self._executor.row(_WAITS, number=number)
        return None if row is None else (self._links([row.mention_id])[0], row.due_at)

    def _mentions(self, source_id: int, links: tuple[Link, ...]) -> dict[str, int]:
        """The number of the matching row for each address; missing rows are written."""
        digests = {link_digest(link): link for link in links}
        known = self._known(source_id, list(digests))
        new = {digest: link for digest, link in digests.items() if digest not in known}
        if new:
            numbers = self._executor.keep_addresses(link.url for link in new.values())
            rows = [
                {
                    "source_id": source_id,
                    "address_id": numbers[link.url],
                    "digest": digest,
                    "document": document_of_link(link),
                }
                for digest, link in new.items()
            ]
            self._executor.run_all(_NEW_MENTION, rows)
            add_sighting(self._executor, source_id, list(numbers.values()))
            known |= self._known(source_id, list(new))
        return {link.url: known[digest] for digest, link in digests.items()}

    def _known(self, source_id: int, digests: list[str]) -> dict[str, int]:
        known: dict[str, int] = {}
        for batch in batches(digests):
            rows = self._executor.rows(_KNOWN, source=source_id, digests=list(batch))
            known.update({row.digest: row.id for row in rows})
        return known

    def _queued(self, links: Links, mentions: dict[str, int], at: datetime, passed_over: frozenset[str]) -> Links:
        """Queue the links never seen before, except those passed over. Returns the queued links."""
        numbers = self._executor.keep_addresses(link.url for link in links)
        seen: set[int] = set()
        for batch in batches(list(numbers.values())):
            rows = self._executor.rows(_SEEN, numbers=list(batch))
            seen.update(row.address_id for row in rows)
        seen |= taken_down_numbers(self._executor, list(numbers.values()))
        new = tuple(link for link in links if numbers[link.url] not in seen)
        if new:
            waits = [
                {
                    "address_id": numbers[link.url],
                    "mention_id": mentions[link.url],
                    "due_at": None if link.url in passed_over else at,
                }
                for link in new
            ]
            self._executor.run_all(_NEW, waits)
        return tuple(link for link in new if link.url not in passed_over)

    def _links(self, mention_ids: list[int]) -> tuple[Link, ...]:
        rows = {row.id: row for batch in batches(mention_ids) for row in self._mention_rows(batch)}
        return tuple(link_of(rows[number], rows[number].source_url) for number in mention_ids)

    def _mention_rows(self, mention_ids: Sequence[int]) -> Sequence[Row[Any]]:
        return self._executor.rows(_MENTIONS_BY_ID, numbers=list(mention_ids))


def _packed(numbers: list[int], positions: list[int]) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=False).compress(json.dumps([numbers, positions]).encode())


def _unpacked(data: bytes) -> tuple[list[int], list[int]]:
    numbers, positions = json.loads(zstandard.ZstdDecompressor().decompress(data))
    return numbers, positions
