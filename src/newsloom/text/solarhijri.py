"""Converts dates of the solar calendar of Iran and Afghanistan to the common calendar."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from newsloom.text.wordlists import read_lines

__all__ = ["YEARS", "common_day", "solar_month"]

# The years for which the calendar's tables agree with the cycle of leap years below.
YEARS: Final = range(1244, 1473)
_CYCLE: Final = 33
_LEAP_YEARS: Final = (1, 5, 9, 13, 17, 22, 26, 30)
_KNOWN_YEAR, _KNOWN_NEW_YEAR = 1400, date(2021, 3, 21)
_LONG_MONTHS: Final = 6
_MONTHS: Final = 12


def common_day(year: int, month: int, day: int) -> date | None:
    """The day in the common calendar; None if there is no such day."""
    if year not in YEARS or not 1 <= month <= _MONTHS or not 1 <= day <= _days_of(year, month):
        return None
    days = (year - _KNOWN_YEAR) * 365 + _leap_years_before(year) - _leap_years_before(_KNOWN_YEAR)
    days += (month - 1) * 30 + min(month - 1, _LONG_MONTHS) + day - 1
    return _KNOWN_NEW_YEAR + timedelta(days=days)


def solar_month(name: str) -> int | None:
    """The number of a month by its Persian, Dari or Pashto name."""
    return _names().get(name)


def _days_of(year: int, month: int) -> int:
    if month <= _LONG_MONTHS:
        return 31
    return 30 if month < _MONTHS or year % _CYCLE in _LEAP_YEARS else 29


def _leap_years_before(year: int) -> int:
    cycles, rest = divmod(year, _CYCLE)
    return cycles * len(_LEAP_YEARS) + sum(leap < rest for leap in _LEAP_YEARS)


@functools.cache
def _names() -> Mapping[str, int]:
    return {name: number for number, line in enumerate(read_lines("solar_months"), start=1) for name in line.split()}
