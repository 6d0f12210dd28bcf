"""A connection between a client and a server on loopback that can be cut and restored."""

from __future__ import annotations

import contextlib
import selectors
import socket
import struct
import threading
from typing import Final

__all__ = ["Wire"]

_CHUNK: Final = 65_536
_GLANCE_SECONDS: Final = 0.05
# A linger time of 0: closing resets the connection.
_RESET: Final = struct.pack("ii", 1, 0)


class Wire:
    """Listens on its own port and passes on all data while it is not cut."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.port = int(self._listener.getsockname()[1])
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._is_cut = False
        self._is_ended = False
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._pass_on, daemon=True)

    def __enter__(self) -> Wire:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_ended = True
        self._thread.join()
        self.cut()
        self._selector.close()
        self._listener.close()

    def cut(self) -> None:
        """Resets every connection and accepts no new ones."""
        with self._lock:
            self._is_cut = True
            for one in list(self._pairs):
                self._close(one)

    def mend(self) -> None:
        self._is_cut = False

    def _pass_on(self) -> None:
        while not self._is_ended:
            for key, _ in self._selector.select(_GLANCE_SECONDS):
                with self._lock:
                    if key.fileobj is self._listener:
                        self._accept()
                    elif key.fileobj in self._pairs:
                        self._copy(key.fileobj)  # type: ignore[arg-type]

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            client, _ = self._listener.accept()
            if self._is_cut:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                client.close()
                return
            server = socket.create_connection(("127.0.0.1", self._target), timeout=10)
            client.settimeout(10)
            for one, other in ((client, server), (server, client)):
                self._pairs[one] = other
                self._selector.register(one, selectors.EVENT_READ)

    def _copy(self, one: socket.socket) -> None:
        try:
            data = one.recv(_CHUNK)
            if data:
                self._pairs[one].sendall(data)
                return
        except OSError:
            pass
        self._close(one)

    def _close(self, one: socket.socket) -> None:
        other = self._pairs.pop(one, None)
        for end in (one, other):
            if end is None:
                continue
            self._pairs.pop(end, None)
            with contextlib.suppress(OSError, KeyError, ValueError):
                self._selector.unregister(end)
            with contextlib.suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                end.close()
