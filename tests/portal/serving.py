"""A portal on loopback for as long as a block lasts, and a small client that follows nothing by itself."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from urllib.parse import quote, urlsplit

import uvicorn
from starlette.applications import Starlette

from newsloom.portal.connections import ConnectionLimits, guarded_config
from newsloom.portal.serving import address_of, listen
from newsloom.settings import Settings

__all__ = ["Answer", "ask", "served", "serving"]


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")


@contextmanager
def served(app: Starlette, limits: ConnectionLimits | None = None, host: str = "127.0.0.1") -> Iterator[str]:
    """The address of the application; the socket listens before anybody asks, so nobody has to wait for it."""
    with listen(host, 0) as listener:
        server = uvicorn.Server(guarded_config(app, Settings(), limits))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield address_of(listener).rstrip("/")
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def serving(folder: Path, *options: str, descriptors: int | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``newsloom serve`` in a process of its own: the process, and the address that it prints."""
    process = subprocess.Popen(
        [
            *(["sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh"] if descriptors else []),
            sys.executable,
            "-m",
            "newsloom",
            "serve",
            "--port",
            "0",
            *options,
        ],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process, re.search(r"http://\S+", process.stdout.readline()).group()
    finally:
        process.kill()
        process.communicate()


def ask(url: str, method: str = "GET", body: str | None = None, **headers: str) -> Answer:
    """One request; underscores in the names of headers are hyphens."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60)
    target = quote(parts.path or "/", safe="/%:") + (f"?{parts.query}" if parts.query else "")
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, target, body, named)
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())
    finally:
        connection.close()
