"""Draws pages as they are gathered: returns a fetched ``Page`` with its ``Drawing``.

The browser starts with the first page that is drawn, so a newsroom that draws none does not need one.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Protocol, Self

from newsloom.dom.decode import charset_of
from newsloom.fetch.render.records import RenderedPage, RenderSettings, ResourceSource
from newsloom.fetch.render.subresources import Subresources
from newsloom.fetch.settings import ClientSettings
from newsloom.records import Page

__all__ = ["PageDrawer"]


class _Renders(Protocol):
    """The part of ``Renderer`` that is used here: its own module needs the extra."""

    async def render(  # noqa: PLR0913
        self,
        page: bytes | str,
        url: str | None = None,
        *,
        charset: str | None = None,
        source: ResourceSource | None = None,
        has_scripts: bool = False,
        has_picture: bool = False,
    ) -> RenderedPage: ...


class PageDrawer:
    """A browser for fetched pages, used in an ``async with`` block; one page is drawn at a time."""

    def __init__(self, client: ClientSettings, *, executable: str | None = None, seconds: float = 15.0) -> None:
        self._client = client
        self._executable = executable
        self._seconds = seconds
        self._stack = AsyncExitStack()
        self._starting = asyncio.Lock()
        self._started: tuple[_Renders, Subresources] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def draw(self, page: Page) -> Page:
        """The page with its drawing, after scripts have run. Raises ``RenderError`` and ``MissingExtra``."""
        drawn = await self.render(page)
        return replace(page, drawing=drawn.drawing())

    async def render(self, page: Page, *, has_picture: bool = False) -> RenderedPage:
        """The page as drawn. Raises ``RenderError`` and ``MissingExtra``."""
        renderer, files = await self._start()
        charset = charset_of(page.content_type)
        return await renderer.render(
            page.body,
            page.url,
            charset=charset,
            source=files.of(page.url),
            has_scripts=True,
            has_picture=has_picture,
        )

    async def _start(self) -> tuple[_Renders, Subresources]:
        async with self._starting:
            if self._started is None:
                # Optional, and slow to load.
                from newsloom.fetch.render import Renderer  # noqa: PLC0415

                settings = RenderSettings(executable=self._executable, seconds=self._seconds)
                renderer = await self._stack.enter_async_context(Renderer(settings))
                files = await self._stack.enter_async_context(Subresources(self._client))
                self._started = renderer, files
            return self._started
