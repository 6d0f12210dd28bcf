"""Stored pages over time: the versions, links, items and changes of an address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import IO

from newsloom.catalogue import available
from newsloom.dom.layout import Layout
from newsloom.pipeline.frontpages import ItemLife, item_lives, items_at
from newsloom.pipeline.history import Change, History, change_between, history_of, links_at, page_at, version_start
from newsloom.pipeline.items import ItemMeasure, write_items
from newsloom.pipeline.showing.kept import ShownPage, explain_page, show_page
from newsloom.records import Article, Item, Link, Page, Resource
from newsloom.settings import Settings
from newsloom.stores.protocol import Store
from newsloom.wiring import drawn_again, page_read_again

__all__ = ["NewsroomPages"]


class NewsroomPages:
    """``room.pages``: what an address contained, and when."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], datetime]) -> None:
        self._store = store
        self._settings = settings
        self._now = now

    def get(self, url: str, at: datetime | None = None) -> Page | None:
        """The page byte for byte as it was at a time, or as it is now."""
        return page_at(self._store, url, at)

    def body(self, digest: str) -> bytes | None:
        """The bytes of the version with this digest."""
        with self._store.read() as transaction:
            return transaction.pages.body(digest)

    def history(self, url: str) -> History | None:
        """Everything known about an address over time, or None."""
        return history_of(self._store, url, self._now())

    def version_start(self, url: str, at: datetime | None = None) -> datetime | None:
        """When the version that was current at a time, or is now, was first seen. None if no version is stored."""
        return version_start(self._store, url, at)

    def links(self, url: str, at: datetime | None = None) -> tuple[Link, ...]:
        """The links on a source at a time, or now."""
        return links_at(self._store, url, at or self._now())

    def items(self, url: str, at: datetime | None = None) -> tuple[Item, ...] | None:
        """The news items of a stored front page at a time, or now. None if no version of it is stored."""
        return items_at(self._store, url, at, self._settings.reader)

    def shown(self, url: str, *, is_front: bool = False, method: str | None = None) -> ShownPage | None:
        """The stored page with what is extracted from it now, as a story or as a front page. None if none is stored.

        Drawn from the stored layout, or from an estimate if there is none. ``method`` is an extractor or a reader,
        by default the newsroom's. Raises ``UnknownName``.
        """
        page = self.get(url)
        if page is None:
            return None
        return show_page(page, self._read(page, is_front=is_front, method=method))

    def methods(self, *, is_front: bool = False) -> tuple[str, ...]:
        """The extractors, or the readers, that ``shown`` accepts as ``method``."""
        return available("reader" if is_front else "extractor")

    def picture(self, url: str, *, is_front: bool = False, method: str | None = None) -> bytes | None:
        """Like ``shown``, as a PNG drawn by a browser from what is stored. Raises ``RenderError``, ``MissingExtra``."""
        page = self.get(url)
        if page is None:
            return None
        files: tuple[Resource, ...] = ()
        if page.drawing and page.drawing.digest:
            with self._store.read() as transaction:
                files = transaction.drawings.resources(page.drawing.digest)
        read = self._read(page, is_front=is_front, method=method)

        def explained(html: bytes, layout: Layout, picture: bytes) -> str:
            return explain_page(html, page.url, layout, read, picture)

        return drawn_again(page, files, explained, self._settings)

    def _read(self, page: Page, *, is_front: bool, method: str | None) -> Article | tuple[Item, ...]:
        if is_front:
            return items_at(self._store, page.url, None, method or self._settings.reader) or ()
        return page_read_again(page, replace(self._settings, extractor=method or self._settings.extractor))

    def export_items(self, target: str | Path | IO[str]) -> ItemMeasure:
        """Write every stored news item as JSON lines. Returns their number, and their size compared to their pages."""
        return write_items(self._store, Path(target) if isinstance(target, str) else target)

    def leading_to(self, urls: Sequence[str]) -> dict[str, Item]:
        """For each of these addresses, the latest front page item that linked to it."""
        with self._store.read() as transaction:
            return transaction.items.leading_to(urls)

    def lives(self, url: str) -> tuple[ItemLife, ...]:
        """The life of every item a source has shown: when it appeared, rose, fell, was reworded and disappeared."""
        return item_lives(self._store, url)

    def change(self, url: str, since: datetime, until: datetime) -> Change:
        """What appeared on or disappeared from a source, or how a story was edited, between two times."""
        return change_between(self._store, url, since, until, self._settings.extractor)
