"""The grammar of the made-up reports: writes sentences from templates with alternatives.

``{storm|gale}`` is replaced by one of its alternatives, which may be nested; ``@2`` is the name of the third day of the
week. The chooser decides between alternatives, so the same chooser writes the same sentence. This module knows nothing
of events and papers.
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
# Alternatives may be nested at most this deep, so that an error in the material cannot loop for ever.
_DEEPEST: Final = 6

_DAY_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "tr": ("pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi", "pazar"),
    "no": ("mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"),
}


def chance(*names: object) -> random.Random:
    """A random generator that is the same for the same names, on every machine."""
    return random.Random("/".join(map(str, names)))  # noqa: S311 - a made-up world


def spoken_days(first: date, language: str) -> tuple[str, ...]:
    """The names of the days of a week that begins on ``first``, and of the three days after it."""
    return tuple(_DAY_NAMES[language][(first + timedelta(days=day)).weekday()] for day in range(10))


def written(sentence: str, chooser: random.Random, days: tuple[str, ...]) -> str:
    """The sentence with its alternatives chosen, its days named and its first letter in upper case."""
    for _ in range(_DEEPEST):
        if "{" not in sentence:
            break
        sentence = _INNERMOST.sub(lambda found: chooser.choice(found[1].split("|")), sentence)
    named = _DAY.sub(lambda found: days[int(found[1])], sentence)
    return named[:1].upper() + named[1:]
