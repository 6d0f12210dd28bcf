"""Words in class names, ids and short lines of text that show what a part of a page is for.

The words are data (``data/roles.txt``, ``data/phrases.txt``), read into mappings from a word to bits, one bit for each
role or kind.
"""

from __future__ import annotations

import pkgutil
from typing import Final

__all__ = ["NUMBER_BIT", "PHRASES", "PHRASE_BITS", "ROLES", "ROLE_BITS", "SERVICE_BITS"]


def _read(name: str) -> tuple[tuple[str, ...], dict[str, int]]:
    """The kinds, and the words with the bits they set."""
    text = pkgutil.get_data(__package__, f"data/{name}") or b""
    lines = [line.split() for line in text.decode().splitlines() if line and not line.startswith("#")]
    bits: dict[str, int] = {}
    for bit, (_, *words) in enumerate(lines):
        for word in words:
            plain = word.replace("_", " ")
            bits[plain] = bits.get(plain, 0) | 1 << bit
    return tuple(kind for kind, *_ in lines), bits


_KINDS, PHRASE_BITS = _read("phrases.txt")
ROLES, ROLE_BITS = _read("roles.txt")

PHRASES: Final = (*_KINDS, "number")
NUMBER_BIT: Final = 1 << len(_KINDS)
# Phrases that a site uses about itself, and stories do not.
SERVICE_BITS: Final = sum(1 << PHRASES.index(kind) for kind in ("rights", "service", "signup", "further", "comment"))
