"""The browser process and its one tab, used for page after page.

It is Debian's chromium without GPU and without network access of its own. A page that hangs or kills it costs the
process, not the run: the next page gets a new one.
"""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
import signal
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, Self

from playwright.async_api import Browser as Chromium
from playwright.async_api import CDPSession, Error, Playwright, async_playwright

from newsloom.errors import RenderError
from newsloom.fetch.render.measured import NUMBERING_PREFIX
from newsloom.fetch.render.records import RenderSettings, RenderTask
from newsloom.fetch.render.visit import PageVisit

__all__ = ["Browser", "BrowserLost", "Drawn"]

_ARGUMENTS: Final = (
    # The browser cannot reach the network: names and addresses resolve to nothing, and there is no way around.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=socks5://127.0.0.1:1",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--block-new-web-contents",
    "--deny-permission-prompts",
    "--mute-audio",
    "--disable-gpu",
    "--disable-software-rasterizer",
    # One process for one tab, whatever site it shows.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,BackForwardCache,Prerender2",
    "--renderer-process-limit=1",
    "--js-flags=--max-old-space-size=512",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
)
# Twelve times the element count of the largest of 4,200 pages at hand.
_MAX_ELEMENTS: Final = 150_000
# Chromium's textures are limited to 16,384 pixels.
_MAX_PICTURE_HEIGHT: Final = 16_000
_START_SECONDS: Final = 30.0
_END_SECONDS: Final = 3.0


class BrowserLost(Exception):
    """The browser or its tab is gone or does not answer. ``visit`` is what the page had received until then."""

    def __init__(self, reason: str, visit: PageVisit) -> None:
        super().__init__(reason)
        self.visit = visit


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The browser's measurements as it wrote them, and a picture if one was requested."""

    answer: str
    numbering: str
    picture: bytes | None


