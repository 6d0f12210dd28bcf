"""Limits on connections: how many may be open, and how long each may take over a request.

Extends uvicorn's HTTP/1.1 protocol. A client has limited time to send a request's head and body and to receive the
answer. Connections are limited per address and in all; if there are too many, the oldest idle one is closed. A request
that gives its length in two ways is refused: a proxy in front may have read it the other way.
"""

from __future__ import annotations

import asyncio
import functools
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import inf
from typing import Any, Final, cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from newsloom.portal.security.limits import counted_address, is_counted
from newsloom.settings import Settings

__all__ = ["ConnectionLimits", "guarded_config"]

# How long an open request may continue when the portal ends.
_LAST_SECONDS: Final = 5

# Descriptors for what a portal opens besides connections (files, the database, its threads), with room to spare.
_OTHER_DESCRIPTORS: Final = 200
_LEAST_CONNECTIONS: Final = 50
# asyncio accepts up to its backlog at once, before any of them is counted: they need descriptors, too.
_ACCEPTED_AT_ONCE: Final = 64
_MOST_CONNECTIONS: Final = 5_000
_CHECKS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionLimits:
    """Seconds for the head of a request (also the next one), for its body, and for an answer without progress;
    connections in all (``most``), and from one address, if ``is_counted`` is true of it.
    """

    header_seconds: float = 10.0
    body_seconds: float = 30.0
    write_seconds: float = 30.0
    most: int = _LEAST_CONNECTIONS
    most_by_address: int = 100
    is_counted: Callable[[str], bool] = lambda _: True

    @property
    def check_seconds(self) -> float:
        return min(self.header_seconds, self.body_seconds, self.write_seconds) / _CHECKS


def _most_connections() -> int:
    """As many connections as this process has descriptors for, within reason."""
    # Windows has no such limit.
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        return _MOST_CONNECTIONS
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors == resource.RLIM_INFINITY:
        return _MOST_CONNECTIONS
    return max(_LEAST_CONNECTIONS, min(descriptors - _OTHER_DESCRIPTORS, _MOST_CONNECTIONS))


def guarded_config(app: ASGIApp, settings: Settings, limits: ConnectionLimits | None = None) -> uvicorn.Config:
    """The configuration with which uvicorn serves the portal."""
    trusted = list(settings.trusted_proxies)
    chosen = limits or ConnectionLimits(
        most=_most_connections(), is_counted=functools.partial(is_counted, trusted=trusted)
    )
    return uvicorn.Config(
        app,
        # h11, not httptools: that is faster, but takes trailers for headers and a body after Upgrade for a request.
        http=cast("Any", functools.partial(GuardedProtocol, table=ConnectionTable(chosen))),
        ws="none",
        backlog=_ACCEPTED_AT_ONCE,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted,
        timeout_graceful_shutdown=_LAST_SECONDS,
    )


class ConnectionTable:
    """The open connections of one process, the oldest first."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._open: dict[GuardedProtocol, str] = {}
        self._by_address: Counter[str] = Counter()

    def admit(self, connection: GuardedProtocol, host: str) -> bool:
        """Adds the connection if there is room for it or room could be made; returns whether it did."""
        address = counted_address(host)
        is_counted = self.limits.is_counted(host)
        if is_counted and self._by_address[address] >= self.limits.most_by_address and not self._make_room(address):
            return False
        if len(self._open) >= self.limits.most and not self._make_room(None):
            return False
        self._open[connection] = address
        self._by_address[address] += 1
        return True

    def release(self, connection: GuardedProtocol) -> None:
        address = self._open.pop(connection, None)
        if address is not None:
            self._by_address[address] -= 1
            # A Counter keeps entries whose count has fallen to zero.
            if not self._by_address[address]:
                del self._by_address[address]

    def _make_room(self, address: str | None) -> bool:
        """Closes the oldest idle connection of one address, or of any if that is None."""
        waiting = (one for one, of in self._open.items() if of == (address or of) and one.is_waiting)
        oldest = next(waiting, None)
        if oldest is None:
            return False
        self.release(oldest)
        oldest.transport.abort()
        return True


class GuardedProtocol(H11Protocol):
    """uvicorn's protocol within the limits of a table."""

    def __init__(self, *, table: ConnectionTable, **given: Any) -> None:
        super().__init__(**given)
        self.conn = _StrictConnection(h11.SERVER, self.conn._max_incomplete_event_size)  # noqa: SLF001 - uvicorn's choice
        self._table = table
        self._stage: tuple[Hashable, ...] = ()
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether the connection is idle: the head of a request is still to come."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._table.admit(self, self.client[0] if self.client else ""):
            self._check()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._table.release(self)
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def _check(self) -> None:
        now, stage = self.loop.time(), self._stage_now()
        if stage != self._stage:
            self._stage, self._since = stage, now
        elif now - self._since >= self._seconds(stage):
            self.transport.abort()
            return
        self._timer = self.loop.call_later(self._table.limits.check_seconds, self._check)

    def _stage_now(self) -> tuple[Hashable, ...]:
        """What is waited for, and for which request. Bytes of a head or body are not progress, or it takes for ever."""
        unsent = self.transport.get_write_buffer_size()
        if unsent:
            return "write", self.cycle, unsent
        if self.is_waiting:
            return "header", self.cycle
        return ("body" if self.cycle.more_body else "answer"), self.cycle

    def _seconds(self, stage: tuple[Hashable, ...]) -> float:
        limits = self._table.limits
        named = {"header": limits.header_seconds, "body": limits.body_seconds, "write": limits.write_seconds}
        # The client is not responsible for how long an answer takes to make.
        return named.get(str(stage[0]), inf)


class _StrictConnection(h11.Connection):
    """Refuses a request whose end can be read in two ways (RFC 9112, 6.1 and 6.3) and closes the connection."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            is_chunked = b"transfer-encoding" in names
            if is_chunked and (b"content-length" in names or event.http_version < b"1.1"):
                raise h11.RemoteProtocolError("the length of the body is given in two ways")
        return event
