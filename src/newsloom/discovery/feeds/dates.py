"""Reads dates of feeds: what publishers write where RFC 822 or RFC 3339 is required.

``text.dates`` reads the day, in the languages of newspapers; time and zone are looked for beside it. The items of a
feed must be sorted, so here, unlike on pages, a time without a zone is taken as UTC, and the result says so.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from newsloom.text.dates import parse_date

__all__ = ["parse_datetime"]

_MAX_CHARACTERS: Final = 80
# "10:15", "10h15", "10.15", "오후 3:15", "下午3点15分", "3:15 p. m.": a.m. or p.m. comes before or after the time.
_TIME: Final = re.compile(
    r"(?:(?P<before>오전|오후|午前|午後|上午|下午)\s?)?(?<![\d.:/-])(?P<hour>\d{1,2})"
    r"(?:(?:[:h：]|(?<=\d)\.)(?P<minute>\d{2})(?:[:.](?P<second>\d{2})(?:[.,]\d{1,9})?)?(?!\d|\.\d)"
    r"|\s?[시時时点點](?:\s?(?P<minute2>\d{1,2})\s?[분分])?)"
    r"\s?(?P<behind>[AaPp]\.?\s?[Mm]\b|[πμ]\.?μ|[مص](?!\w))?"
)
_AFTERNOON: Final = ("오후", "午後", "下午", "p", "μ", "م")
_OFFSET: Final = re.compile(r"([+-])(\d{1,2}):?(\d{2})?\)?$")
_ZONE: Final = re.compile(r"(?:^|[\s\d(])([A-Z]{1,5}|[A-Z][a-z]+/[A-Z][A-Za-z_]+(?:/[A-Z][A-Za-z_]+)?)\)?$")
# As browsers print a time: "GMT+0100 (Central European Standard Time)".
_REMARK: Final = re.compile(r"(?<=\d)\s?\([^()\d]{4,60}\)$")
# RFC 822, 5.1 defines those of America and GMT; the others have one meaning in the feeds of newspapers. IST is left
# out: it is India's, Israel's and Ireland's.
_ZONES: Final = {
    name: hours
    for hours, names in (
        (0, "Z UT UTC GMT WET"),
        (1, "BST CET MET MEZ WAT WEST"),
        (2, "CEST EET MEST MESZ SAST"),
        (3, "EAT EEST MSK TRT"),
        (5, "PKT"),
        (7, "ICT WIB"),
        (8, "AWST HKT PHT SGT"),
        (9, "JST KST"),
        (10, "AEST"),
        (11, "AEDT"),
        (12, "NZST"),
        (13, "NZDT"),
        (-3, "ART BRT"),
        (-4, "EDT"),
        (-5, "CDT EST"),
        (-6, "CST MDT"),
        (-7, "MST PDT"),
        (-8, "AKDT PST"),
        (-9, "AKST"),
        (-10, "HST"),
    )
    for name in names.split()
}
# What American papers write all year round, with the winter offset. The rules are written here because not every
# computer has the time zone database.
_AMERICAN_ZONES: Final = {"ET": -5, "CT": -6, "MT": -7, "PT": -8}
# The Energy Policy Act of 2005 lengthened summer time from this year on.
_FIRST_LONG_SUMMER: Final = 2007
_SUNDAY: Final = 6
# "03-May-24", "03 May 24 10:15": a day, the name of a month, and a year of two or four digits.
_HYPHENED: Final = re.compile(r"\b(\d{1,2})-([^\W\d_]{3,9})-(\d{2,4})\b")
_SHORT_YEAR: Final = re.compile(r"\b(\d{1,2} [^\W\d_]{3,9}\.?) (\d{2})(?= \d{1,2}:|$)")
# As C's asctime writes: "Fri May 3 10:15:00 2024".
_YEAR_LAST: Final = re.compile(r"\b([^\W\d_]{3,9}) (\d{1,2}) (\d{1,2}:\d{2}(?::\d{2})?)((?: [A-Z]{3,4})?) (\d{4})$")
# RFC 2822, 4.3 puts the limit at 50; feeds began in 1999.
_FIRST_OLD_YEAR: Final = 70
_SECONDS: Final = 59  # a leap second is read as the last second of its minute


def parse_datetime(text: str, language: str | None = None) -> tuple[datetime, bool] | None:
    """Returns the time, and whether the text has its zone; None if there is no date."""
    plain = " ".join(text[: _MAX_CHARACTERS + 1].split())
    if not plain or len(plain) > _MAX_CHARACTERS:
        return None
    plain = _REMARK.sub("", plain)
    found = parse_date(plain, language)
    if isinstance(found, datetime):
        return found, True
    plain = _in_usual_order(plain)
    day = parse_date(plain, language)
    if isinstance(day, datetime):
        return day, True
    return _at_time(day, plain) if day else None


def _in_usual_order(text: str) -> str:
    text = _YEAR_LAST.sub(r"\2 \1 \5 \3\4", _HYPHENED.sub(r"\1 \2 \3", text))
    return _SHORT_YEAR.sub(lambda found: f"{found[1]} {_century(int(found[2]))}{found[2]}", text)


def _century(year: int) -> int:
    return 19 if year >= _FIRST_OLD_YEAR else 20


def _at_time(day: date, text: str) -> tuple[datetime, bool] | None:
    midnight = datetime(day.year, day.month, day.day)
    found = _TIME.search(text)
    hour, minute, second = _clock(found) if found else (0, 0, 0)
    if hour > 24 or minute > 59:
        found, hour, minute, second = None, 0, 0, 0
    moment = midnight + timedelta(hours=hour, minutes=minute, seconds=min(second, _SECONDS))
    zone = _zone(text, moment)
    return moment.replace(tzinfo=zone or UTC), found is not None and zone is not None


def _clock(found: re.Match[str]) -> tuple[int, int, int]:
    hour, minute = int(found["hour"]), int(found["minute"] or found["minute2"] or 0)
    half = (found["before"] or found["behind"] or "").lower()
    if half:
        hour = hour % 12 + (12 if half.startswith(_AFTERNOON) else 0)
    return hour, minute, int(found["second"] or 0)


def _zone(text: str, moment: datetime) -> tzinfo | None:
    offset = _OFFSET.search(text)
    # The last hyphen of 2024-05-03 is not a minus.
    if offset and ":" in text[: offset.start()]:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        return timezone(timedelta(minutes=-minutes if offset[1] == "-" else minutes)) if minutes < 24 * 60 else None
    named = _ZONE.search(text)
    if not named:
        return None
    if named[1] in _AMERICAN_ZONES:
        return timezone(timedelta(hours=_AMERICAN_ZONES[named[1]] + _is_american_summer(moment)))
    hours = _ZONES.get(named[1])
    return _zone_of_place(named[1], moment) if hours is None else timezone(timedelta(hours=hours))


def _is_american_summer(moment: datetime) -> bool:
    """Returns whether clocks in the United States are an hour ahead, by the rules since 1987."""
    year = moment.year
    if year < _FIRST_LONG_SUMMER:
        begin, end = _sunday_from(datetime(year, 4, 1)), _sunday_from(datetime(year, 10, 25))
    else:
        begin, end = _sunday_from(datetime(year, 3, 8)), _sunday_from(datetime(year, 11, 1))
    # Clocks go from two to three in spring and from two to one in autumn; the repeated hour is taken as summer time.
    return begin + timedelta(hours=3) <= moment < end + timedelta(hours=2)


def _sunday_from(day: datetime) -> datetime:
    return day + timedelta(days=(_SUNDAY - day.weekday()) % 7)


def _zone_of_place(name: str, moment: datetime) -> tzinfo | None:
    """Returns the offset of a place such as "America/Los_Angeles" at that time; None if it does not exist."""
    if "/" not in name:
        return None
    try:
        offset = ZoneInfo(name).utcoffset(moment)
    # Not every computer has the time zone database, and a feed may write anything.
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
    return None if offset is None else timezone(offset)
