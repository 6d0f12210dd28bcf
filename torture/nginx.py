"""Runs a real nginx in front of the portal, on its own port and in its own folder, until the block ends."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

__all__ = ["in_front", "nginx_program"]

# As an operator would write it, with nginx's defaults: it speaks HTTP/1.0 to the portal, or 1.1 if configured.
_CONFIGURATION: Final = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  upstream portal {{ server {portal}; keepalive 4; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://portal;
      proxy_http_version {version};
      {connection}
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }}
  }}
}}
"""
_START_SECONDS: Final = 30.0


def nginx_program() -> str | None:
    """Returns the program, or None if it is not installed (Debian: apt install nginx-light)."""
    return shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")


@contextmanager
def in_front(portal: str, *, version: str = "1.1") -> Iterator[str]:
    """Yields the address of an nginx that passes everything on to a portal."""
    program = nginx_program()
    assert program is not None
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    connection = 'proxy_set_header Connection "";' if version == "1.1" else ""
    with tempfile.TemporaryDirectory(prefix="newsloom-nginx-") as made:
        folder = Path(made)
        # Its workers run as another user.
        folder.chmod(0o755)
        told = _CONFIGURATION.format(
            folder=folder, port=port, portal=urlsplit(portal).netloc, version=version, connection=connection
        )
        (folder / "nginx.conf").write_text(told, encoding="utf-8")
        errors = str(folder / "error.log")
        process = subprocess.Popen(
            [program, "-p", made, "-c", str(folder / "nginx.conf"), "-e", errors], stderr=subprocess.DEVNULL
        )
        try:
            _wait(port, process, folder)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            try:
                process.wait(_START_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(port: int, process: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + _START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise AssertionError((folder / "error.log").read_text(encoding="utf-8")) from None
            time.sleep(0.02)
        else:
            return
