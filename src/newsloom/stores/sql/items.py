"""News items of front pages: each is one row per page, however many versions of the page contain it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import (
    Column,
    ForeignKey,
    Row,
    Select,
    Table,
    UniqueConstraint,
    bindparam,
    func,
    insert,
    select,
    update,
)

from newsloom.records import Item, ItemPages, StoredItem
from newsloom.stores.digests import item_digest
from newsloom.stores.sql.addresses import ADDRESSES
from newsloom.stores.sql.bodies import BODIES
from newsloom.stores.sql.derived import derived
from newsloom.stores.sql.executor import Executor, batches
from newsloom.stores.sql.pages import VERSIONS
from newsloom.stores.sql.takedowns import taken_down_numbers
from newsloom.stores.sql.types import METADATA, Digest, JsonText, Key, Moment

__all__ = ["ITEMS", "LISTINGS", "SqlItems", "document_of_item", "stored_item_of"]

ITEMS: Final = Table(
    "items",
    METADATA,
    Column("id", Key, primary_key=True),
    Column("source_id", Key, ForeignKey("addresses.id"), nullable=False),
    Column("address_id", Key, ForeignKey("addresses.id"), index=True),
    Column("digest", Digest, nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("last_seen", Moment, nullable=False),
    Column("document", JsonText, nullable=False),
    UniqueConstraint("source_id", "digest"),
)

# Addresses of a section, a series or a tag instead of a story.
LISTINGS: Final = Table(
    "listings",
    METADATA,
    Column("address_id", Key, ForeignKey("addresses.id"), primary_key=True, autoincrement=False),
    Column("seen_at", Moment, nullable=False),
)


def stored_item_of(row: Row[Any], /) -> StoredItem:
    """The item of a row of ``ITEMS`` that is joined with the addresses of its page and of the item."""
    said = row.document
    return StoredItem(
        item=Item(
            id=said["id"],
            page_url=row.page_url,
            seen_at=row.first_seen,
            headline=said["headline"],
            kicker=said["kicker"],
            text=said["text"],
            url=row.url,
            image=said["image"],
            time=datetime.fromisoformat(said["time"]) if said["time"] else None,
            section=said["section"],
            pattern=said["pattern"],
            position=said["position"],
            is_lead=said["is_lead"],
        ),
        number=row.id,
        first_seen=row.first_seen,
        last_seen=row.last_seen,
    )


def document_of_item(item: Item, /) -> dict[str, Any]:
    """The content of an item for the column ``document``; addresses and times have their own columns."""
    return {
        "id": item.id,
        "headline": item.headline,
        "kicker": item.kicker,
        "text": item.text,
        "image": item.image,
        "time": item.time and item.time.isoformat(),
        "section": item.section,
        "pattern": item.pattern,
        "position": item.position,
        "is_lead": item.is_lead,
    }


_PAGE: Final = ADDRESSES.alias("page")
_ITEMS: Final = (
    select(ITEMS, _PAGE.c.url.label("page_url"), ADDRESSES.c.url.label("url"))
    .join(_PAGE, _PAGE.c.id == ITEMS.c.source_id)
    .outerjoin(ADDRESSES, ADDRESSES.c.id == ITEMS.c.address_id)
    .outerjoin(LISTINGS, LISTINGS.c.address_id == ITEMS.c.address_id)
    .where(LISTINGS.c.address_id.is_(None))
)
_BEHIND: Final = _ITEMS.where(ITEMS.c.id > bindparam("after")).order_by(ITEMS.c.id).limit(bindparam("limit"))
_LATEST: Final = _ITEMS.order_by(ITEMS.c.id.desc()).limit(bindparam("limit"))
_LEADING_TO: Final = _ITEMS.where(ITEMS.c.address_id.in_(bindparam("numbers", expanding=True))).order_by(ITEMS.c.id)
_KNOWN: Final = select(ITEMS.c.digest, ITEMS.c.id).where(
    ITEMS.c.source_id == bindparam("source"), ITEMS.c.digest.in_(bindparam("digests", expanding=True))
)
_NEW: Final = insert(ITEMS)
_SEEN_AGAIN: Final = (
    update(ITEMS)
    .where(ITEMS.c.id.in_(bindparam("numbers", expanding=True)), ITEMS.c.last_seen < bindparam("at"))
    .values(last_seen=bindparam("at"))
)
_NEW_LISTING: Final = insert(LISTINGS)
_LISTED: Final = (
    select(ADDRESSES.c.url)
    .join(LISTINGS, LISTINGS.c.address_id == ADDRESSES.c.id)
    .where(ADDRESSES.c.id.in_(bindparam("numbers", expanding=True)))
)
_WITH_ITEMS: Final = select(ITEMS.c.source_id).distinct()
_PAGE_BYTES: Final = (
    select(
        func.count().label("versions"),
        func.coalesce(func.sum(BODIES.c.size), 0).label("bytes"),
        func.coalesce(func.sum(func.length(BODIES.c.data)), 0).label("stored"),
    )
    .select_from(VERSIONS.join(BODIES, BODIES.c.digest == VERSIONS.c.digest))
    .where(VERSIONS.c.address_id.in_(_WITH_ITEMS))
)


@dataclass(frozen=True, slots=True)
class SqlItems:
    """The news items seen on front pages."""

    _executor: Executor

    def keep(self, page_url: str, items: Sequence[Item], at: datetime, /) -> int:
        self._executor.lock_for_writing()
        source_id = self._executor.keep_address(page_url)
        said = {item_digest(item): item for item in items}
        known = self._known(source_id, list(said))
        for batch in batches(list(known.values())):
            self._executor.run(_SEEN_AGAIN, numbers=list(batch), at=at)
        new = {digest: item for digest, item in said.items() if digest not in known}
        addresses = self._executor.keep_addresses(item.url for item in new.values() if item.url)
        gone = taken_down_numbers(self._executor, list(addresses.values()))
        rows = [
            {
                "source_id": source_id,
                "address_id": addresses.get(item.url or ""),
                "digest": digest,
                "first_seen": at,
                "last_seen": at,
                "document": document_of_item(item),
            }
            for digest, item in new.items()
            if addresses.get(item.url or "") not in gone
        ]
        if rows:
            self._executor.run_all(_NEW, rows)
        return len(rows)

    def all(self, limit: int = 500, *, after: int = 0) -> tuple[StoredItem, ...]:
        return self._found(_BEHIND, after=after, limit=max(limit, 0))

    def latest(self, limit: int, /) -> tuple[StoredItem, ...]:
        return self._found(_LATEST, limit=max(limit, 0))

    def leading_to(self, urls: Sequence[str], /) -> dict[str, Item]:
        found: dict[str, Item] = {}
        for batch in batches(self._numbers(urls)):
            for one in self._found(_LEADING_TO, numbers=list(batch)):
                found[one.item.url or ""] = one.item
        return found

    def pages(self) -> ItemPages:
        row = self._executor.rows(_PAGE_BYTES)[0]
        return ItemPages(versions=int(row.versions), page_bytes=int(row.bytes), stored_bytes=int(row.stored))

    def note_listing(self, url: str, at: datetime, /) -> None:
        self._executor.lock_for_writing()
        if not self.listings([url]):
            self._executor.run(_NEW_LISTING, address_id=self._executor.keep_address(url), seen_at=at)

    def listings(self, urls: Sequence[str], /) -> frozenset[str]:
        numbers = batches(self._numbers(urls))
        return frozenset(row.url for batch in numbers for row in self._executor.rows(_LISTED, numbers=list(batch)))

    def _numbers(self, urls: Sequence[str]) -> list[int]:
        return [number for url in urls if (number := self._executor.address(url)) is not None]

    def _known(self, source_id: int, digests: list[str]) -> dict[str, int]:
        return {
            row.digest: row.id
            for batch in batches(digests)
            for row in self._executor.rows(_KNOWN, source=source_id, digests=list(batch))
        }

    def _found(self, statement: Select[Any], **values: Any) -> tuple[StoredItem, ...]:
        read = (
            derived("item", partial(stored_item_of, row), lambda: None)
            for row in self._executor.rows(statement, **values)
        )
        return tuple(one for one in read if one is not None)
