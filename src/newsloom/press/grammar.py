"""The grammar of the made-up reports: a sentence with alternatives goes in, a sentence comes out.

``{storm|gale}`` is one of its alternatives, which may hold alternatives; ``@2`` is the name of the third day of the
week told. Which alternative is taken is the chooser's affair, so the same chooser writes the same sentence. It knows
nothing of events and papers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

__all__ = ["chance", "spoken_days", "written"]

_INNERMOST: Final = re.compile(r"\{([^{}]*)\}")
_DAY: Final = re.compile(r"@(\d)")
# A sentence may nest its alternatives so deep and no deeper: a slip of the pen in the material ends here.
_DEEPEST: Final = 6

_DAY_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "tr": ("pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi", "pazar"),
    "no": ("mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"),
}


def chance(*names: object) -> random.Random:
    """A source of choices that is the same for the same names, on every machine."""
    return random.Random("/".join(map(str, names)))  # noqa: S311 - a made-up world


def spoken_days(first: date, language: str) -> tuple[str, ...]:
    """What the days of a week that begins then are called, and the two after it."""
    return tuple(_DAY_NAMES[language][(first + timedelta(days=day)).weekday()] for day in range(10))


def written(sentence: str, chooser: random.Random, days: tuple[str, ...]) -> str:
    """The sentence with its alternatives chosen, its days named and its first letter large."""
    for _ in range(_DEEPEST):
        if "{" not in sentence:
            break
        sentence = _INNERMOST.sub(lambda found: chooser.choice(found[1].split("|")), sentence)
    named = _DAY.sub(lambda found: days[int(found[1])], sentence)
    return named[:1].upper() + named[1:]
