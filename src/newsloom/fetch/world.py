"""What the client takes from the world besides sockets: time, sleep, chance, and the addresses of names.

Each is a function that can be replaced, so that tests wait for nothing and resolve names as they like.
"""

from __future__ import annotations

import asyncio
import random
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

__all__ = ["Lookup", "World"]

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]


def _utc_now() -> datetime:
    return datetime.now(UTC)


async def _look_up(name: str, port: int) -> Sequence[str]:
    """The addresses of a name, as the system resolves it. Raises ``OSError``."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(name, port, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
    except UnicodeError as error:
        # A label that is empty or too long fails in the codec, before any resolver sees it.
        raise OSError(f"{name!r} is no host name") from error
    return [str(address[0]) for *_, address in found]


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """``now`` is for records and HTTP dates, ``monotonic`` for waits; ``random`` gives 0 to 1."""

    now: Callable[[], datetime] = _utc_now
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    random: Callable[[], float] = random.random
    lookup: Lookup = _look_up
