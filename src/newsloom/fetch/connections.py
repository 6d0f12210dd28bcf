"""Sockets and sessions: the guard checks every connection when it is made.

The resolver of the aiohttp sessions drops addresses that are not admitted, and the socket factory checks the address
that is actually connected to. Neither a redirect nor DNS rebinding gets past it. Sends no requests.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Final, Self

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import Connection
from yarl import URL

from newsloom.errors import AddressRefused, FetchError
from newsloom.fetch.guard import Guard, how_to_allow, is_public
from newsloom.fetch.settings import ClientSettings, Lookup

__all__ = ["Connections", "GuardedResolver", "PeerResponse"]

# Content-Security-Policy headers of newspapers exceed aiohttp's 8 KB. With at most 128 headers, the total stays
# bounded.
_MAX_HEADER_BYTES: Final = 32_768
_KEEP_ALIVE_SECONDS: Final = 15.0
# Idle connections to many hosts add up to more than a process may have open (1,024 on most machines).
_MAX_OPEN_SOCKETS: Final = 400
# Checked addresses are remembered for a while; they are checked again when a socket is opened.
_DNS_SECONDS: Final = 60


class Connections:
    """The sessions of one client: one with keep-alive, and one without for when too many sockets are open."""

    def __init__(self, settings: ClientSettings, guard: Guard, lookup: Lookup) -> None:
        self.resolver = GuardedResolver(guard, lookup)
        self._settings = settings
        self._sessions: tuple[aiohttp.ClientSession, ...] = ()

    async def __aenter__(self) -> Self:
        self._sessions = (self._session(keepalive_timeout=_KEEP_ALIVE_SECONDS), self._session(force_close=True))
        return self

    async def __aexit__(self, *_: object) -> None:
        closing, self._sessions = self._sessions, ()
        for session in closing:
            await session.close()

    @property
    def session(self) -> aiohttp.ClientSession:
        """The session to use now."""
        if not self._sessions:
            raise RuntimeError("the client is not open: use it in an `async with` block")
        keeping, closing = self._sessions
        return keeping if self.resolver.open_sockets < _MAX_OPEN_SOCKETS else closing

    async def check_for_proxy(self, url: URL) -> None:
        """Resolve and check the host ourselves. Only the proxy knows where it really connects."""
        if is_public(url.raw_host or ""):
            return
        try:
            async with asyncio.timeout(self._settings.connect_seconds):
                await self.resolver.resolve(url.raw_host or "", url.port or 0)
        except AddressRefused as error:
            raise AddressRefused(str(url), error.reason) from error
        except OSError as error:
            raise FetchError(str(url), "dns", f"the host name has no address: {error}") from error

    def _session(self, **keeping: Any) -> aiohttp.ClientSession:
        settings = self._settings
        connector = aiohttp.TCPConnector(
            resolver=self.resolver,
            socket_factory=self.resolver.open_socket,
            ttl_dns_cache=_DNS_SECONDS,
            limit=settings.max_connections,
            **keeping,
        )
        return aiohttp.ClientSession(
            connector=connector,
            response_class=PeerResponse,
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=settings.connect_seconds),
            max_line_size=_MAX_HEADER_BYTES,
            max_field_size=_MAX_HEADER_BYTES,
        )


class PeerResponse(aiohttp.ClientResponse):
    """Remembers the peer's address: a small response has released its connection before it could be asked."""

    peer: str | None = None

    async def start(self, connection: Connection) -> aiohttp.ClientResponse:
        name = connection.transport.get_extra_info("peername") if connection.transport else None
        self.peer = str(name[0]) if isinstance(name, tuple) else None
        return await super().start(connection)


class GuardedResolver(AbstractResolver):
    """Resolves names to admitted addresses only, and opens sockets to admitted addresses only."""

    def __init__(self, guard: Guard, lookup: Lookup) -> None:
        self._guard = guard
        self._lookup = lookup
        # Addresses admitted because of their name: the socket factory does not get the name.
        self._admitted_by_name: set[tuple[str, int]] = set()
        self.open_sockets = 0

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = socket.AF_UNSPEC,  # noqa: ARG002 - aiohttp's signature
    ) -> list[ResolveResult]:
        found = await self._lookup(host, port)
        admitted = [address for address in found if self._guard.admits(address, port, host)]
        if not admitted:
            if not found:
                raise OSError(f"{host} has no address")
            reason = f"{host} resolves to {found[0]}, which is not a public address. {how_to_allow(host)}"
            raise AddressRefused(host, reason)
        self._admitted_by_name.update((one, port) for one in admitted if not self._guard.admits(one, port))
        return [_result(host, address, port) for address in admitted]

    def open_socket(self, addr_info: tuple[Any, ...]) -> socket.socket:
        """The last check, of the address that this socket will be connected to."""
        family, kind, protocol, _, (address, port, *_) = addr_info
        if not self._guard.admits(address, port) and (address, port) not in self._admitted_by_name:
            raise AddressRefused(address, f"{address} is not a public address. {how_to_allow(address)}")
        self.open_sockets += 1
        return _CountedSocket(family, kind, protocol, on_close=self._closed)

    async def close(self) -> None:
        pass

    def _closed(self) -> None:
        self.open_sockets -= 1


class _CountedSocket(socket.socket):
    """Reports when it is closed."""

    __slots__ = ("_on_close",)

    def __init__(self, family: int, kind: int, protocol: int, *, on_close: Callable[[], None]) -> None:
        super().__init__(family, kind, protocol)
        self._on_close: Callable[[], None] | None = on_close

    def close(self) -> None:
        super().close()
        told, self._on_close = self._on_close, None
        if told is not None:
            told()


def _result(host: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
    return ResolveResult(hostname=host, host=address, port=port, family=family, proto=0, flags=flags)
