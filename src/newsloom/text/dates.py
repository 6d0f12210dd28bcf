"""Parses dates as pages write them.

A text with a time and its offset from UTC becomes an aware ``datetime``. A text with only a day, or with a time but no
zone, becomes a ``date``: no zone is ever invented, and abbreviations such as EST, which are ambiguous, are not read.
Long texts are not searched. Ambiguous dates such as 03/05/2024 and 03.05.24 are not read unless the language decides.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Final

from newsloom.text.asiandates import era_day, with_plain_months
from newsloom.text.casing import lower
from newsloom.text.patterns import pattern
from newsloom.text.solarhijri import YEARS as SOLAR_YEARS
from newsloom.text.solarhijri import common_day, solar_month
from newsloom.text.wordlists import read_lines

__all__ = ["day_elsewhere", "day_of", "parse_date"]

# Longer texts are sentences, not dates: "Published: Wednesday, 27 September 2023 at 10:15 (GMT+3)".
_MAX_CHARACTERS: Final = 80
# .NET writes its zero as 0001-01-01; no newspaper is older than 1605.
_EARLIEST_YEAR: Final = 1605
# Hours in UTC: before the first it is still the evening before in America; from the second on it is the next morning
# in East Asia.
_AMERICAN_EVENING_ENDS: Final = 8
_ASIAN_MORNING_BEGINS: Final = 15
# Databases write 9999-12-31 for never.
_LATEST_YEAR: Final = 2100
# Software that lost a date writes the Unix epoch, or in zones to the west and east a day next to it.
_UNIX_ZERO: Final = (date(1969, 12, 31), date(1970, 1, 2))
# Seconds and milliseconds since 1970 that fall between 2001 and 2096: ten and thirteen digits.
_EPOCH: Final = pattern(r"[1-3]\d{9}(?:\d{3})?")

_ISO: Final = pattern(r"\d{4}-?[01]\d-?[0-3]\d(?!\d)|\d{4}-?[01]\d-?[0-3]\d(?:\d{4}|\d{6})(?!\d)")
_SPACE_BEFORE_OFFSET: Final = pattern(r"(?<=\d) +(?=[+-]\d{2}:?\d{2}$|Z$)")
_ZULU: Final = pattern(r" *(?:UTC|GMT)(?:[+-]00:?00)?$")
_MAIL: Final = pattern(
    r"(?:[^\W\d_]{3}, ?)?(\d{1,2}) ([^\W\d_]{3}) (\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))? "
    r"(?:GMT|UTC|([+-])(\d{2})(\d{2}))$"
)

# "Fri May 03 10:15:00 CEST 2024", as C and Java print a time. The zone's name is not an offset.
_CLOCK: Final = pattern(r"[^\W\d_]{3} ([^\W\d_]{3}) (\d{1,2}) \d{1,2}:\d{2}:\d{2}(?: [A-Z]{3,5})? (\d{4})$")

# With hyphens, slashes or dots, and as East Asia writes: 2024年5月3日, 2024년 5월 3일, 2024. 5. 3.
_YEAR_FIRST: Final = pattern(
    r"(?<!\d)(\d{4})(?:[-/.]|\. ?|\s?[年년]\s?)(\d{1,2})(?:[-/.]|\. ?|\s?[月월]\s?)(\d{1,2})(?!\d)"
)
_DOTTED: Final = pattern(r"(?<!\d)(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)")
_VIETNAMESE: Final = pattern(r"(?<!\d)(\d{1,2}) tháng (\d{1,2}),? (?:năm )?(\d{4})(?!\d)")
_SHORT_YEAR: Final = pattern(r"(?<![\d.,])(\d{2})\.(\d{2})\.(\d{2})(?![\d.])")
_SLASHED: Final = pattern(r"(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)")
# English is used in countries of either order; the others put the year or the month first.
_IN_DOUBT: Final = frozenset({"en", "hu", "ja", "ko", "zh", "fil", "sw"})
# Letters with their marks: the marks of Indic scripts are not word characters.
_NAME: Final = r"([^\s\d.,;:()\[\]/|-]{2,16})"
_DAY_MONTH: Final = pattern(
    rf"(?<!\d)(\d{{1,2}})(?:\.?-|(?:\.|st|nd|rd|th|er|º|a)? ?(?:(?:de|of) )?){_NAME}"
    r"(?:\.?-|\.?,? (?:del? )?)(\d{4})(?!\d)"
)
_MONTH_DAY: Final = pattern(rf"{_NAME}\.? (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})(?!\d)")
# The order of Hungarian, Lithuanian and Mongolian; Latvian has the day before the month.
_YEAR_MONTH_DAY: Final = pattern(rf"(?<!\d)(\d{{4}})(?:\.|\.? m\.)? {_NAME}\.? (\d{{1,2}})(?!\d)")
_YEAR_DAY_MONTH: Final = pattern(rf"(?<!\d)(\d{{4}})\. gada (\d{{1,2}})\. {_NAME}")
# Czech and Polish use the same names for the month after.
_CROATIAN: Final = {"lip": 6, "srp": 7, "lis": 10, "listopad": 10, "listopada": 10}
# Thai papers count years from the Buddha's death.
_BUDDHIST_ERA: Final = 543


def parse_date(text: str, language: str | None = None) -> datetime | date | None:
    """The time, or else the day, that the text names; None if it names none or is ambiguous.

    ``language`` (two letters) decides which number of 03/05/2024 is the day and which month listopad is. The result is
    never a naive ``datetime``.
    """
    plain = " ".join(text.split()) if len(text) <= _MAX_CHARACTERS else ""
    # Chinese numerals are letters.
    return None if not plain or (plain.isalpha() and "年" not in plain) else _read(plain, language)


def day_of(found: datetime | date) -> date:
    """The day of a result of ``parse_date``."""
    return found.date() if isinstance(found, datetime) else found


def day_elsewhere(moment: datetime) -> date | None:
    """The other day that it is in a populous part of the world at a time in UTC; None if most share the day."""
    if moment.hour < _AMERICAN_EVENING_ENDS:
        return moment.date() - timedelta(days=1)
    return moment.date() + timedelta(days=1) if moment.hour >= _ASIAN_MORNING_BEGINS else None


# Pages give the same time in several places, and each is read once for its time and once for its day. Bounded because
# the keys come from pages.
@functools.lru_cache(maxsize=1_024)
def _read(plain: str, language: str | None) -> datetime | date | None:
    found = (
        _from_iso(plain)
        or _from_mail(plain)
        or _from_epoch(plain)
        or _from_clock(plain)
        or era_day(plain)
        or _from_numbers(plain, is_day_first=bool(language) and language not in _IN_DOUBT)
        or _from_names(plain if plain.isascii() else with_plain_months(plain), language)
        or _from_solar_calendar(plain)
    )
    return found if found and _is_credible(found) else None


def _from_iso(text: str) -> datetime | date | None:
    if not _ISO.match(text):
        return None
    if len(text) > 8 and text.isdecimal():
        text = text[:8]
    # Nearly all dates have neither.
    if " " in text or "UTC" in text or "GMT" in text:
        text = _SPACE_BEFORE_OFFSET.sub("", _ZULU.sub("+00:00", text))
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if _LATEST_YEAR < moment.year <= _LATEST_YEAR + _BUDDHIST_ERA:
        moment = moment.replace(year=moment.year - _BUDDHIST_ERA)
    return moment if moment.tzinfo else moment.date()


def _from_mail(text: str) -> datetime | None:
    found = _MAIL.match(text)
    month = _month(found[2], None) if found else None
    if not found or not month:
        return None
    day, _, year, hour, minute, second, sign, hours, minutes = found.groups("0")
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    try:
        zone = timezone(-offset if sign == "-" else offset) if offset else UTC
        return datetime(int(year), month, int(day), int(hour), int(minute), int(second), tzinfo=zone)
    except ValueError:
        return None


def _from_epoch(text: str) -> datetime | None:
    if not _EPOCH.fullmatch(text):
        return None
    return datetime.fromtimestamp(int(text[:10]), UTC)


def _from_clock(text: str) -> date | None:
    found = _CLOCK.match(text)
    month = _month(found[1], None) if found else None
    return _day(found[3], month, found[2]) if found and month else None


def _from_numbers(text: str, *, is_day_first: bool) -> date | None:
    found = _YEAR_FIRST.search(text)
    if found:
        return _day(found[1], int(found[2]), found[3])
    found = _DOTTED.search(text) or _VIETNAMESE.search(text)
    if found:
        return _day(found[3], int(found[2]), found[1])
    found = _SLASHED.search(text)
    if not found:
        return _from_short_year(text) if is_day_first else None
    first, second = int(found[1]), int(found[2])
    if first > 12 or first == second or (is_day_first and second <= 12):
        return _day(found[3], second, found[1])
    return _day(found[3], first, found[2]) if second > 12 else None


def _from_short_year(text: str) -> date | None:
    found = _SHORT_YEAR.search(text)
    return _day(f"20{found[3]}", int(found[2]), found[1]) if found else None


def _from_names(text: str, language: str | None) -> date | None:
    """The day of a date with a named month, in any of the usual orders."""
    for order, year, name, day in (
        (_DAY_MONTH, 3, 2, 1),
        (_MONTH_DAY, 3, 1, 2),
        (_YEAR_MONTH_DAY, 1, 2, 3),
        (_YEAR_DAY_MONTH, 1, 3, 2),
    ):
        for found in order.finditer(text):
            month = _month(found[name], language)
            if month:
                return _day(found[year], month, found[day])
    return None


def _from_solar_calendar(text: str) -> date | None:
    """The day of a date in the Iranian calendar: ۲۶ آبان ۱۴۰۵."""
    found = _DAY_MONTH.search(text)
    month = solar_month(found[2]) if found else None
    return common_day(int(found[3]), month, int(found[1])) if found and month else None


def _month(name: str, language: str | None) -> int | None:
    plain = lower(name)
    if language == "hr" and plain in _CROATIAN:
        return _CROATIAN[plain]
    # MAYIS and HAZİRAN are Turkish whatever language the page declares.
    return _months().get(plain) or _months().get(lower(name, "tr"))


def _day(year: str, month: int, day: str) -> date | None:
    number = int(year)
    if number in SOLAR_YEARS:
        return common_day(number, month, int(day))
    if _LATEST_YEAR < number <= _LATEST_YEAR + _BUDDHIST_ERA:
        number -= _BUDDHIST_ERA
    try:
        return date(number, month, int(day))
    except ValueError:
        return None


def _is_credible(found: datetime | date) -> bool:
    day = found.date() if isinstance(found, datetime) else found
    return _EARLIEST_YEAR <= day.year <= _LATEST_YEAR and not _UNIX_ZERO[0] <= day <= _UNIX_ZERO[1]


@functools.cache
def _months() -> Mapping[str, int]:
    return {name: number for number, line in enumerate(read_lines("months"), start=1) for name in line.split()}
