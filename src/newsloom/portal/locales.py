"""The locales of the portal itself: a code or an ``Accept-Language`` header in, a ``Locale`` out.

It says messages, and writes dates, numbers and names of languages by Unicode's CLDR, which Babel brings. What
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

# What CLDR calls them; dates in English are written as in Britain, day first and hours from 0 to 23.
_CLDR: Final = {"en": babel.Locale("en", "GB"), "tr": babel.Locale("tr"), "no": babel.Locale("nb")}
# Browsers name the two written forms of Norwegian.
_OTHER_NAMES: Final = {"nb": "no", "nn": "no"}
# A header longer than this is no list of languages.
_MOST_HEADER: Final = 200
# A page of sixty reports has a hundred dates and numbers of which few differ; each takes Babel 5 µs.
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
        """The message with its values put in; a key that is none raises ``KeyError``."""
        return self.translations.gettext(key) % values

    def ngettext(self, key: str, number: int, /) -> str:
        """The message in the plural form for a number of things, which it may name as ``num``."""
        return self.translations.ngettext(key, key, number) % {"num": self.number(number)}

    def number(self, value: float, decimals: int = 0, /) -> str:
        """With the language's separators."""
        return _number(self.code, value, decimals)

    def ago(self, moment: datetime, now: datetime, /) -> str:
        """How long before now, in one short word or two; a date where that is long."""
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
        """Day and time, in UTC: where the reader sits is not known."""
        there = moment.astimezone(UTC)
        return self.gettext("time.moment", day=self.day(there), clock=self.clock(there))

    def language(self, code: str | None, /) -> str:
        """What a language of the press is called; the code itself where there is no name for it."""
        return _capitalised(_CLDR[self.code].languages.get(code or "", code or ""))

    def section(self, name: str, /) -> str:
        """What a section is called: those that all papers share in this language, others as their paper says."""
        key = category_of(name)
        return self.gettext(f"category.{key}") if key else name


@functools.cache
def locale_of(code: str) -> Locale:
    """The locale with one of the codes of ``LOCALES``."""
    return Locale(code=code, name=LOCALES[code], translations=translations_of(code))


def wanted_locale(header: str | None) -> str:
    """The code of the locale that a browser wants most and that there is; else English."""
    return next((code for code in _wishes(header) if code in LOCALES), "en")


def most_wanted(header: str | None) -> str | None:
    """The code of the language that a browser wants most, whether the portal speaks it or not; None if it names none.

    Of two letters: there are few enough of those to keep a page for each.
    """
    code = next(iter(_wishes(header)), "")
    return code if len(code) == 2 and code.isascii() and code.isalpha() else None


def _wishes(header: str | None) -> list[str]:
    """The languages of the header, the most wanted first."""
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
    """As a name stands in a list or a heading; CLDR writes Norwegian ones as in a sentence."""
    return name[:1].upper() + name[1:]
