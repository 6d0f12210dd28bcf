"""What a browser says of itself, in two words: a User-Agent header in, "Firefox, Linux" out."""

from __future__ import annotations

from typing import Final

__all__ = ["browser_name"]

# In this order: those that come later are named by those before them, too.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)
_MOST: Final = 40


def browser_name(agent: str) -> str:
    """Browser and system; the first word where neither is known, empty where nothing is said."""
    found = [next((name for mark, name in marks if mark in agent), None) for marks in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, found)) or agent.partition(" ")[0][:_MOST]
