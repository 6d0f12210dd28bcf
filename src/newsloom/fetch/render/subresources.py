"""Fetches the files that pages request with the guarded client: returns a ``Resource`` for an address, or None.

A host that only a setting admits, as on a private network, is contacted only for its own pages: otherwise another
site's script could read it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Final, Self
from urllib.parse import urlsplit

from newsloom.errors import FetchError
from newsloom.fetch.client import Client
from newsloom.fetch.media import Accept
from newsloom.fetch.render.records import Resource, ResourceSource
from newsloom.fetch.settings import ClientSettings

__all__ = ["Subresources"]

_FILES: Final = Accept(never=("audio/", "font/", "image/", "video/", "application/pdf", "application/zip"))
# As in browsers: a page's files are fetched at once, and slow ones are left out.
_PER_HOST: Final = 6
_TIMEOUT_SECONDS: Final = 8.0
# The pages of a site share their style sheets.
_KEPT_SECONDS: Final = 600.0
_KEPT_BYTES: Final = 50_000_000


class Subresources:
    """The clients for the files of pages, used in an ``async with`` block."""

    def __init__(self, settings: ClientSettings, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        timeout = min(_TIMEOUT_SECONDS, settings.timeout_seconds)
        hurried = replace(
            settings, delay_seconds=0.0, per_host=_PER_HOST, attempts=1, timeout_seconds=timeout, patience_seconds=0.0
        )
        self._own = Client(hurried)
        self._public = Client(replace(hurried, allow_hosts=()))
        self._stack = AsyncExitStack()
        self._monotonic = monotonic
        # Keyed also by which client fetched it: what a private host sent to its own page is not for others.
        self._kept: OrderedDict[tuple[str, bool], tuple[float, Resource]] = OrderedDict()
        self._kept_bytes = 0

    async def __aenter__(self) -> Self:
        await self._stack.enter_async_context(self._own)
        await self._stack.enter_async_context(self._public)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    def of(self, page_url: str) -> ResourceSource:
        """The source of files for the page at an address."""
        host = urlsplit(page_url).hostname

        async def found(url: str) -> Resource | None:
            is_own = urlsplit(url).hostname == host
            return self._remembered(url, is_own) or await self._fetched(url, is_own)

        return found

    async def _fetched(self, url: str, is_own: bool) -> Resource | None:  # noqa: FBT001
        client = self._own if is_own else self._public
        try:
            page = (await client.fetch(url, accept=_FILES)).page
        except FetchError:
            # As in any browser, a page is drawn without files that cannot be fetched.
            return None
        if page is None:
            return None
        found = Resource(url=url, body=page.body, content_type=page.content_type)
        self._remember(found, is_own)
        return found

    def _remembered(self, url: str, is_own: bool) -> Resource | None:  # noqa: FBT001
        until, kept = self._kept.get((url, is_own), (0.0, None))
        return kept if kept is not None and self._monotonic() < until else None

    def _remember(self, found: Resource, is_own: bool) -> None:  # noqa: FBT001
        key = (found.url, is_own)
        if key in self._kept:
            self._kept_bytes -= len(self._kept.pop(key)[1].body)
        self._kept[key] = (self._monotonic() + _KEPT_SECONDS, found)
        self._kept_bytes += len(found.body)
        while self._kept_bytes > _KEPT_BYTES:
            _, (_, oldest) = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest.body)
