"""Reads the word lists of the package: text files in ``data/`` folders with one entry per line."""

from __future__ import annotations

import pkgutil

__all__ = ["read_lines"]


def read_lines(*path: str, package: str = "newsloom.text") -> tuple[str, ...]:
    """The entries of ``data/<path>.txt`` without comments; empty if there is no such file. Reads the file each time."""
    try:
        content = pkgutil.get_data(package, "/".join(("data", *path)) + ".txt")
    except (OSError, ValueError):
        return ()
    lines = (line.strip() for line in (content or b"").decode().splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))
