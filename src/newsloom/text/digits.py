"""Replaces the digits of other scripts with 0 to 9."""

from __future__ import annotations

from typing import Final

__all__ = ["western_digits"]

# The zeros of the scripts in which papers print numbers: Arabic, Persian and Urdu, Devanagari, Bengali, Gujarati,
# Tamil, Thai, Lao, Burmese, Khmer, and the wide digits of East Asia. The other nine digits follow each zero.
_ZEROS: Final = "٠۰०০૦௦๐໐၀០０"
_WESTERN: Final = {ord(zero) + digit: str(digit) for zero in _ZEROS for digit in range(10)}


def western_digits(text: str) -> str:
    """The text with the digits of other scripts replaced by 0 to 9."""
    return text if text.isascii() else text.translate(_WESTERN)
