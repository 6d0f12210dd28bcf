"""The parameters of the client: its settings, and the clock, randomness and name resolution it uses."""

from __future__ import annotations

import asyncio
import random
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

__all__ = ["ClientSettings", "Lookup", "Runtime"]

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientSettings:
    """How to fetch.

    ``contact`` is an address or URL of the operator, sent after ``user_agent``. ``allow_hosts`` are addresses and host
    names, with or without ``:port``, that are allowed though not public. ``timeout_seconds`` is for one attempt with
    its redirects, excluding waits for politeness. ``max_bytes`` limits a body as sent and as decompressed.
    ``delay_seconds`` is the time between two requests to one host, ``per_host`` the number of concurrent requests to
    it. If a host asks for a longer pause than ``patience_seconds``, the fetch fails and says when to try again.
    """

    user_agent: str = "Newsloom/0.1"
    contact: str | None = None
    timeout_seconds: float = 30.0
    connect_seconds: float = 10.0
    max_bytes: int = 10_000_000
    max_redirects: int = 5
    max_connections: int = 100
    allow_hosts: tuple[str, ...] = ()
    respect_robots: bool = True
    delay_seconds: float = 1.0
    per_host: int = 2
    patience_seconds: float = 60.0
    attempts: int = 3
    proxy: str | None = None

    @property
    def identity(self) -> str:
        """The User-Agent header."""
        return f"{self.user_agent} (+{self.contact})" if self.contact else self.user_agent

    @property
    def token(self) -> str:
        """The name by which robots.txt refers to us."""
        return self.user_agent.partition("/")[0].strip().lower()


def _utc_now() -> datetime:
    return datetime.now(UTC)


async def _look_up(name: str, port: int) -> Sequence[str]:
    """The addresses of a name, as the system resolves it. Raises ``OSError``."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(name, port, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
    except UnicodeError as error:
        # The codec rejects empty and too long labels.
        raise OSError(f"{name!r} is not a host name") from error
    return [str(address[0]) for *_, address in found]


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """Clock, randomness and name resolution; tests replace them.

    ``now`` is for records and HTTP dates, ``monotonic`` for waits. ``random`` gives 0 to 1.
    """

    now: Callable[[], datetime] = _utc_now
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    random: Callable[[], float] = random.random
    lookup: Lookup = _look_up
