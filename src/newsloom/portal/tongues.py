"""The languages of the portal itself: a code or an ``Accept-Language`` header in, a ``Tongue`` out that says things.

Phrases live in ``translations/CODE/*.toml``; dates and numbers are written as the language writes them. What newspapers
write is never translated here.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

__all__ = ["TONGUES", "Tongue", "tongue", "wanted_tongue"]

# code → what its speakers call it, in the order in which they are offered
TONGUES: Final = {"en": "English", "tr": "Türkçe", "no": "Norsk"}

_FOLDER: Final = Path(__file__).parent / "translations"
# Browsers name the two written forms of Norwegian.
_OTHER_NAMES: Final = {"nb": "no", "nn": "no"}
# A header longer than this is no list of languages.
_MOST_HEADER: Final = 200

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
# Older than this a date says more than a number of days.
_MOST_DAYS: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    """One language of the interface."""

    code: str
    name: str
    phrases: Mapping[str, str]
    months: tuple[str, ...]
    short_months: tuple[str, ...]
    days: tuple[str, ...]
    languages: Mapping[str, str]

    def say(self, key: str, /, **values: object) -> str:
        """The phrase with its values put in; a key that is none raises ``KeyError``."""
        phrase = self.phrases[key]
        return phrase.format(**values) if values else phrase

    def count(self, key: str, number: int, /) -> str:
        """A number of things: ``key`` has the forms ``one`` and ``other``."""
        form = "one" if number == 1 else "other"
        return self.phrases[f"{key}.{form}"].format(n=self.number(number))

    def number(self, value: float, decimals: int = 0, /) -> str:
        """With the language's separators."""
        plain = f"{value:,.{decimals}f}"
        thousands, point = self.phrases["number.thousands"], self.phrases["number.point"]
        return plain.replace(",", "\0").replace(".", point).replace("\0", thousands)

    def ago(self, moment: datetime, now: datetime, /) -> str:
        """How long before now, in one short word or two; a date where that is long."""
        seconds = (now - moment).total_seconds()
        if seconds < _MINUTE:
            return self.say("time.now")
        if seconds < _HOUR:
            return self.say("time.minutes", n=int(seconds // _MINUTE))
        if seconds < _DAY:
            return self.say("time.hours", n=int(seconds // _HOUR))
        if seconds < _MOST_DAYS * _DAY:
            return self.count("time.days", int(seconds // _DAY))
        return self.day(moment)

    def span(self, seconds: float, /) -> str:
        """A length of time, in its largest unit."""
        for unit, length in (("days", _DAY), ("hours", _HOUR)):
            if seconds >= length:
                return self.say(f"time.span.{unit}", n=int(seconds // length))
        return self.say("time.span.minutes", n=int(seconds // _MINUTE))

    def day(self, moment: datetime, /) -> str:
        return self.say("time.day", day=moment.day, month=self.months[moment.month - 1], year=moment.year)

    def weekday(self, moment: datetime, /) -> str:
        return self.days[moment.weekday()]

    def short_day(self, moment: datetime, /) -> str:
        return self.say("time.short_day", day=moment.day, month=self.short_months[moment.month - 1])

    def clock(self, moment: datetime, /) -> str:
        return self.say("time.clock", hour=f"{moment.hour:02}", minute=f"{moment.minute:02}")

    def moment(self, moment: datetime, /) -> str:
        """Day and time, in UTC: where the reader sits is not known."""
        there = moment.astimezone(UTC)
        return self.say("time.moment", day=self.day(there), clock=self.clock(there))

    def language(self, code: str | None, /) -> str:
        """What a language of the press is called; the code itself where there is no name for it."""
        return self.languages.get(code or "", code or "")


@functools.cache
def tongue(code: str) -> Tongue:
    """The language with one of the codes of ``TONGUES``."""
    tables: dict[str, Any] = {}
    for file in sorted((_FOLDER / code).glob("*.toml")):
        tables |= tomllib.loads(file.read_text(encoding="utf-8"))
    names, languages = tables.pop("names"), tables.pop("languages")
    return Tongue(
        code=code,
        name=TONGUES[code],
        phrases=dict(_flat(tables)),
        months=tuple(names["months"]),
        short_months=tuple(names["short_months"]),
        days=tuple(names["days"]),
        languages=languages,
    )


def wanted_tongue(header: str | None) -> str:
    """The code of the language that a browser wants most and that there is; else English."""
    wishes = []
    for place, part in enumerate((header or "")[:_MOST_HEADER].split(",")):
        name, _, quality = part.partition(";")
        code = name.strip().lower().partition("-")[0]
        wishes.append((-_weight(quality), place, _OTHER_NAMES.get(code, code)))
    return next((code for _, _, code in sorted(wishes) if code in TONGUES), "en")


def _weight(quality: str) -> float:
    try:
        return float(quality.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


def _flat(tables: Mapping[str, Any], path: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in tables.items():
        found += _flat(value, f"{path}{name}.") if isinstance(value, dict) else [(path + name, value)]
    return found
