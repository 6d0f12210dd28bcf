"""What the learners read of a page's texts."""

from __future__ import annotations

from typing import Final

__all__ = ["HIDDEN_TAGS", "beginning"]

# What is written here is not shown.
HIDDEN_TAGS: Final = frozenset({"script", "style", "noscript", "template"})


def beginning(text: str, length: int) -> str:
    """The first characters of a text, its whitespace normalised; what is far behind them is not looked at."""
    return " ".join(text[: 4 * length].split())[:length]
