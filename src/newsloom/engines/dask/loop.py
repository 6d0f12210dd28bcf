"""The event loop of a run's connections to a scheduler. Needs the extra ``bulk``."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

__all__ = ["LoopThread"]


class LoopThread:
    """An event loop in a thread, until ``close``, shared by all clients that a run uses one after the other.

    A client with its own loop leaves the thread behind if it does not reach its scheduler, and a run may try for
    minutes.
    """

    def __init__(self) -> None:
        self._is_running = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="Dask clients", daemon=True)
        self._thread.start()
        self._is_running.wait()

    def check_scheduler(self, address: str, seconds: float) -> None:
        """Raise ``OSError`` if no scheduler answers there. Dask's own client waits forever for a silent server."""
        try:
            asyncio.run_coroutine_threadsafe(_greet(address, seconds), self._asyncio_loop).result()
        except TimeoutError as error:
            raise TimeoutError(f"no answer within {seconds:.0f} s") from error

    def close(self) -> None:
        """End the loop and anything still running on it."""
        if self._thread.is_alive():
            self._asyncio_loop.call_soon_threadsafe(self._end.set)
            self._thread.join()

    async def _serve(self) -> None:
        from tornado.ioloop import IOLoop  # noqa: PLC0415 - an extra

        self._end = asyncio.Event()
        self._asyncio_loop = asyncio.get_running_loop()
        self.loop: Any = IOLoop.current()
        self._is_running.set()
        await self._end.wait()


async def _greet(address: str, seconds: float) -> None:
    from distributed import Security  # noqa: PLC0415 - an extra
    from distributed.comm.core import connect  # noqa: PLC0415 - an extra

    async with asyncio.timeout(seconds):
        comm = await connect(address, timeout=seconds, **Security().get_connection_args("client"))
        await comm.close()
