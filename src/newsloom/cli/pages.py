"""Arguments that name a page become bytes: a file, or ``-`` for stdin.

Raises ``InputError`` where there is nothing to read. Fetches nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from newsloom.errors import InputError

__all__ = ["read_page"]

# A page is cut at 8 MB when it is parsed; more than this is not even read, so that /dev/zero or
# a film by mistake costs little memory.
_MOST_BYTES: Final = 64 * 1024 * 1024


def read_page(name: str) -> bytes:
    """The bytes of the page a user named."""
    if name == "-":
        return _read_stdin()
    if name.lower().startswith(("http://", "https://")):
        advice = "download the page first, for example with curl -L, and pass the file or - for stdin"
        raise InputError(name, f"addresses cannot be fetched yet; {advice}")
    try:
        with Path(name).open("rb") as file:
            return file.read(_MOST_BYTES)
    except (OSError, ValueError) as error:
        # ValueError: a name with a NUL in it.
        raise InputError(name, getattr(error, "strerror", None) or str(error)) from error


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise InputError("-", "stdin is closed")
    return sys.stdin.buffer.read(_MOST_BYTES)
