"""Drawing for callers that do not await: one browser in its own thread, for any number of pages."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import unquote, urlsplit

from newsloom.fetch.render.records import RenderedPage, RenderSettings, Resource, ResourceSource
from newsloom.fetch.render.renderer import Renderer

__all__ = ["BlockingRenderer", "folder_resources", "render_page"]


Result = TypeVar("Result")


class BlockingRenderer:
    """A ``Renderer`` used in a ``with`` block."""

    def __init__(self, settings: RenderSettings | None = None) -> None:
        self._renderer = Renderer(settings)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="newsloom-render", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._wait(self._renderer.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def pid(self) -> int | None:
        """The process id of the running browser; None before the first page."""
        return self._renderer.pid

    def render(self, page: bytes | str, url: str | None = None, **options: Any) -> RenderedPage:
        """Like ``Renderer.render``."""
        return self._wait(self._renderer.render(page, url, **options))

    def _wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        waiting: Future[Result] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return waiting.result()
        except BaseException:
            waiting.cancel()
            raise


def render_page(
    page: bytes | str, url: str | None = None, *, settings: RenderSettings | None = None, **options: Any
) -> RenderedPage:
    """Draw one page in a browser of its own. For several pages a ``BlockingRenderer`` is much faster."""
    with BlockingRenderer(settings) as renderer:
        return renderer.render(page, url, **options)


def folder_resources(folder: Path) -> ResourceSource:
    """A source of files in a folder, found by the paths of their addresses; the host is ignored."""
    root = folder.resolve()

    async def found(url: str) -> Resource | None:
        file = root.joinpath(unquote(urlsplit(url).path).lstrip("/")).resolve()
        if not file.is_relative_to(root) or not file.is_file():
            return None
        return Resource(url=url, body=file.read_bytes())

    return found
