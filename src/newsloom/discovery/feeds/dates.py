"""Dates of feeds: what publishers write where RFC 822 or RFC 3339 is required.

``text.dates`` reads the day, in the languages of newspapers; time and zone are found beside it. The items of a feed
must be put in order, so here, unlike on pages, a time without a zone is taken as UTC and the caller is told.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Final

from newsloom.text.dates import parse_date

__all__ = ["parse_datetime"]

_MAX_CHARACTERS: Final = 80
_TIME: Final = re.compile(
    r"(?<![\d.:/-])(\d{1,2})(?:[:h]|(?<=\d)\.)(\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?(?!\d|\.\d)\s?([AaPp]\.?[Mm]\b)?"
)
_OFFSET: Final = re.compile(r"([+-])(\d{1,2}):?(\d{2})?\)?$")
_ZONE: Final = re.compile(r"\b([A-Z]{1,5})\)?$")
# RFC 822, 5.1 names those of America and GMT; the others have one meaning in the feeds of newspapers. IST, which is
# India's, Israel's and Ireland's, is not among them.
_ZONES: Final = {
    name: hours
    for hours, names in (
        (0, "Z UT UTC GMT WET"),
        (1, "BST CET MEZ WEST"),
        (2, "CEST EET MESZ"),
        (3, "EEST MSK TRT"),
        (8, "HKT SGT"),
        (9, "JST KST"),
        (10, "AEST"),
        (11, "AEDT"),
        (12, "NZST"),
        (13, "NZDT"),
        (-4, "EDT"),
        (-5, "CDT EST"),
        (-6, "CST MDT"),
        (-7, "MST PDT"),
        (-8, "PST"),
    )
    for name in names.split()
}
# "03-May-24", "03 May 24 10:15": the day and the month by name, and a year of two digits or four.
_HYPHENED: Final = re.compile(r"\b(\d{1,2})-([^\W\d_]{3,9})-(\d{2,4})\b")
_SHORT_YEAR: Final = re.compile(r"\b(\d{1,2} [^\W\d_]{3,9}\.?) (\d{2})(?= \d{1,2}:|$)")
# As C's asctime writes: "Fri May 3 10:15:00 2024".
_YEAR_LAST: Final = re.compile(r"\b([^\W\d_]{3,9}) (\d{1,2}) (\d{1,2}:\d{2}(?::\d{2})?)((?: [A-Z]{3,4})?) (\d{4})$")
# RFC 2822, 4.3 puts the border at 50; feeds began in 1999.
_FIRST_OLD_YEAR: Final = 70
_SECONDS: Final = 59  # a leap second is told as the last one of its minute


def parse_datetime(text: str, language: str | None = None) -> tuple[datetime, bool] | None:
    """The time, and whether the text has its zone; None if there is no date."""
    plain = " ".join(text[: _MAX_CHARACTERS + 1].split())
    if not plain or len(plain) > _MAX_CHARACTERS:
        return None
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
    zone = _zone(text)
    moment = datetime(day.year, day.month, day.day, tzinfo=zone or UTC)
    found = _TIME.search(text)
    if not found:
        return moment, False
    hour, minute, second = int(found[1]), int(found[2]), int(found[3] or 0)
    if found[4]:
        hour = hour % 12 + (12 if found[4][0] in "pP" else 0)
    if hour > 24 or minute > 59:
        return moment, False
    return moment + timedelta(hours=hour, minutes=minute, seconds=min(second, _SECONDS)), zone is not None


def _zone(text: str) -> timezone | None:
    offset = _OFFSET.search(text)
    # The last hyphen of 2024-05-03 is no minus.
    if offset and ":" in text[: offset.start()]:
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        return timezone(timedelta(minutes=-minutes if offset[1] == "-" else minutes)) if minutes < 24 * 60 else None
    named = _ZONE.search(text)
    hours = _ZONES.get(named[1]) if named else None
    return None if hours is None else timezone(timedelta(hours=hours))
