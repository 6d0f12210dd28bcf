"""The request rate of each host: delay, concurrency, Crawl-delay, Retry-After, and back-off after 429 and 503.

A host is a name and a port. Sends nothing itself; the clock is passed in.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from yarl import URL

from newsloom.errors import FetchError
from newsloom.fetch.settings import ClientSettings, Runtime
from newsloom.logs import DEBUG, log_event, stage_logger

__all__ = ["Politeness", "retry_after_seconds"]

_LOG: Final = stage_logger(__name__)

# "Too many requests" and "service unavailable": both mean "come back later".
_OVERLOADED: Final = frozenset({429, 503})
_FIRST_PAUSE_SECONDS: Final = 5.0
# Each pause doubles the last: 5 s to 5 minutes for hosts that do not say how long.
_MAX_LEVEL: Final = 7
# A day: a typing error must not stop us forever.
_MAX_RETRY_AFTER_SECONDS: Final = 86_400.0
# Crawl-delay is not a standard and is often copied; Bing honours at most 30 s.
_MAX_DELAY_SECONDS: Final = 60.0
_MAX_HOSTS: Final = 10_000


class Politeness:
    """The rates of all hosts; the least recently used are dropped beyond ``max_hosts``."""

    def __init__(self, settings: ClientSettings, runtime: Runtime, max_hosts: int = _MAX_HOSTS) -> None:
        self._settings = settings
        self._runtime = runtime
        self._max_hosts = max_hosts
        self._hosts: OrderedDict[str, _Host] = OrderedDict()

    @asynccontextmanager
    async def slot(self, url: URL) -> AsyncIterator[None]:
        """Wait until a request to the host is allowed. Raises ``FetchError`` of kind "busy" if that takes too long."""
        host = self._host(url)
        host.users += 1
        try:
            async with host.slots:
                await self._wait(url, host)
                yield
        finally:
            host.users -= 1

    def record_status(self, url: URL, status: int, retry_after: float | None = None) -> None:
        """Slow down if the host is overloaded, and speed up again step by step."""
        host = self._host(url)
        now = self._runtime.monotonic()
        if status not in _OVERLOADED:
            host.level = max(0, host.level - 1)
            return
        # Requests sent before the first 429 arrived count once.
        if now >= host.quiet_until:
            host.level = min(host.level + 1, _MAX_LEVEL)
        pause = max(retry_after or 0.0, _FIRST_PAUSE_SECONDS * 2.0 ** (host.level - 1))
        host.quiet_until = max(host.quiet_until, now + pause)
        message = "%(host)s answered %(status)d: no request for %(wait_seconds).1f s"
        log_event(_LOG, DEBUG, message, host=url.raw_host, status=status, wait_seconds=pause)

    def keep_delay(self, url: URL, crawl_delay: float | None) -> None:
        """Remember the host's own Crawl-delay; None if it has none."""
        self._host(url).crawl_delay = crawl_delay or 0.0

    def quiet_seconds(self, url: URL) -> float:
        """How many seconds from now the host must not be sent requests."""
        return max(0.0, self._host(url).quiet_until - self._runtime.monotonic())

    async def _wait(self, url: URL, host: _Host) -> None:
        while True:
            # Checked again after each sleep: another request may have been answered 429, or may have taken the turn.
            quiet = self.quiet_seconds(url)
            if quiet > self._settings.patience_seconds:
                reason = f"{url.raw_host} asked clients to wait another {quiet:.0f} s"
                raise FetchError(str(url), "busy", reason, retry_after_seconds=quiet)
            now = self._runtime.monotonic()
            start = max(host.next_at, host.quiet_until)
            if start <= now:
                host.next_at = now + self._delay(host)
                return
            log_event(
                _LOG, DEBUG, "%(url)s waits %(wait_seconds).1f s for its host", url=str(url), wait_seconds=start - now
            )
            await self._runtime.sleep(start - now)

    def _delay(self, host: _Host) -> float:
        delay = max(self._settings.delay_seconds, host.crawl_delay) * 2.0**host.level
        return min(delay, max(_MAX_DELAY_SECONDS, self._settings.delay_seconds))

    def _host(self, url: URL) -> _Host:
        key = f"{url.raw_host}:{url.port}"
        host = self._hosts.get(key)
        if host is None:
            host = self._hosts[key] = _Host(self._settings.per_host)
            self._forget()
        else:
            self._hosts.move_to_end(key)
        return host

    def _forget(self) -> None:
        for _ in range(len(self._hosts) - self._max_hosts):
            key, oldest = self._hosts.popitem(last=False)
            if oldest.users:
                # In use: the next request must queue behind those that already wait.
                self._hosts[key] = oldest


class _Host:
    """The state of one host; times are monotonic."""

    __slots__ = ("crawl_delay", "level", "next_at", "quiet_until", "slots", "users")

    def __init__(self, concurrency: int) -> None:
        self.slots = asyncio.Semaphore(concurrency)
        self.users = 0
        self.next_at = 0.0
        self.quiet_until = 0.0
        self.level = 0
        self.crawl_delay = 0.0


def retry_after_seconds(value: str | None, now: datetime) -> float | None:
    """A Retry-After header in seconds from now, at most a day. None if it cannot be understood."""
    if not value:
        return None
    try:
        seconds = float(int(value))
    except (ValueError, OverflowError):
        when = _http_date(value)
        if when is None:
            return None
        seconds = (when - now).total_seconds()
    return min(max(seconds, 0.0), _MAX_RETRY_AFTER_SECONDS)


def _http_date(value: str) -> datetime | None:
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)