class Browser:
    """A running browser, made by ``start``. It draws one page at a time."""

    def __init__(self, playwright: Playwright, chromium: Chromium, session: CDPSession, frame: str) -> None:
        self.pages = 0
        self.pid: int | None = None
        self._playwright = playwright
        self._chromium = chromium
        self._session = session
        self._frame = frame
        self._visit: PageVisit | None = None
        session.on("Fetch.requestPaused", self._request_paused)
        session.on("Page.lifecycleEvent", self._lifecycle_event)
        session.on("Inspector.targetCrashed", self._crashed)

    @classmethod
    async def start(cls, settings: RenderSettings) -> Self:
        """Start a browser. Raises ``RenderError`` if there is none, or if it does not start."""
        program = settings.find_program()
        if program is None:
            wanted = settings.executable or "chromium"
            raise RenderError(wanted, "browser", "there is no such program. Debian: apt-get install chromium")
        playwright = await async_playwright().start()
        try:
            return await cls._launched(playwright, program, settings)
        except (Error, TimeoutError) as error:
            await playwright.stop()
            raise RenderError(program, "browser", f"the browser does not start: {str(error)[:300]}") from error

    @classmethod
    async def _launched(cls, playwright: Playwright, program: str, settings: RenderSettings) -> Self:
        chromium = await playwright.chromium.launch(
            executable_path=program,
            args=list(_ARGUMENTS),
            # Chromium refuses to run its sandbox as root.
            chromium_sandbox=os.geteuid() != 0,
            timeout=_START_SECONDS * 1000,
        )
        context = await chromium.new_context(
            viewport={"width": settings.width, "height": settings.height},
            service_workers="block",
            accept_downloads=False,
            reduced_motion="reduce",
        )
        tab = await context.new_page()
        context.on("page", lambda popup: asyncio.ensure_future(popup.close()))
        session = await context.new_cdp_session(tab)
        frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        browser = cls(playwright, chromium, session, frame)
        for command, arguments in _SET_UP:
            await session.send(command, arguments)
        whole = await chromium.new_browser_cdp_session()
        found = (await whole.send("SystemInfo.getProcessInfo"))["processInfo"]
        browser.pid = next((one["id"] for one in found if one["type"] == "browser"), None)
        return browser

    async def draw(self, task: RenderTask) -> tuple[Drawn, PageVisit]:
        """Draw one page and measure it. Raises ``BrowserLost``."""
        self.pages += 1
        visit = self._visit = PageVisit(task)
        try:
            async with asyncio.timeout(task.seconds):
                return await self._drawn(task, visit), visit
        except (Error, TimeoutError) as error:
            raise BrowserLost(str(error)[:300] or "it does not answer", visit) from error
        finally:
            self._visit = None
            visit.end()

    async def clean(self, url: str) -> bool:
        """End the page's scripts and delete what it stored. False if the browser does not answer."""
        try:
            async with asyncio.timeout(_END_SECONDS):
                await self._session.send("Page.navigate", {"url": "about:blank"})
                await self._session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
                await self._session.send("Network.clearBrowserCookies")
        except (Error, TimeoutError):
            return False
        return True

    async def stop(self) -> None:
        """Shut the browser down properly."""
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await self._chromium.close()
        await self.kill()

    async def kill(self) -> None:
        """Kill the browser at once."""
        if self.pid is not None and self._chromium.is_connected():
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await self._playwright.stop()

    async def _drawn(self, task: RenderTask, visit: PageVisit) -> Drawn:
        send = self._session.send
        await send("Emulation.setScriptExecutionDisabled", {"value": not task.has_scripts})
        navigation = await send("Page.navigate", {"url": task.page.url})
        visit.expect(navigation.get("loaderId", ""))
        await self._wait_for_load(visit, task.seconds / 2)
        if task.has_scripts:
            await visit.settle(min(task.settings.settle_seconds, task.seconds / 4))
        world = await send("Page.createIsolatedWorld", {"frameId": self._frame, "worldName": "newsloom"})
        numbering = NUMBERING_PREFIX + secrets.token_hex(8)
        call = f"{_MEASURE}({numbering!r}, {_MAX_ELEMENTS})"
        arguments = {"expression": call, "contextId": world["executionContextId"], "returnByValue": True}
        found = await send("Runtime.evaluate", arguments)
        if "value" not in found["result"]:
            raise BrowserLost(str(found.get("exceptionDetails"))[:300], visit)
        picture = await self._picture() if task.has_picture else None
        return Drawn(answer=found["result"]["value"], numbering=numbering, picture=picture)

    async def _wait_for_load(self, visit: PageVisit, seconds: float) -> None:
        waiting = [asyncio.ensure_future(event.wait()) for event in (visit.is_loaded, visit.is_crashed)]
        try:
            await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()
        if visit.is_crashed.is_set():
            raise BrowserLost("the page crashed its tab", visit)
        if not visit.is_loaded.is_set():
            visit.note(f"it did not load within {seconds:.3g} s")
            await self._session.send("Page.stopLoading")

    def _request_paused(self, event: dict[str, Any]) -> None:
        if self._visit is not None:
            self._visit.answer(self._session, event, self._frame)

    def _lifecycle_event(self, event: dict[str, Any]) -> None:
        if self._visit is not None and event["name"] == "load":
            self._visit.loaded(event["loaderId"])

    def _crashed(self, _: object) -> None:
        if self._visit is not None:
            self._visit.is_crashed.set()

    async def _picture(self) -> bytes:
        """The whole page as a PNG, cut at the greatest height possible."""
        size = (await self._session.send("Page.getLayoutMetrics"))["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], _MAX_PICTURE_HEIGHT), "scale": 1}
        found = await self._session.send(
            "Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True, "clip": clip}
        )
        return base64.b64decode(found["data"])


_MEASURE: Final = files("newsloom.fetch.render").joinpath("measure.js").read_text("utf-8").strip()
_SET_UP: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("Page.enable", {}),
    ("Page.setLifecycleEventsEnabled", {"enabled": True}),
    ("Network.enable", {}),
    ("Network.setCacheDisabled", {"cacheDisabled": True}),
    ("Network.setBypassServiceWorker", {"bypass": True}),
    ("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}),
)
