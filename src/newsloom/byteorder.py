"""Arrays as files have them, whatever machine reads or writes them."""

from __future__ import annotations

import sys
from array import array
from typing import Any

__all__ = ["lowest_byte_first"]


def lowest_byte_first(numbers: array[Any]) -> array[Any]:
    """The numbers as files have them, and back again."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
