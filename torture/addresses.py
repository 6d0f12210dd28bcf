"""Addresses that lead inside: every spelling of every private address, in every way, against the guarded client.

The client may visit one server on loopback, which redirects. A second server keeps a secret; it must never receive a
request. Only loopback is connected to: any other attempt is a finding, and is stopped.
"""

from __future__ import annotations

import asyncio
import ipaddress
import random
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from aiohttp import web
from tests.fetch.servers import Site, open_client, site

from newsloom.errors import FetchError
from newsloom.fetch import Client
from newsloom.fetch.guard import is_public
from torture.findings import Finding, Report

__all__ = ["run_addresses", "try_addresses"]

_PRIVATE: Final = """0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 127.0.0.1 127.0.0.2 127.255.255.254
169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.7 192.168.1.1 198.18.0.1 203.0.113.5 224.0.0.1 240.0.0.1
255.255.255.255 168.63.129.16""".split()
_PRIVATE_6: Final = (
    "::1 :: fe80::1 fd00:ec2::254 fc00::1 2002:7f00:1:: 64:ff9b::7f00:1 ff02::1 2001:db8::1 fec0::1".split()
)
_PUBLIC: Final = "93.184.215.14"
_BATCH: Final = 100


def run_addresses(report: Report, seed: int, *, most: int | None = None) -> None:
    """Runs batch after batch until the time is over, or until ``most`` cases."""
    number = 0
    while report.has_time and (most is None or number < most):
        for problem in try_addresses(seed + number, min(_BATCH, most or _BATCH)):
            report.found(Finding(part="doors", case="addresses", seed=seed + number, seen=problem))
        number += _BATCH
        report.tried["addresses that lead inside"] += _BATCH


def try_addresses(seed: int, count: int = _BATCH) -> list[str]:
    """Runs ``count`` cases from one seed."""
    return asyncio.run(_try(random.Random(seed), count))


@dataclass(slots=True)
class _Maze:
    """A server that redirects, one that must not receive a request, and what names resolve to."""

    outside: Site
    secret: Site
    chance: random.Random
    answers: dict[str, list[str]] = field(default_factory=dict)
    targets: dict[str, tuple[int, str]] = field(default_factory=dict)

    async def lookup(self, name: str, _port: int) -> list[str]:
        if name not in self.answers:
            raise OSError("no such name")
        found = self.answers[name]
        # The last answer stays: a repeated look-up gets a different address.
        return [found.pop(0) if len(found) > 1 else found[0]]


async def _try(chance: random.Random, count: int) -> list[str]:
    problems: list[str] = []
    targets: dict[str, tuple[int, str]] = {}

    def redirect(request: web.Request) -> web.Response:
        status, location = targets.get(request.path, (200, ""))
        return web.Response(status=status, headers={"Location": location} if location else None, text="<p>outside</p>")

    async with AsyncExitStack() as stack:
        secret = await stack.enter_async_context(site(lambda _: web.Response(text="<p>secret</p>")))
        outside = await stack.enter_async_context(site(redirect))
        maze = _Maze(outside, secret, chance, targets=targets)
        settings: dict[str, Any] = {
            "allow_hosts": (f"127.0.0.1:{outside.port}",),
            "attempts": 1,
            "timeout_seconds": 5.0,
        }
        client = await stack.enter_async_context(open_client(lookup=maze.lookup, **settings))
        proxied = await stack.enter_async_context(open_client(lookup=maze.lookup, proxy=outside.url(), **settings))
        with _only_loopback({outside.port, secret.port}) as strayed:
            for number in range(count):
                way = chance.choice(_WAYS)
                url = way(maze, number)
                fetching = client if chance.random() < 0.85 else proxied
                # A name that changes its address is fetched again.
                for _ in range(3 if way is _rebound else 1):
                    problem = await _visited(fetching, url)
                    if problem or secret.requests or strayed:
                        problems.append(f"{url} {targets.get(f'/{number}')}: {problem} {secret.paths} {strayed}")
                        secret.requests.clear()
                        strayed.clear()
        asked = [
            str(request.url)
            for request in outside.requests
            if _is_private(str(request.url.host), outside.port, request.url.port)
        ]
        problems += [f"the proxy was asked for {url}" for url in asked[:3]]
    return problems


async def _visited(client: Client, url: str) -> str:
    try:
        found = await client.fetch(url)
    except FetchError:
        return ""
    except Exception as error:  # noqa: BLE001 - it is what is looked for
        return f"{type(error).__name__}: {error}"
    return "let in" if b"secret" in found.page.body else ""


def _is_private(host: str, own: int, port: int | None) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return not is_public(host) and (host, port) != ("127.0.0.1", own)


