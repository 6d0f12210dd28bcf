"""The newsstand: serves every paper of a press over HTTP on loopback, for the duration of a ``with`` block.

Each paper has a port of its own, since sites differ by their address. Conditional requests are answered with 304.
Nothing is served to other machines.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Final, Self

from newsloom.press.site import Site
from newsloom.press.week import Press

__all__ = ["Newsstand"]

_HOST: Final = "127.0.0.1"
# How long a server may take to notice that it is to end.
_POLL_SECONDS: Final = 0.05


class Newsstand:
    """Serves a press. The attribute ``press`` has the addresses.

    ``ports`` are the preferred ports by paper; a paper without one, or whose port is taken, gets any that is free.
    """

    def __init__(self, press: Press, now: Callable[[], datetime], ports: Mapping[str, int] | None = None) -> None:
        self._now = now
        self._stack = ExitStack()
        self._servers = {paper.name: _server((ports or {}).get(paper.name, 0)) for paper in press.papers}
        self.ports = {name: int(server.server_address[1]) for name, server in self._servers.items()}
        self.press = replace(press, addresses={name: f"http://{_HOST}:{port}" for name, port in self.ports.items()})

    def __enter__(self) -> Self:
        for paper in self.press.papers:
            server = self._servers[paper.name]
            server.RequestHandlerClass = _handler(Site(press=self.press, paper=paper), self._now)
            thread = threading.Thread(target=server.serve_forever, args=(_POLL_SECONDS,), daemon=True)
            thread.start()
            self._stack.callback(server.server_close)
            self._stack.callback(thread.join)
            self._stack.callback(server.shutdown)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self._stack.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # A client that follows ten papers opens many connections at once.
    request_queue_size = 64

    def handle_error(self, *_: object) -> None:
        """Ignores clients that disconnect in the middle of an answer."""


def _server(port: int) -> _Server:
    with contextlib.suppress(OSError):
        return _Server((_HOST, port), BaseHTTPRequestHandler)
    return _Server((_HOST, 0), BaseHTTPRequestHandler)


def _handler(site: Site, now: Callable[[], datetime]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # One packet per answer: else Nagle's algorithm and delayed acknowledgements cost 40 ms each.
        wbufsize = -1
        timeout = 30

        def do_GET(self) -> None:
            self._send(with_body=True)

        def do_HEAD(self) -> None:
            self._send(with_body=False)

        def _send(self, *, with_body: bool) -> None:
            found = site.answer(self.path, now())
            is_known = found.status == 200 and self.headers.get("If-None-Match") == found.tag
            body = b"" if is_known else found.body
            self.send_response(304 if is_known else found.status)
            self.send_header("Content-Type", found.media)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("ETag", found.tag)
            self.end_headers()
            if with_body:
                self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Logs no requests."""

    return Handler
