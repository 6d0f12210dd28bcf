"""How often something may be tried, and by whom: a key and a time in, yes or no out, in bounded memory."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Final

__all__ = ["Limiter", "counted_address"]

# Some megabytes; whoever has as many addresses is not stopped by counting.
_MOST_KEYS: Final = 20_000
# The least that a provider gives to one customer (RFC 6177).
_NETWORK_BITS: Final = 64


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
