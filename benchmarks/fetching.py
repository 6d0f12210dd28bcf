"""Measures the CPU time of the fetch layer: small pages from a server on loopback, through the whole client.

Uses one made-up page and prints figures. The server runs in its own process, and only the client's CPU time counts:
guard, robots.txt, politeness, HTTP, decompression, rights, digest, records. The best of several trials is taken, so
that other work on the machine matters as little as possible.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Final

from benchmarks.pages import small_page
from newsloom.fetch import Client, ClientSettings

__all__ = ["main"]

# The project's target.
MOST_MS: Final = 1.0

_PAGES: Final = 3_000
_TRIALS: Final = 5
_READERS: Final = 16
_ROBOTS: Final = b"User-agent: *\nDisallow: /private/\nDisallow: /*?print=\nDisallow: /search$\n" * 20


def main() -> None:
    """Prints the measurement; with ``serve``, runs the server for it."""
    if sys.argv[1:] == ["serve"]:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve())
        return
    page = small_page(0)
    print(f"{_PAGES} pages of {len(page)} bytes, gzipped, {_READERS} at a time, best of {_TRIALS}, CPU of the client")
    with _server() as port:
        seconds = [asyncio.run(_fetch_all(port)) for _ in range(_TRIALS)]
    ms = min(seconds) / _PAGES * 1000
    verdict = "PASS" if ms <= MOST_MS else "FAIL"
    print(f"  {ms:.2f} ms a page (worst trial {max(seconds) / _PAGES * 1000:.2f})  {verdict}: at most {MOST_MS:.0f} ms")


async def _fetch_all(port: int) -> float:
    settings = ClientSettings(allow_hosts=("127.0.0.1",), delay_seconds=0.0, per_host=_READERS)
    addresses = (f"http://127.0.0.1:{port}/news/{number}.html" for number in range(_PAGES))

    async def read() -> None:
        for address in addresses:
            found = await client.fetch(address)
            if found.page is None or not found.page.body:
                raise SystemExit(f"{address}: no page")

    async with Client(settings) as client:
        started = time.process_time()
        await asyncio.gather(*(read() for _ in range(_READERS)))
        return time.process_time() - started


@contextlib.contextmanager
def _server() -> Iterator[int]:
    command = [sys.executable, "-m", "benchmarks.fetching", "serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None  # noqa: S101 - it is a pipe
            yield int(server.stdout.readline())
        finally:
            server.terminate()


async def _serve() -> None:
    body = gzip.compress(small_page(0))
    answer = _answer(body, b'Content-Encoding: gzip\r\nETag: "1"\r\nLast-Modified: Fri, 17 May 2030 11:00:00 GMT\r\n')
    robots = _answer(_ROBOTS, b"")

    class Reader(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)  # noqa: S101 - of TCP
            self._transport = transport

        def data_received(self, data: bytes) -> None:
            # A client that waits for each answer sends one whole request at a time.
            self._transport.write(robots if data.startswith(b"GET /robots.txt ") else answer)

    server = await asyncio.get_running_loop().create_server(Reader, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def _answer(body: bytes, headers: bytes) -> bytes:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n" % len(body)
    return head + headers + b"\r\n" + body


if __name__ == "__main__":
    main()
