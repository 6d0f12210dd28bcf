"""Real servers on loopback, well-behaved and not, and a client with a clock of its own to meet them with."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from aiohttp import web

from newsloom.fetch import Client, ClientSettings, Runtime

NOON = datetime(2030, 5, 17, 12, 0, tzinfo=UTC)


@dataclass
class FakeTime:
    """A clock that only sleeping moves; ``naps`` are the sleeps asked for."""

    seconds: float = 1_000.0
    naps: list[float] = field(default_factory=list)

    def runtime(self, **parts: Any) -> Runtime:
        own = {"now": self.now, "monotonic": lambda: self.seconds, "sleep": self.sleep, "random": lambda: 1.0}
        return Runtime(**{**own, **parts})

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.seconds - 1_000.0)

    async def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.seconds += seconds
        await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def open_client(time: FakeTime | None = None, *, lookup=None, archive=None, **settings) -> AsyncIterator[Client]:
    """A client that may visit 127.0.0.1, and waits for nothing really."""
    chosen = {"allow_hosts": ("127.0.0.1",), "delay_seconds": 0.0, "respect_robots": False, **settings}
    runtime = (time or FakeTime()).runtime(**({"lookup": lookup} if lookup else {}))
    async with Client(ClientSettings(**chosen), runtime=runtime, archive=archive) as client:
        yield client


@dataclass
class Site:
    """A running web server; ``requests`` are those it got."""

    port: int
    host: str = "127.0.0.1"
    requests: list[web.Request] = field(default_factory=list)

    def url(self, path: str = "/") -> str:
        return f"http://{self.host}:{self.port}{path}"

    @property
    def paths(self) -> list[str]:
        return [request.path_qs for request in self.requests]


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@contextlib.asynccontextmanager
async def site(answer: Callable[[web.Request], web.StreamResponse] | Handler, host="127.0.0.1") -> AsyncIterator[Site]:
    """A server that gives every request to one function."""
    running = Site(port=0, host=host)

    async def handle(request: web.Request) -> web.StreamResponse:
        running.requests.append(request)
        response = answer(request)
        return await response if asyncio.iscoroutine(response) else response

    runner = web.ServerRunner(web.Server(handle), shutdown_timeout=0.01)
    await runner.setup()
    try:
        started = web.TCPSite(runner, host, 0)
        await started.start()
        running.port = started._server.sockets[0].getsockname()[1]
        yield running
    finally:
        await runner.cleanup()


@contextlib.asynccontextmanager
async def raw_site(
    talk: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> AsyncIterator[Site]:
    """A server that speaks for itself: ``talk`` is called for each connection once a request has come in."""
    running = Site(port=0)
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        tasks.add(task)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await reader.readuntil(b"\r\n\r\n")
            running.requests.append(None)
            await talk(reader, writer)
            await writer.drain()
        writer.close()
        tasks.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    running.port = server.sockets[0].getsockname()[1]
    try:
        yield running
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()


def saying(*parts: bytes) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
    """Sends these bytes and hangs up."""

    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for part in parts:
            writer.write(part)
            await writer.drain()

    return talk


def page(body: str | bytes = "<p>A small page.</p>", **more: Any) -> web.Response:
    content = body.encode() if isinstance(body, str) else body
    headers = {"Content-Type": "text/html; charset=utf-8", **more.pop("headers", {})}
    return web.Response(body=content, headers=headers, **more)
