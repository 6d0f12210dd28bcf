"""The exit codes, which scripts rely on."""

from __future__ import annotations

from typing import Final

__all__ = ["BAD_INPUT", "NOTHING_FOUND", "UNAVAILABLE", "USAGE"]

NOTHING_FOUND: Final = 1
USAGE: Final = 2
BAD_INPUT: Final = 3
UNAVAILABLE: Final = 4
