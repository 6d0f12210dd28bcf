"""Places that stand beside the names of authors: "Ann Lee - London". Names go in, those that are no places come out.

What is known as a place is data (``text/data/regions.txt``); where words are parted by spaces, a person among others
has two of them.
"""

from __future__ import annotations

import functools
from typing import Final

from newsloom.text.casing import fold
from newsloom.text.patterns import pattern
from newsloom.text.wordlists import read_lines

__all__ = ["is_region", "without_places"]

# Scripts with spaces between words but Latin, whose names have capitals: Greek to Sinhala, Georgian, Ethiopic.
_OTHER_SPACED: Final = pattern(r"[\u0370-\u0dff\u10a0-\u10ff\u1200-\u137f]")


def is_region(name: str) -> bool:
    """Whether it is known as a country, a state or a city."""
    return fold(name).strip(".") in _regions()


def without_places(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names but for places: those that are known, and a single word beside a name of two."""
    left = tuple(name for name in names if not is_region(name))
    if not any(" " in name and _OTHER_SPACED.match(name) for name in left):
        return left
    return tuple(name for name in left if " " in name or not _OTHER_SPACED.match(name))


@functools.cache
def _regions() -> frozenset[str]:
    return frozenset(map(fold, read_lines("regions")))
