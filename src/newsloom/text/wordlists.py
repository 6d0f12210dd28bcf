"""The word lists that come with the package, one entry a line.

A folder of ``data/`` and a file's stem go in, the file's lines come out, without comments and
empty lines. A list that is not there is an empty one. It does not say what the lines mean.
"""

from __future__ import annotations

import pkgutil

__all__ = ["read_lines"]


def read_lines(*path: str) -> tuple[str, ...]:
    """The entries of ``data/<path>.txt``, none where there is no such file; it reads the disk at every call."""
    try:
        content = pkgutil.get_data("newsloom.text", "/".join(("data", *path)) + ".txt")
    except (OSError, ValueError):
        return ()
    lines = (line.strip() for line in (content or b"").decode().splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))
