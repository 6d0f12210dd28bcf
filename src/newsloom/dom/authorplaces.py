"""Removes places from the names in a byline, as in "Ann Lee - London".

Known places are in ``text/data/regions.txt``. In scripts with spaces between words, a single word beside a name of two
words is not a person either.
"""

from __future__ import annotations

import functools
from typing import Final

from newsloom.text.casing import fold
from newsloom.text.patterns import pattern
from newsloom.text.wordlists import read_lines

__all__ = ["is_region", "without_places"]

# Scripts with spaces between words: Greek to Sinhala, Georgian, Ethiopic. Not Latin, where capitals mark names.
_OTHER_SPACED: Final = pattern(r"[\u0370-\u0dff\u10a0-\u10ff\u1200-\u137f]")


def is_region(name: str) -> bool:
    """Whether the name is a known country, state or city."""
    return fold(name).strip(".") in _regions()


def without_places(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names without known places and without single words beside a name of two."""
    left = tuple(name for name in names if not is_region(name))
    if not any(" " in name and _OTHER_SPACED.match(name) for name in left):
        return left
    return tuple(name for name in left if " " in name or not _OTHER_SPACED.match(name))


@functools.cache
def _regions() -> frozenset[str]:
    return frozenset(map(fold, read_lines("regions")))
