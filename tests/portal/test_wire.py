"""Strangers who send and send: what comes to nothing is bounded, what is a request is answered."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from tests.portal.serving import served

_ENDLESS = {
    "a header without end": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"x" * 4096),
    "headers without end": (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"X: " + b"x" * 1000 + b"\r\n"),
    "an address without end": (b"GET /", b"x" * 4096),
    "empty lines without end": (b"", b"\r\n" * 2048),
    "a trailer without end": (
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX: ",
        b"x" * 4096,
    ),
}


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, int]]:
    async def size(request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    async def told(request: Request) -> PlainTextResponse:
        await request.body()
        return PlainTextResponse(request.headers.get("x-told", "nothing"))

    routes = [Route("/", size, methods=["GET", "POST"]), Route("/told", told, methods=["POST"])]
    with served(Starlette(routes=routes)) as url:
        parts = urlsplit(url)
        yield parts.hostname or "", parts.port or 0


@pytest.mark.parametrize("name", _ENDLESS)
def test_who_sends_without_end_is_cut_off(server, name):
    start, more = _ENDLESS[name]
    with socket.create_connection(server, timeout=60) as stranger:
        # More than the buffers on the way hold: it can be sent only if it is read and read.
        sent = _sent(stranger, start, more, most=64_000_000)
    assert sent < 64_000_000


def test_a_long_body_is_no_endless_head(server):
    body = b"x" * 1_000_000
    with socket.create_connection(server, timeout=60) as reader:
        for _ in range(2):
            reader.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n" + body)
            assert _answer(reader).endswith(b"\r\n\r\n1000000")


def test_many_requests_on_one_connection_are_no_endless_head(server):
    with socket.create_connection(server, timeout=60) as reader:
        for _ in range(20):
            reader.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 8000 + b"\r\n\r\n")
            assert _answer(reader).startswith(b"HTTP/1.1 200 ")


def test_a_body_behind_an_upgrade_is_no_request(server):
    inner = b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n"
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: %d\r\n\r\n"
    with socket.create_connection(server, timeout=60) as reader:
        reader.sendall(head % len(inner))
        reader.sendall(inner)
        assert _answer(reader).endswith(b"\r\n\r\n%d" % len(inner))
        reader.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        rest = b"".join(iter(lambda: reader.recv(65_536), b""))
    assert b" 404 " not in rest


def test_a_trailer_is_no_header(server):
    chunks = b"1\r\nx\r\n0\r\nX-Told: by a trailer\r\n\r\n"
    with socket.create_connection(server, timeout=60) as reader:
        reader.sendall(b"POST /told HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
        assert _answer(reader).endswith(b"\r\n\r\nnothing")


def _sent(stranger: socket.socket, start: bytes, more: bytes, most: int) -> int:
    """How much was taken before the connection was closed."""
    sent = 0
    try:
        stranger.sendall(start)
        while sent < most:
            stranger.sendall(more)
            sent += len(more)
    except OSError:
        pass
    return sent


def _answer(reader: socket.socket) -> bytes:
    received = b""
    while b"\r\n\r\n" not in received or not received.partition(b"\r\n\r\n")[2]:
        received += reader.recv(65_536)
    return received
