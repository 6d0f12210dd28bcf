"""The byte order of arrays in files, the same on every machine."""

from __future__ import annotations

import sys
from array import array
from typing import Any

__all__ = ["lowest_byte_first"]


def lowest_byte_first(numbers: array[Any]) -> array[Any]:
    """Returns the numbers in the byte order of files; applied again, in that of the machine."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
