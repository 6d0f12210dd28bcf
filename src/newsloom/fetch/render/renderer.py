"""Draws pages one after the other and returns a ``RenderedPage`` for each, whatever a page does to the browser.

A page whose scripts hang or kill the browser is drawn again without them. A browser that died for another reason is
replaced and the page drawn once more. The browser is also replaced from time to time, before its memory grows.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Self
from urllib.parse import urlsplit

from newsloom.errors import RenderError
from newsloom.fetch.render.browser import Browser, BrowserLost, Drawn
from newsloom.fetch.render.measured import read_measured
from newsloom.fetch.render.records import RenderedPage, RenderSettings, RenderTask, Resource, ResourceSource
from newsloom.fetch.render.visit import PageVisit

__all__ = ["NOWHERE", "Renderer", "kept_resources", "no_resources"]

NOWHERE: Final = "http://page.invalid/"
"""The address used for a page that has none."""

# Playwright keeps a record of every request for the lifetime of its browser.
_PAGES_OF_A_BROWSER: Final = 100
# The share of a page's time that its scripts may take; the rest is for drawing it without them.
_SCRIPTED_SHARE: Final = 0.65


class Renderer:
    """A browser for many pages, used in an ``async with`` block. It draws one page at a time; others wait."""

    def __init__(self, settings: RenderSettings | None = None) -> None:
        self.settings = settings or RenderSettings()
        self._browser: Browser | None = None
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._browser is not None:
            await self._browser.stop()
            self._browser = None

    @property
    def pid(self) -> int | None:
        """The process id of the running browser; None before the first page."""
        return self._browser.pid if self._browser else None

    async def render(  # noqa: PLR0913 - a page, its address and charset, and how to draw it
        self,
        page: bytes | str,
        url: str | None = None,
        *,
        charset: str | None = None,
        source: ResourceSource | None = None,
        has_scripts: bool = False,
        has_picture: bool = False,
        budget: RenderSettings | None = None,
    ) -> RenderedPage:
        """Draw a page, within its own budget if one is given. Raises ``RenderError`` if it cannot be drawn."""
        document = _document(page, url, charset)
        settings = budget or self.settings
        task = RenderTask(page=document, source=source or no_resources, settings=settings, has_picture=has_picture)
        async with self._turn:
            return await self._rendered(task, _attempts(has_scripts, settings.seconds))

    async def _rendered(self, task: RenderTask, attempts: list[tuple[bool, float]]) -> RenderedPage:
        known: dict[str, Resource] = {}
        reasons: list[str] = []
        for has_scripts, seconds in attempts:
            attempt = replace(task, has_scripts=has_scripts, seconds=seconds, known=known)
            try:
                browser = await self._ready()
                drawn, visit = await browser.draw(attempt)
            except BrowserLost as lost:
                await self._lose()
                known.update(lost.visit.taken)
                if has_scripts:
                    reasons.append("its scripts did not end, so it was drawn without them")
                continue
            await self._clean(task.page.url)
            return _page_of(attempt, drawn, [*reasons, *visit.faults], visit)
        raise RenderError(task.page.url, "page", "; ".join(reasons) or "the browser keeps crashing")

    async def _ready(self) -> Browser:
        browser = self._browser
        if browser is not None and browser.pages >= _PAGES_OF_A_BROWSER:
            await browser.stop()
            browser = self._browser = None
            # Those records refer to each other, and the collector runs too seldom to keep memory flat.
            gc.collect()
        if browser is None:
            browser = await Browser.start(self.settings)
        self._browser = browser
        return browser

    async def _clean(self, url: str) -> None:
        if self._browser is not None and not await self._browser.clean(url):
            await self._lose()

    async def _lose(self) -> None:
        if self._browser is not None:
            await self._browser.kill()
            self._browser = None


async def no_resources(url: str) -> Resource | None:
    """A source that refuses everything but the page itself."""
    del url
    return None


def kept_resources(resources: Mapping[str, Resource]) -> ResourceSource:
    """A source of files at hand, by address, so that a page is drawn with the same files as before."""

    async def kept(url: str) -> Resource | None:
        return resources.get(url)

    return kept


def _document(page: bytes | str, url: str | None, charset: str | None) -> Resource:
    address = url if url and urlsplit(url).scheme in {"http", "https"} else NOWHERE
    body, named = (page.encode("utf-8", "replace"), "utf-8") if isinstance(page, str) else (page, charset)
    return Resource(url=address, body=body, content_type=f"text/html; charset={named}" if named else "text/html")


def _attempts(has_scripts: bool, seconds: float) -> list[tuple[bool, float]]:  # noqa: FBT001
    """The attempts to draw a page, in order: with scripts or without, and for how many seconds."""
    if not has_scripts:
        return [(False, seconds / 2), (False, seconds / 2)]
    return [(True, seconds * _SCRIPTED_SHARE), (False, seconds * (1 - _SCRIPTED_SHARE))]


def _page_of(task: RenderTask, drawn: Drawn, reasons: list[str], visit: PageVisit) -> RenderedPage:
    html, layout = read_measured(drawn.answer, drawn.numbering)
    return RenderedPage(
        url=task.page.url,
        html=html,
        layout=layout,
        resources=tuple(visit.taken.values()),
        has_scripts=task.has_scripts,
        reason="; ".join(reasons) or None,
        picture=drawn.picture,
    )
