"""Markup cut at a number of tags: bytes and the most tags in, how many bytes to keep out. Nothing is parsed."""

from __future__ import annotations

from typing import Final

__all__ = ["size_within_tags"]

_STEP: Final = 65_536


def size_within_tags(markup: bytes, most: int) -> int:
    """How many bytes there are before the opening bracket that is one too many; all of them where none is."""
    if markup.count(b"<") <= most:
        return len(markup)
    seen, start, step = 0, 0, _STEP
    while step:
        inside = markup.count(b"<", start, start + step)
        if seen + inside > most:
            step //= 2
        else:
            seen, start = seen + inside, start + step
    return start
