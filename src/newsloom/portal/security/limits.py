"""Limits how often something may be tried or requested, and by whom, in bounded memory.

``Limiter`` counts the tries of a key. ``RequestLimits`` is middleware that limits each address to a number of requests
per second, and of concurrent ones, so that one client's requests cannot occupy all threads.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["Limiter", "RequestLimits", "counted_address", "is_counted"]

# Some megabytes; counting does not stop an attacker with more addresses.
_MOST_KEYS: Final = 20_000
# The smallest network that a provider gives to one customer (RFC 6177).
_NETWORK_BITS: Final = 64


# The requests of this many seconds may come at once: pages, style sheets and icons for a family behind one address. A
# program that reads the API waits for each answer.
_BURST_SECONDS: Final = 10.0
# Half of the threads that render pages.
_AT_A_TIME: Final = 2
_MOST_WAITING: Final = 30
# Cheap, and requested by monitors.
_FREE: Final = ("/static/", "/healthz")
_REFUSAL: Final = "Too many requests from your address. Try again in a few seconds.\n"


class Limiter:
    """At most ``most`` tries for each key within ``seconds``; the least recently used keys are forgotten first.

    It counts for one process: with several processes a client has that many times more tries.
    """

    def __init__(self, most: int, seconds: float, *, capacity: int = _MOST_KEYS) -> None:
        self._most = most
        self._window = timedelta(seconds=seconds)
        self._capacity = capacity
        self._tries: OrderedDict[str, tuple[datetime, int]] = OrderedDict()

    def allows(self, key: str, now: datetime) -> bool:
        """Count one more try, and return whether it is still allowed."""
        since, count = self._tries.get(key, (now, 0))
        if now - since >= self._window:
            since, count = now, 0
        self._tries[key] = (since, count + 1)
        self._tries.move_to_end(key)
        while len(self._tries) > self._capacity:
            self._tries.popitem(last=False)
        return count < self._most

    def forget(self, key: str) -> None:
        """Forget the tries of a key, after the right password was given."""
        self._tries.pop(key, None)


def counted_address(host: str) -> str:
    """What is counted as one client: an IPv4 address, or the network of an IPv6 address, since each has billions."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), _NETWORK_BITS), strict=False))


def is_counted(host: str, trusted: Iterable[str]) -> bool:
    """Whether an address may be one reader's. This machine's or a trusted proxy's is not: many may be behind it."""
    if "*" in trusted:
        return False
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return not address.is_loopback and not any(_is_within(address, place) for place in trusted)


def _is_within(address: ipaddress.IPv4Address | ipaddress.IPv6Address, place: str) -> bool:
    try:
        return address in ipaddress.ip_network(place, strict=False)
    except ValueError:
        return False


class RequestLimits:
    """Answers 429 to an address with more requests than ``per_second``, and handles two of its requests at a time.

    There is no limit if ``per_second`` is None, nor for addresses of which ``is_counted`` is false.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        per_second: float | None,
        is_counted: Callable[[str], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._per_second = per_second
        self._is_counted = is_counted
        self._clock = clock
        self._known: OrderedDict[str, _Asker] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asker = self._asker(scope)
        if asker is None:
            await self._app(scope, receive, send)
            return
        if not asker.may_ask(self._clock()):
            await PlainTextResponse(_REFUSAL, status_code=429, headers={"Retry-After": "5"})(scope, receive, send)
            return
        asker.waiting += 1
        try:
            async with asker.turns:
                await self._app(scope, receive, send)
        finally:
            asker.waiting -= 1

    def _asker(self, scope: Scope) -> _Asker | None:
        if self._per_second is None or scope["type"] != "http" or scope["path"].startswith(_FREE):
            return None
        host = scope["client"][0] if scope.get("client") else ""
        if not self._is_counted(host):
            return None
        key = counted_address(host)
        asker = self._known.get(key)
        if asker is None:
            asker = self._known[key] = _Asker(self._per_second, self._clock())
            if len(self._known) > _MOST_KEYS:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return asker


class _Asker:
    """One address: the requests it has left, which are replenished over time, and those that wait for their turn."""

    __slots__ = ("_left", "_per_second", "_since", "turns", "waiting")

    def __init__(self, per_second: float, now: float) -> None:
        self._per_second = per_second
        self._left = per_second * _BURST_SECONDS
        self._since = now
        self.turns = asyncio.Semaphore(_AT_A_TIME)
        self.waiting = 0

    def may_ask(self, now: float) -> bool:
        grown = self._left + (now - self._since) * self._per_second
        self._left, self._since = min(grown, self._per_second * _BURST_SECONDS), now
        if self._left < 1 or self.waiting >= _MOST_WAITING:
            return False
        self._left -= 1
        return True