class _only_loopback:  # noqa: N801 - used as a block
    """Records attempts to open sockets elsewhere, and prevents them."""

    _hooked: bool = False
    _open: list[_only_loopback] = []  # noqa: RUF012 - an audit hook cannot be taken away again

    def __init__(self, ports: set[int]) -> None:
        self.ports = ports
        self.strayed: list[str] = []

    def __enter__(self) -> list[str]:
        if not _only_loopback._hooked:
            sys.addaudithook(_only_loopback._heard)
            _only_loopback._hooked = True
        _only_loopback._open.append(self)
        return self.strayed

    def __exit__(self, *_: object) -> None:
        _only_loopback._open.remove(self)

    @staticmethod
    def _heard(event: str, arguments: tuple[Any, ...]) -> None:
        if event != "socket.connect" or not _only_loopback._open:
            return
        address, own = arguments[1], _only_loopback._open[-1]
        if isinstance(address, tuple) and (address[0] != "127.0.0.1" or address[1] not in own.ports):
            if not is_public(address[0]):
                own.strayed.append(f"a socket to {address}")
            raise ConnectionRefusedError("nothing but loopback")


def _direct(maze: _Maze, _number: int) -> str:
    return _inside(maze)


def _redirected(maze: _Maze, number: int) -> str:
    status = maze.chance.choice([301, 302, 303, 307, 308])
    maze.targets[f"/{number}"] = (status, _inside(maze))
    return maze.outside.url(f"/{number}")


def _twice(maze: _Maze, number: int) -> str:
    maze.targets[f"/{number}"] = (302, f"/{number}/on")
    maze.targets[f"/{number}/on"] = (307, _inside(maze))
    return maze.outside.url(f"/{number}")


def _named(maze: _Maze, number: int) -> str:
    address = maze.chance.choice([*_PRIVATE, *_PRIVATE_6, "127.0.0.1", "127.0.0.1", "::ffff:127.0.0.1"])
    maze.answers[f"paper{number}.example"] = [address]
    return f"http://paper{number}.example:{maze.secret.port}/"


def _rebound(maze: _Maze, number: int) -> str:
    """Resolves to a public address at first, and to another when it is visited."""
    first = [_PUBLIC] * maze.chance.randrange(1, 3)
    maze.answers[f"paper{number}.example"] = [*first, maze.chance.choice(["127.0.0.1", "::1", "10.0.0.1"])]
    maze.targets[f"/{number}"] = (302, f"http://paper{number}.example:{maze.secret.port}/")
    return maze.outside.url(f"/{number}")


_WAYS: Final[tuple[Callable[[_Maze, int], str], ...]] = (_direct, _redirected, _redirected, _twice, _named, _rebound)


def _inside(maze: _Maze) -> str:
    """Returns an address that leads inside, mostly to the secret, in some spelling."""
    chance, port = maze.chance, maze.secret.port
    if chance.random() < 0.3:
        host = f"[{_spelt_6(chance, chance.choice(_PRIVATE_6))}]"
    else:
        host = _spelt_4(chance, chance.choice([*_PRIVATE, "127.0.0.1", "127.0.0.1", "127.0.0.1"]))
    scheme = chance.choice(["http:", "http:", "https:", "HTTP:", ""])
    user = chance.choice(["", "", "", "paper.example@", "a:b@", "paper.example%40", "paper.example\\@"])
    slashes = chance.choice(["//", "//", "//", "///", "\\\\", "/\\", "//\t", "// "])
    return f"{scheme}{slashes}{user}{host}:{port}{chance.choice(['/', '', '/x?y', '#@paper.example/', '/..//', '?@paper.example'])}"


def _spelt_4(chance: random.Random, address: str) -> str:
    parts = [int(part) for part in address.split(".")]
    number = int(ipaddress.IPv4Address(address))
    spellings = [
        address,
        f"{address}.",
        str(number),
        hex(number),
        oct(number).replace("0o", "0"),
        ".".join(hex(part) for part in parts),
        ".".join(f"0{part:o}" for part in parts),
        ".".join(f"{part:03}" for part in parts),
        f"{parts[0]}.{parts[1]}.{parts[2] * 256 + parts[3]}",
        f"{parts[0]}.{number & 0xFFFFFF}",
        f"{hex(parts[0])}.{number & 0xFFFFFF}",
        address.translate(str.maketrans("0123456789.", "０１２３４５６７８９．")),
        address.replace(".", "。"),
        "".join(chr(0x2460 + int(sign) - 1) if sign in "123456789" else sign for sign in address),
        quote(address, safe="").replace(".", "%2e"),
        "".join(f"%{ord(sign):02x}" for sign in address),
        f"[::ffff:{address}]",
        f"[::{address}]",
        f"[64:ff9b::{address}]",
        f"[::ffff:{number >> 16:x}:{number & 0xFFFF:x}]",
        f"[0:0:0:0:0:ffff:{address}]",
        f"[::ffff:0:{address}]",
        f"[2002:{number >> 16:x}:{number & 0xFFFF:x}::]",
        f"[::ffff:{parts[0]}.{parts[3]}]",
        f"{address}%00.paper.example",
        f"{address}\u200b",
        "localhost",
        "localhost.",
        "LOCALHOST",
        "ⓛocalhost",
    ]
    return chance.choice(spellings)


def _spelt_6(chance: random.Random, address: str) -> str:
    whole = ipaddress.IPv6Address(address).exploded
    return chance.choice(
        [address, whole, address.upper(), f"{address}%25eth0", f"{address}%1", whole.replace("0000", "0")]
    )
