"""Arrays of zeros: a kind of number and how many, in; an ``array`` out."""

from __future__ import annotations

from array import array
from typing import Any, Final

__all__ = ["zeros"]

_ONE: Final[dict[str, array[Any]]] = {kind: array(kind, [0]) for kind in "iqQfd"}


def zeros(kind: str, count: int) -> array[Any]:
    """So many zeros of a kind, as ``array`` names it; none if ``count`` is negative."""
    # Repeated: bytes of zeros would be written twice, once as bytes.
    return _ONE[kind] * count
