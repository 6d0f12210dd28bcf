"""Export of the stored news items as JSON lines, with their size compared to the pages that they were read from.

The news item paper found items to be a tenth of the size of their pages (section 6).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from newsloom.conversion import to_builtins
from newsloom.pipeline.export import whole_file
from newsloom.records import ItemPages, StoredItem
from newsloom.stores.protocol import Store

__all__ = ["ItemMeasure", "stored_items", "write_items"]

_PORTION: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemMeasure:
    """How many items there are, and the bytes of their words and addresses. ``pages`` are the pages they come from."""

    items: int
    item_bytes: int
    pages: ItemPages

    @property
    def share(self) -> float | None:
        """The items' share of the pages' bytes, as fetched. None if no page is stored."""
        return self.item_bytes / self.pages.page_bytes if self.pages.page_bytes else None


def stored_items(store: Store) -> Iterator[StoredItem]:
    """Every stored item, in order of arrival, read in batches."""
    after = 0
    while True:
        with store.read() as transaction:
            portion = transaction.items.all(_PORTION, after=after)
        yield from portion
        if len(portion) < _PORTION:
            return
        after = portion[-1].number


def write_items(store: Store, target: Path | IO[str]) -> ItemMeasure:
    """Write every stored item as a line of JSON: its fields, and when it was first and last seen on its page."""
    if isinstance(target, Path):
        with whole_file(target) as unfinished, unfinished.open("w", encoding="utf-8") as stream:
            return _write(store, stream)
    return _write(store, target)


def _write(store: Store, stream: IO[str]) -> ItemMeasure:
    count = size = 0
    for one in stored_items(store):
        stream.write(json.dumps(_row(one), ensure_ascii=False) + "\n")
        count += 1
        said = (one.item.headline, one.item.kicker, one.item.text, one.item.url)
        size += sum(len((part or "").encode("utf-8", "surrogatepass")) for part in said)
    with store.read() as transaction:
        pages = transaction.items.pages()
    return ItemMeasure(items=count, item_bytes=size, pages=pages)


def _row(one: StoredItem) -> dict[str, Any]:
    fields = {name: to_builtins(getattr(one.item, name)) for name in one.item.__slots__ if name != "duplicate_of"}
    return {**fields, "first_seen": to_builtins(one.first_seen), "last_seen": to_builtins(one.last_seen)}
