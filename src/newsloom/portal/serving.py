"""Serves the portal on a socket until SIGTERM or SIGINT.

At the first signal open requests are answered before it ends; a second one drops them. Several processes may share one
socket, each with a newsroom of its own; behind a reverse proxy any number of machines may serve one newsroom on
PostgreSQL.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import secrets
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Final

from newsloom.errors import InputError
from newsloom.extras import require
from newsloom.newsroom import Newsroom, open_newsroom
from newsloom.portal.gatherer import GathererStatus
from newsloom.settings import Settings

__all__ = ["address_of", "listen", "serve", "serve_newsroom", "told_to", "with_operator_token"]

# Twice as long as an open request may continue when the portal ends.
_ENDING_SECONDS: Final = 10
_BACKLOG: Final = 2048
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
# How soon a thread that renders a page yields to the event loop: at Python's own 5 ms a short answer waits for four
# long ones.
_SWITCH_SECONDS: Final = 0.001
# Names the folder for the counts of several processes; Prometheus' client reads it once, when it is imported.
_METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on that host and port; port 0 takes a free one. Raises ``InputError`` if it cannot."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=_BACKLOG)
        # Connections inherit it. Without it an answer's body waits 40 ms for the browser to acknowledge the head.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{host}:{port}", f"cannot listen there: {reason}") from error
    return listener


def address_of(listener: socket.socket) -> str:
    """The address at which a browser on this machine finds the portal."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - shown, not bound
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def with_operator_token(settings: Settings) -> Settings:
    """The settings with a token for the operator that is valid until the portal ends.

    Unchanged if there is one, or if the portal is for readers on other machines: there, what is printed at its start
    may be read by others.
    """
    is_public = settings.portal_url or settings.portal_hosts or settings.trusted_proxies
    if settings.portal_operator_token or is_public:
        return settings
    return replace(settings, portal_operator_token=secrets.token_urlsafe(32))


def serve(
    settings: Settings, listener: socket.socket, *, processes: int = 1, gatherer: GathererStatus | None = None
) -> None:
    """Serve the newsroom of the settings, until SIGTERM or SIGINT. Raises ``MissingExtra`` without the extra.

    ``gatherer`` is the status of the gatherer started with it; if that stops working, the health check fails.
    """
    require("portal", "the portal")
    with ExitStack() as stack:
        if processes > 1:
            stack.enter_context(_shared_metrics())
        for _ in range(processes - 1):
            stack.enter_context(_helper(settings, listener, gatherer=gatherer))
        room = stack.enter_context(open_newsroom(settings=settings))
        serve_newsroom(room, listener, gatherer=gatherer)


def serve_newsroom(room: Newsroom, listener: socket.socket, *, gatherer: GathererStatus | None = None) -> None:
    """Serve an open newsroom, until SIGTERM or SIGINT."""
    require("portal", "the portal")
    asyncio.run(_serve(room, listener, gatherer=gatherer))


async def _serve(room: Newsroom, listener: socket.socket, *, gatherer: GathererStatus | None) -> None:
    # Imported here, since the extra may be missing: everything else in Newsloom works without it.
    import uvicorn  # noqa: PLC0415

    from newsloom.portal.app import create_app  # noqa: PLC0415
    from newsloom.portal.connections import guarded_config  # noqa: PLC0415

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            # The kernel's queue may be longer than the number of connections accepted at once.
            listener.listen(_BACKLOG)

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            # We handle signals: uvicorn would end the process before its helpers are terminated.
            yield

    sys.setswitchinterval(_SWITCH_SECONDS)
    # Everything loaded by now stays for good, and scanning it for garbage would keep readers waiting.
    gc.freeze()
    server = Server(guarded_config(create_app(room, room.settings, gatherer=gatherer), room.settings))

    def end() -> None:
        # A second signal does not wait for open requests.
        server.force_exit = server.should_exit
        server.should_exit = True

    with told_to(end), _end_of_parent(end):
        await server.serve(sockets=[listener])
        if server.force_exit:
            # uvicorn then skips the application's shutdown, and logs that.
            await server.lifespan.shutdown()


@contextmanager
def told_to(end: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGINT call ``end``, each time; they raise nothing in the middle of an answer."""
    loop = asyncio.get_running_loop()
    for number in _SIGNALS:
        loop.add_signal_handler(number, end)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)


@contextmanager
def _end_of_parent(end: Callable[[], None]) -> Iterator[None]:
    """In a helper, calls ``end`` when the process that started it has ended, even if that was killed."""
    parent = multiprocessing.parent_process()
    if parent is None:
        yield
        return
    loop = asyncio.get_running_loop()

    def once() -> None:
        loop.remove_reader(parent.sentinel)
        end()

    loop.add_reader(parent.sentinel, once)
    try:
        yield
    finally:
        loop.remove_reader(parent.sentinel)


@contextmanager
def _shared_metrics() -> Iterator[None]:
    """Makes a folder in which the processes started within the block count their requests together."""
    before = os.environ.get(_METRICS_FOLDER)
    # Windows cannot remove a file that is mapped into memory, as ours are until we end.
    with tempfile.TemporaryDirectory(prefix="newsloom-metrics-", ignore_cleanup_errors=True) as folder:
        os.environ[_METRICS_FOLDER] = folder
        try:
            yield
        finally:
            os.environ.pop(_METRICS_FOLDER)
            if before is not None:
                os.environ[_METRICS_FOLDER] = before


@contextmanager
def _helper(settings: Settings, listener: socket.socket, *, gatherer: GathererStatus | None) -> Iterator[None]:
    """Another process on the same socket, for the duration of the block."""
    # A forked one would inherit threads' locks and the parent's connections.
    process = multiprocessing.get_context("spawn").Process(
        target=serve, args=(settings, listener), kwargs={"gatherer": gatherer}, daemon=True
    )
    # Ctrl-C goes to the whole process group, and a helper that is still loading would print a traceback. It inherits
    # that SIGINT is ignored; once it serves it handles the signal, and before that we terminate it.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, before)
    watch = threading.Thread(target=_count_out, args=(process,), daemon=True)
    watch.start()
    try:
        yield
    finally:
        process.terminate()
        process.join(_ENDING_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()
        watch.join()
        process.close()


def _count_out(process: SpawnProcess) -> None:
    """Wait until the process has ended in any way, then remove it from the count of serving processes."""
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - of the extra

    wait([process.sentinel])
    mark_process_dead(process.pid)
