"""Decides which addresses may be connected to: only public ones, and those that the settings allow.

Checking a URL is not enough, because a name can resolve to anything, and to something else a second later. So
``Guard.admits`` is called again for every socket, with the address that it connects to. This module resolves and
connects nothing.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import Final

from yarl import URL

from newsloom.errors import AddressRefused, SettingsError

__all__ = ["UNREADABLE", "Guard", "is_public"]

# IANA's special-purpose address registries of 2024: everything that is not globally reachable, multicast, the
# deprecated 6to4 anycast; and the one public address that answers with secrets inside a cloud (Azure's WireServer).
_CLOSED_V4: Final = tuple(
    map(
        IPv4Network,
        "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 "
        "192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 "
        "240.0.0.0/4".split(),
    )
)
# All global addresses lie in one eighth; the rest (loopback, ULA, link-local, multicast, IPv4-mapped …) is excluded.
_GLOBAL_V6: Final = IPv6Network("2000::/3")
# Protocol assignments with Teredo and ORCHID, documentation, 6to4.
_CLOSED_V6: Final = tuple(map(IPv6Network, "2001::/23 2001:db8::/32 2002::/16 3fff::/20".split()))
# In IPv6-only networks every IPv4 host has an address in here (RFC 6052): the embedded address decides.
_NAT64: Final = IPv6Network("64:ff9b::/96")

# The WHATWG Fetch standard's "bad ports": services that could mistake a request for one in their own protocol.
_CLOSED_PORTS: Final = frozenset(
    map(
        int,
        "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 "
        "123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 "
        "990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 "
        "10080".split(),
    )
)
# Servers refuse longer addresses; we refuse them before anything is sent.
_MAX_ADDRESS_CHARACTERS: Final = 8_000


# The last part of a host that is not a name.
_NUMBER: Final = re.compile(r"\d+|0[xX][\da-fA-F]*", re.ASCII)

# What yarl raises for something that is not an address: IndexError for misplaced brackets.
UNREADABLE: Final = (ValueError, IndexError)


class Guard:
    """Checks addresses. ``allow_hosts`` are non-public addresses and host names to admit, optionally with ``:port``."""

    def __init__(self, allow_hosts: Iterable[str] = ()) -> None:
        self._named = frozenset(map(_entry, allow_hosts))

    def checked_url(self, url: str | URL) -> URL:
        """The address as it will be requested, without fragment. Raises ``AddressRefused``."""
        try:
            text = str(url)
            if len(text) > _MAX_ADDRESS_CHARACTERS:
                raise AddressRefused(text[:200], f"the address is longer than {_MAX_ADDRESS_CHARACTERS} characters")
            # Parsed twice: yarl accepts addresses that it cannot parse again in the form it writes them.
            address = URL(str(URL(text).with_fragment(None)))
            shown, host, port = str(address)[:200], address.raw_host, address.port
        except UNREADABLE as error:
            raise AddressRefused(_shown(url), "this is not a web address") from error
        if address.scheme not in {"http", "https"} or not host or port is None:
            raise AddressRefused(shown, "only http and https addresses are fetched")
        if address.raw_user is not None or address.raw_password is not None:
            raise AddressRefused(
                str(address.with_user(None)), "names and passwords in addresses are not sent; leave them out"
            )
        self._check(str(address), host, port)
        # One spelling per address: a home page is requested with its slash.
        return address.join(URL("/")) if address.raw_path == "/" and not address.raw_query_string else address

    def admits(self, address: str, port: int, name: str | None = None) -> bool:
        """Whether a socket may be opened to that address; ``name`` is the host name that resolved to it."""
        return self._names(address, port) or (name is not None and self._names(name, port)) or is_public(address)

    def _check(self, url: str, host: str, port: int) -> None:
        if self._names(host, port):
            return
        if port in _CLOSED_PORTS:
            raise AddressRefused(url, f"port {port} belongs to another service")
        if _is_disguised(host):
            raise AddressRefused(url, f"{host} is an IP address in an unusual spelling")
        if _is_literal(host) and not self.admits(host, port):
            raise AddressRefused(url, f"{host} is not a public address. {how_to_allow(host)}")

    def _names(self, host: str, port: int) -> bool:
        host = _spelt(host)
        return (host, None) in self._named or (host, port) in self._named


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet. False for anything that is not an IP address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv4Address):
        return _is_public_v4(ip)
    if ip.scope_id is not None:
        return False
    if ip in _NAT64:
        return _is_public_v4(IPv4Address(int(ip) & 0xFFFF_FFFF))
    return ip in _GLOBAL_V6 and not any(ip in network for network in _CLOSED_V6)


def _shown(url: str | URL) -> str:
    return url[:200] if isinstance(url, str) else "an address that cannot be printed"


def how_to_allow(host: str) -> str:
    return f"If you trust it, add --allow-host {host}, or the setting allow_hosts = [{host!r}]"


def _is_public_v4(ip: IPv4Address) -> bool:
    return not any(ip in network for network in _CLOSED_V4)


def _entry(allowed: str) -> tuple[str, int | None]:
    """A host and a port, or None for every port."""
    if _is_literal(allowed):
        return _spelt(allowed), None
    try:
        address = URL(f"http://{allowed}")
        host, port = address.raw_host, address.explicit_port
    except UNREADABLE:
        host, port = None, None
    if not host or host.startswith("*") or "/" in allowed or "@" in allowed:
        raise SettingsError("allow_hosts", f"{allowed!r} is neither an address nor a host name, with or without :port")
    return _spelt(host), port


def _spelt(host: str) -> str:
    """One spelling for each host: IPv6 compressed, names in lower case without the final dot."""
    try:
        return str(ip_address(host))
    except ValueError:
        return host.lower().rstrip(".")


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_disguised(host: str) -> bool:
    """Whether the host is 127.1, 0x7f000001, 2130706433 or the like, which the C library reads as an IPv4 address.

    Also true for 10.0..0.1, which programs read in different ways. As in browsers, a host that ends in a number is an
    IPv4 address or invalid (WHATWG URL, "ends in a number").
    """
    if _is_literal(host):
        return False
    if _NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]):
        return True
    if not host[:1].isdigit():
        return False
    try:
        socket.inet_aton(host.rstrip("."))
    except (OSError, ValueError):
        return False
    return True
