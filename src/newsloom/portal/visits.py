"""Counts which articles are read most, without needing an account or a cookie.

A reader is an account, else one browser at one address, and counts once per article and day. Robots, programs and
prefetching do not count. What identifies a reader is in memory for the seconds until the visit is written, and from
then on only as a hash. The newsroom stores a digest whose salt is thrown away when the day is over
(``NewsroomReaders.count_visits``).
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import date, datetime
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from newsloom.errors import StoreError
from newsloom.logs import WARNING, log_event, stage_logger
from newsloom.newsroom import Newsroom
from newsloom.portal.handlers import Endpoint
from newsloom.portal.security.limits import counted_address

__all__ = ["VisitCounter", "counted", "is_person"]

_LOG: Final = stage_logger(__name__)

# Names that robots, programs and previews of links give themselves.
_ROBOT: Final = re.compile(
    r"(?<!cu)bot(?![a-z])|crawl|spider|slurp|scrap|archiver|preview|facebookexternalhit|whatsapp|embedly|feed|rss|reader/"
    r"|curl|wget|python|aiohttp|httpx|okhttp|java/|perl|ruby|libwww|go-http|node-fetch|axios|postman|insomnia"
    r"|headless|phantom|lighthouse|pingdom|uptime|monitor|check|scan|validator|newsloom",
    re.IGNORECASE,
)
# Every browser that people use has one of these names.
_BROWSER: Final = re.compile(r"mozilla/|opera/|lynx|links|w3m|elinks|dillo|netsurf", re.IGNORECASE)
_AHEAD: Final = ("sec-purpose", "purpose", "x-moz", "x-purpose")
_MOST_AGENT: Final = 300
# Some megabytes; beyond it a visit may be written twice, which still counts once.
_MOST_KNOWN: Final = 100_000
_MOST_WAITING: Final = 5_000
_OPENED: Final = frozenset({200, 304})


def is_person(request: Request) -> bool:
    """Whether a request comes from a person's browser, judged by its own headers."""
    agent = request.headers.get("user-agent", "")
    if request.method != "GET" or not _BROWSER.search(agent) or _ROBOT.search(agent):
        return False
    return not any(
        "fetch" in request.headers.get(name, "") or "preview" in request.headers.get(name, "") for name in _AHEAD
    )


def counted(endpoint: Endpoint) -> Endpoint:
    """Wraps the endpoint of an article's page to count the readers who get the page."""

    async def counting(request: Request) -> Response:
        response = await endpoint(request)
        if response.status_code in _OPENED and is_person(request):
            visits: VisitCounter = request.app.state.visits
            visits.note(request)
        return response

    return counting


class VisitCounter:
    """Collects visits and writes those of some seconds together: a write for each would be more work than the page."""

    def __init__(self, room: Newsroom, now: Callable[[], datetime], writers: Executor, seconds: float) -> None:
        self._room = room
        self._now = now
        self._writers = writers
        self._seconds = seconds
        self._lock = threading.Lock()
        # Hashes of the visits that were counted: Python salts them differently in each process.
        self._known: set[int] = set()
        self._waiting: list[tuple[date, str, str]] = []
        self._is_due = False

    def note(self, request: Request) -> None:
        """Count the article of this request for its reader; called on the event loop."""
        visit = (self._now().date(), str(request.path_params["id"]), _reader(request))
        known = hash(visit)
        with self._lock:
            if known in self._known or len(self._waiting) >= _MOST_WAITING:
                return
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known.add(known)
            self._waiting.append(visit)
            if self._is_due:
                return
            self._is_due = True
        asyncio.get_running_loop().call_later(self._seconds, self._start)

    def write(self) -> None:
        """Write the waiting visits. If the store fails, these counts are lost, but no page fails."""
        with self._lock:
            waiting, self._waiting, self._is_due = self._waiting, [], False
        if not waiting:
            return
        try:
            self._room.readers.count_visits(waiting)
        except StoreError as error:
            log_event(_LOG, WARNING, "visits could not be counted: %(reason)s", reason=str(error))

    def _start(self) -> None:
        try:
            self._writers.submit(self.write)
        except RuntimeError:
            # The portal is closing, and writes the waiting visits itself.
            return


def _reader(request: Request) -> str:
    account = getattr(request.state, "account", None)
    if account is not None:
        return f"account {account.id}"
    host = counted_address(request.client.host if request.client else "")
    return f"{host} {request.headers.get('user-agent', '')[:_MOST_AGENT]}"
