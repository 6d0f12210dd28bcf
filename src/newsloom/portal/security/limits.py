"""How often something may be tried or asked for, and by whom, in bounded memory.

``Limiter`` counts tries of a key: a key and a time in, yes or no out. ``RequestLimits`` stands before the pages: each
address has so many requests a second, and so many at a time, so that nobody's requests keep all threads from others.
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

# Some megabytes; whoever has as many addresses is not stopped by counting.
_MOST_KEYS: Final = 20_000
# The least that a provider gives to one customer (RFC 6177).
_NETWORK_BITS: Final = 64


# A page, its style and its icon, for a family behind one address; a program that reads the API waits for each answer.
_BURST_SECONDS: Final = 10.0
# Half of the threads that make pages.
_AT_A_TIME: Final = 2
_MOST_WAITING: Final = 30
# Cheap, and asked for by those who watch over the portal.
_FREE: Final = ("/static/", "/healthz")
_REFUSAL: Final = "Too many requests from your address. Try again in a few seconds.\n"


class Limiter:
    """At most ``most`` tries for each key within ``seconds``; the keys used longest ago are forgotten first.

    For one process: behind several portals a stranger has as many times more tries.
    """

    def __init__(self, most: int, seconds: float, *, capacity: int = _MOST_KEYS) -> None:
        self._most = most
        self._window = timedelta(seconds=seconds)
        self._capacity = capacity
        self._tries: OrderedDict[str, tuple[datetime, int]] = OrderedDict()

    def allows(self, key: str, now: datetime) -> bool:
        """Count one more try, and say whether it is still allowed."""
        since, count = self._tries.get(key, (now, 0))
        if now - since >= self._window:
            since, count = now, 0
        self._tries[key] = (since, count + 1)
        self._tries.move_to_end(key)
        while len(self._tries) > self._capacity:
            self._tries.popitem(last=False)
        return count < self._most

    def forget(self, key: str) -> None:
        """Begin anew: the right password was given."""
        self._tries.pop(key, None)


def counted_address(host: str) -> str:
    """Who is counted as one: an address, or the network of an IPv6 address, for everybody has billions of those."""
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
    """Whether one address may be one reader: not where it is this machine's or a proxy's, behind which many are."""
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
    """Answers 429 to an address that asks for more than ``per_second``, and lets two of its requests be answered at a
    time. None, and addresses for which ``is_counted`` does not hold, are not limited.
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
    """One address: the requests it has left, which grow back, and those that wait for their turn."""

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
