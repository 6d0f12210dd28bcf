"""The locales of the portal's interface, chosen by a code or an ``Accept-Language`` header.

A ``Locale`` gives messages, and formats dates, numbers and names of languages by Unicode's CLDR, from Babel. What
newspapers write is never translated here.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import UTC, date, datetime
from gettext import GNUTranslations
from typing import Final

import babel
from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal

from newsloom.portal.i18n import translations_of
from newsloom.text.categories import category_of

__all__ = ["LOCALES", "Locale", "locale_of", "most_wanted", "wanted_locale"]

# code → what its speakers call it, in the order in which they are offered
LOCALES: Final = {"en": "English", "tr": "Türkçe", "no": "Norsk"}

# Their locales in CLDR; dates in English are written as in Britain, day first and hours from 0 to 23.
_CLDR: Final = {"en": babel.Locale("en", "GB"), "tr": babel.Locale("tr"), "no": babel.Locale("nb")}
# Browsers send the codes of the two written forms of Norwegian.
_OTHER_NAMES: Final = {"nb": "no", "nn": "no"}
# A header longer than this is not a list of languages.
_MOST_HEADER: Final = 200
# A page of sixty reports has a hundred dates and numbers, few of them different; each takes Babel 5 µs.
_REMEMBERED: Final = 4096

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
# Older than this a date says more than a number of days.
_MOST_DAYS: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """One language of the interface, with its customs."""

    code: str
    name: str
    translations: GNUTranslations

    def gettext(self, key: str, /, **values: object) -> str:
        """The message with its values put in. An unknown key raises ``KeyError``."""
        return self.translations.gettext(key) % values

    def ngettext(self, key: str, number: int, /) -> str:
        """The message in the plural form for a number of things, which it may name as ``num``."""
        return self.translations.ngettext(key, key, number) % {"num": self.number(number)}

    def number(self, value: float, decimals: int = 0, /) -> str:
        """The number with the language's separators."""
        return _number(self.code, value, decimals)

    def ago(self, moment: datetime, now: datetime, /) -> str:
        """How long before now, in one or two short words; a date if that is long ago."""
        seconds = (now - moment).total_seconds()
        if seconds < _MINUTE:
            return self.gettext("time.now")
        if seconds < _HOUR:
            return self.gettext("time.minutes", num=int(seconds // _MINUTE))
        if seconds < _DAY:
            return self.gettext("time.hours", num=int(seconds // _HOUR))
        if seconds < _MOST_DAYS * _DAY:
            return self.ngettext("time.days", int(seconds // _DAY))
        return self.day(moment)

    def span(self, seconds: float, /) -> str:
        """A length of time, in its largest unit."""
        if seconds >= _DAY:
            return self.gettext("time.span.days", num=int(seconds // _DAY))
        if seconds >= _HOUR:
            return self.gettext("time.span.hours", num=int(seconds // _HOUR))
        return self.gettext("time.span.minutes", num=int(seconds // _MINUTE))

    def day(self, moment: date, /) -> str:
        return _day(self.code, date(moment.year, moment.month, moment.day))

    def weekday(self, moment: date, /) -> str:
        return _capitalised(_CLDR[self.code].days["stand-alone"]["wide"][moment.weekday()])

    def short_day(self, moment: date, /) -> str:
        return _short_day(self.code, date(moment.year, moment.month, moment.day))

    def clock(self, moment: datetime, /) -> str:
        """Hours and minutes, which these locales all write alike."""
        return f"{moment.hour:02}:{moment.minute:02}"

    def moment(self, moment: datetime, /) -> str:
        """Day and time in UTC: the reader's time zone is not known."""
        there = moment.astimezone(UTC)
        return self.gettext("time.moment", day=self.day(there), clock=self.clock(there))

    def language(self, code: str | None, /) -> str:
        """The name of a language of the press, or its code if it has no name."""
        return _capitalised(_CLDR[self.code].languages.get(code or "", code or ""))

    def section(self, name: str, /) -> str:
        """The name of a section: translated if all papers share it, else as its paper writes it."""
        key = category_of(name)
        return self.gettext(f"category.{key}") if key else name


@functools.cache
def locale_of(code: str) -> Locale:
    """The locale with one of the codes of ``LOCALES``."""
    return Locale(code=code, name=LOCALES[code], translations=translations_of(code))


def wanted_locale(header: str | None) -> str:
    """The code of the locale that a browser prefers, of those available; else English."""
    return next((code for code in _wishes(header) if code in LOCALES), "en")


def most_wanted(header: str | None) -> str | None:
    """The code of the language that a browser prefers, whether or not the portal has it; None if it names none.

    Only two-letter codes: there are few enough of those to cache a page for each.
    """
    code = next(iter(_wishes(header)), "")
    return code if len(code) == 2 and code.isascii() and code.isalpha() else None


def _wishes(header: str | None) -> list[str]:
    """The languages of the header, the most preferred first."""
    wishes = []
    for place, part in enumerate((header or "")[:_MOST_HEADER].split(",")):
        name, _, quality = part.partition(";")
        code = name.strip().lower().partition("-")[0]
        wishes.append((-_weight(quality), place, _OTHER_NAMES.get(code, code)))
    return [code for _, _, code in sorted(wishes)]


def _weight(quality: str) -> float:
    try:
        return float(quality.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


@functools.lru_cache(maxsize=_REMEMBERED)
def _day(code: str, day: date) -> str:
    return format_date(day, "long", locale=_CLDR[code])


@functools.lru_cache(maxsize=_REMEMBERED)
def _short_day(code: str, day: date) -> str:
    return format_skeleton("MMMd", datetime(day.year, day.month, day.day, tzinfo=UTC), locale=_CLDR[code])


@functools.lru_cache(maxsize=_REMEMBERED)
def _number(code: str, value: float, decimals: int) -> str:
    places = f".{'0' * decimals}" if decimals else ""
    return format_decimal(value, f"#,##0{places}", locale=_CLDR[code])


def _capitalised(name: str) -> str:
    """The name as in a list or a heading; CLDR writes Norwegian names as in a sentence."""
    return name[:1].upper() + name[1:]
