"""Digits of other scripts: a text in, the same with 0 to 9 out."""

from __future__ import annotations

from typing import Final

__all__ = ["western_digits"]

# The zeros of the scripts that papers print numbers in: Arabic, Persian and Urdu, Devanagari, Bengali, Gujarati, Tamil,
# Thai, Lao, Burmese, Khmer, and the wide ones of East Asia. The nine others follow each.
_ZEROS: Final = "٠۰०০૦௦๐໐၀០０"
_WESTERN: Final = {ord(zero) + digit: str(digit) for zero in _ZEROS for digit in range(10)}


def western_digits(text: str) -> str:
    """The text with the digits 0 to 9 in place of other scripts'."""
    return text if text.isascii() else text.translate(_WESTERN)
