"""Connections that come to nothing: they end in time, and there are only so many."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from tests.portal.serving import ask, served, serving

from newsloom.portal.connections import ConnectionLimits

Address = tuple[str, int]
HASTY = {"header_seconds": 0.2, "body_seconds": 0.2, "write_seconds": 0.2}


@contextmanager
def server(**limits) -> Iterator[Address]:
    async def size(request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    async def much(_request: Request) -> PlainTextResponse:
        return PlainTextResponse("x" * 50_000_000)

    app = Starlette(routes=[Route("/", size, methods=["GET", "POST"]), Route("/much", much)])
    with served(app, ConnectionLimits(**limits)) as url:
        parts = urlsplit(url)
        yield parts.hostname or "", parts.port or 0


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\n",
    ],
    ids=["silence", "half a line", "half a head", "half a body", "half a chunk", "half of a second request"],
)
def test_who_does_not_finish_is_cut_off(said):
    with server(**HASTY) as address, socket.create_connection(address, timeout=60) as stranger:
        stranger.sendall(said)
        assert _is_ended(stranger)


def test_a_byte_now_and_then_is_no_progress():
    with server(**HASTY) as address, socket.create_connection(address, timeout=60) as stranger:
        stranger.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        stranger.settimeout(0.02)
        for _ in range(1_000):
            try:
                stranger.sendall(b"x")
                if not stranger.recv(1):
                    return
            except TimeoutError:
                continue
            except OSError:
                return
        pytest.fail("the connection is still open")


def test_who_does_not_take_the_answer_is_cut_off():
    with server(**HASTY) as address, socket.create_connection(address, timeout=60) as stranger:
        stranger.sendall(b"GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n")
        # Nothing is read until the server has given up on others, who came later; what the buffers hold is not all.
        for _ in range(4):
            with socket.create_connection(address, timeout=60) as another:
                assert _is_ended(another)
        assert sum(map(len, _received(stranger))) < 50_000_000


def test_silent_connections_make_room_for_those_who_ask():
    with server(most=20) as address, ExitStack() as stack:
        silent = [stack.enter_context(socket.create_connection(address, timeout=60)) for _ in range(100)]
        for _ in range(30):
            with socket.create_connection(address, timeout=60) as reader:
                reader.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert b" 200 " in b"".join(_received(reader))
        assert _is_ended(silent[0])


def test_one_address_has_so_many_connections():
    with server(most=100, most_by_address=5) as address, ExitStack() as stack:
        silent = [stack.enter_context(socket.create_connection(address, timeout=60)) for _ in range(6)]
        assert _is_ended(silent[0])
    with server(most=100, most_by_address=5, is_counted=lambda _: False) as address, ExitStack() as stack:
        silent = [stack.enter_context(socket.create_connection(address, timeout=60)) for _ in range(6)]
        for one in silent:
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert b" 200 " in b"".join(_received(one))


def test_more_silent_connections_than_descriptors_do_not_shut_the_portal(tmp_path):
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = 256
    with serving(tmp_path, descriptors=few) as (_, url), ExitStack() as stack:
        parts = urlsplit(url)
        for _ in range(min(2 * few, most - 100)):
            stack.enter_context(socket.create_connection((parts.hostname, parts.port), timeout=60))
        assert ask(url + "healthz").status == 200


@pytest.mark.parametrize(
    "head",
    [
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n",
        b"POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    ],
)
def test_a_body_whose_length_is_told_in_two_ways_is_refused_and_ends_the_connection(head):
    smuggled = b"0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with server() as address, socket.create_connection(address, timeout=60) as stranger:
        stranger.sendall(head + smuggled)
        answer = b"".join(_received(stranger))
    assert answer.split()[1] in (b"400", b"501")
    assert answer.count(b"HTTP/1.1 ") == 1


def _is_ended(connection: socket.socket) -> bool:
    """Whether the other side ends it, after whatever it had to say."""
    list(_received(connection))
    return True


def _received(connection: socket.socket) -> Iterator[bytes]:
    """All until the end; an end by force is one, too. Who waits too long raises ``TimeoutError``."""
    try:
        while part := connection.recv(65_536):
            yield part
    except ConnectionError:
        return
