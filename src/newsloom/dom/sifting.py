"""Words made ready to be looked for all at once, for functions that have a twin in C."""

from __future__ import annotations

__all__ = ["prepare_words"]


def prepare_words(bits: dict[str, int], /) -> object:
    """The words with what they say: its twin's are not a dict."""
    return bits
