"""Makes arrays of zeros."""

from __future__ import annotations

from array import array
from typing import Any, Final

__all__ = ["zeros"]

_ONE: Final[dict[str, array[Any]]] = {kind: array(kind, [0]) for kind in "iqQfd"}


def zeros(kind: str, count: int) -> array[Any]:
    """Returns ``count`` zeros of a type code of ``array``; none if ``count`` is negative."""
    # Repeating an array is faster: an array made from zero bytes would be written twice, first as bytes.
    return _ONE[kind] * count
