"""One page in one tab: answers its requests with files from us, within its budgets, until it settles.

The browser's own network is cut off. The page itself is answered with the bytes at hand; style sheets, scripts and data
from a ``ResourceSource``; pictures with an empty drawing, so that the page's markup decides the size; anything else,
including frames and further navigation, with nothing.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urldefrag

from playwright.async_api import CDPSession, Error

from newsloom.fetch.render.records import RenderTask, Resource

__all__ = ["PageVisit"]

# An SVG without width, height and viewBox has no size of its own, so the ratio of the attributes applies.
_GREY: Final = b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="#ddd"/></svg>'
_PICTURE: Final = Resource(url="", body=_GREY, content_type="image/svg+xml")
_FETCHED: Final[Mapping[str, str]] = {
    "Stylesheet": "text/css",
    "Script": "text/javascript",
    "XHR": "application/octet-stream",
    "Fetch": "application/octet-stream",
}
# A page with scripts is finished when it has requested nothing for this long: requests and the end of loading are
# reported by two processes of the browser, in either order.
_QUIET_SECONDS: Final = 0.3


class PageVisit:
    """What one page requests and receives."""

    def __init__(self, task: RenderTask) -> None:
        self.taken: dict[str, Resource] = {}
        self.faults: list[str] = []
        self.is_crashed = asyncio.Event()
        self.is_loaded = asyncio.Event()
        self._task = task
        self._loader: str | None = None
        self._loaded: set[str] = set()
        self._is_answered = False
        self._requests = 0
        self._bytes = 0
        self._under_way: set[asyncio.Task[None]] = set()
        self._activity = asyncio.Event()

    def answer(self, session: CDPSession, event: dict[str, Any], main_frame: str) -> None:
        """Answer a request that the browser has paused."""
        self._activity.set()
        task = asyncio.ensure_future(self._answer(session, event, main_frame))
        self._under_way.add(task)
        task.add_done_callback(self._finished)

    def expect(self, loader: str) -> None:
        """Expect this loader to finish loading the page: the end of the previous page may be reported late."""
        self._loader = loader
        if loader in self._loaded:
            self.is_loaded.set()

    def loaded(self, loader: str) -> None:
        self._loaded.add(loader)
        if loader == self._loader:
            self.is_loaded.set()

    async def settle(self, seconds: float) -> None:
        """Wait until the page requests nothing more, or the time is up."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := end - loop.time()) > 0:
            if self._under_way:
                await asyncio.wait(self._under_way, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                continue
            self._activity.clear()
            try:
                await asyncio.wait_for(self._activity.wait(), min(_QUIET_SECONDS, left))
            except TimeoutError:
                return

    def end(self) -> None:
        """Cancel the requests in progress."""
        for task in tuple(self._under_way):
            task.cancel()

    def note(self, fault: str) -> None:
        if fault not in self.faults:
            self.faults.append(fault)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        self._activity.set()

    async def _answer(self, session: CDPSession, event: dict[str, Any], main_frame: str) -> None:
        request, number = event["request"], event["requestId"]
        try:
            if event["resourceType"] == "Document":
                await self._navigate(session, event, is_main=event.get("frameId") == main_frame)
            elif event["resourceType"] == "Image":
                await _fulfil(session, number, _PICTURE)
            elif request["method"] == "OPTIONS":
                await _fulfil(session, number, None, _shared(request))
            elif event["resourceType"] in _FETCHED and request["method"] == "GET":
                await self._fetch(session, event)
            else:
                await _refuse(session, number)
        except Error:
            # The tab has moved on or is gone: the answer is no longer needed.
            return

    async def _navigate(self, session: CDPSession, event: dict[str, Any], *, is_main: bool) -> None:
        if is_main and not self._is_answered:
            self._is_answered = True
            await _fulfil(session, event["requestId"], self._task.page)
            return
        if is_main:
            self.note("it tried to navigate elsewhere")
        # "No content": the tab stays where it is.
        await _fulfil(session, event["requestId"], None)

    async def _fetch(self, session: CDPSession, event: dict[str, Any]) -> None:
        url, number = urldefrag(event["request"]["url"]).url, event["requestId"]
        found = self.taken.get(url) or self._task.known.get(url) or await self._fetched(url)
        if found is None:
            await _refuse(session, number)
            return
        self.taken[url] = found
        typed = found.content_type or _FETCHED[event["resourceType"]]
        await _fulfil(
            session, number, Resource(url=url, body=found.body, content_type=typed), _shared(event["request"])
        )

    async def _fetched(self, url: str) -> Resource | None:
        if not url.startswith(("http://", "https://")):
            return None
        settings = self._task.settings
        if self._requests >= settings.max_requests or self._bytes >= settings.max_bytes:
            self.note("it requested more than its budget")
            return None
        self._requests += 1
        found = await self._task.source(url)
        if found is None:
            return None
        self._bytes += len(found.body)
        if self._bytes > settings.max_bytes:
            self.note("it requested more than its budget")
            return None
        return found


async def _fulfil(
    session: CDPSession, number: str, resource: Resource | None, headers: Mapping[str, str] | None = None
) -> None:
    named = dict(headers or {})
    if resource and resource.content_type:
        named["Content-Type"] = resource.content_type
    await session.send(
        "Fetch.fulfillRequest",
        {
            "requestId": number,
            "responseCode": 200 if resource else 204,
            "responseHeaders": [{"name": name, "value": value} for name, value in named.items()],
            "body": base64.b64encode(resource.body).decode() if resource else "",
        },
    )


async def _refuse(session: CDPSession, number: str) -> None:
    await session.send("Fetch.failRequest", {"requestId": number, "errorReason": "BlockedByClient"})


def _shared(request: Mapping[str, Any]) -> dict[str, str]:
    """Headers that let a page read any response: everything is fetched without cookies, as anyone would get it."""
    sent = {name.lower(): value for name, value in request["headers"].items()}
    return {
        "Access-Control-Allow-Origin": sent.get("origin", "*"),
        "Access-Control-Allow-Credentials": "true",
        "Access-Control-Allow-Headers": sent.get("access-control-request-headers", "*"),
    }
