"""Reads dates as written in East Asia, Thailand and the Levant.

Handles years of an era (令和8年, 民國115年), Chinese numerals (二〇二六年十一月十七日), abbreviated Thai months with
years of two digits (17 พ.ย. 69), and months of two words (تشرين الثاني). East Asian dates become a day; the others are
rewritten with a single-word month for ``dates`` to read.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from newsloom.text.patterns import pattern

__all__ = ["era_day", "with_plain_months"]

# The year before the first year of each era; Taiwan counts from the founding of the republic.
_ERAS: Final = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "民國": 1911, "民国": 1911}
_SIGNS: Final = "〇零一二三四五六七八九十"
_NUMBER: Final = rf"\s?([\d{_SIGNS}]{{1,4}})\s?"
_EAST_ASIAN: Final = pattern(rf"({'|'.join(_ERAS)})?\s?([\d元{_SIGNS}]{{1,4}})\s?年{_NUMBER}月{_NUMBER}日")
_DIGITS: Final = {sign: str(max(place - 1, 0)) for place, sign in enumerate(_SIGNS[:-1])}
_COMMON_YEAR_DIGITS: Final = 4

_THAI_MONTHS: Final = (
    *("ม.ค.", "ก.พ.", "มี.ค.", "เม.ย.", "พ.ค.", "มิ.ย.", "ก.ค.", "ส.ค.", "ก.ย.", "ต.ค.", "พ.ย.", "ธ.ค."),
)
_ENGLISH: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_THAI: Final = pattern(r"(?<!\d)(\d{1,2})\s?([ก-ฮ]{1,2}[ิี]?\.[ก-ฮ]\.)\s?(\d{4}|\d{2})(?!\d)")
_BUDDHIST_CENTURY: Final = "25"
# Months of two words, in either spelling.
_LEVANTINE: Final = {
    "كانون الثاني": "يناير",
    "تشرين الأول": "أكتوبر",
    "تشرين الاول": "أكتوبر",
    "تشرين الثاني": "نوفمبر",
    "كانون الأول": "ديسمبر",
    "كانون الاول": "ديسمبر",
}


def era_day(text: str) -> date | None:
    """The day of an East Asian date with a year of an era or with Chinese numerals; None for any other text."""
    found = _EAST_ASIAN.search(text) if "年" in text else None
    if found is None:
        return None
    era, year, month, day = found.groups()
    number = 1 if year == "元" else _number(year)
    if era is None and len(year) != _COMMON_YEAR_DIGITS:
        return None
    try:
        return date(number + _ERAS.get(era, 0), _number(month), _number(day))
    except ValueError:
        return None


def with_plain_months(text: str) -> str:
    """The text with single-word months and four-digit Thai years."""
    if "ين ال" in text or "ون ال" in text:
        for name, plain in _LEVANTINE.items():
            text = text.replace(name, plain)
    return _THAI.sub(lambda found: _thai(found[1], found[2], found[3]), text) if "." in text else text


def _number(text: str) -> int:
    """The number written in digits of any script or in Chinese numerals: 十七 and 一七 are both seventeen."""
    tens, ten, ones = text.partition("十")
    if not ten:
        return int("".join(_DIGITS.get(sign, sign) for sign in text))
    return 10 * (_number(tens) if tens else 1) + (_number(ones.replace("十", "")) if ones.replace("十", "") else 0)


def _thai(day: str, month: str, year: str) -> str:
    if month not in _THAI_MONTHS:
        return f"{day} {month} {year}"
    return f"{day} {_ENGLISH[_THAI_MONTHS.index(month)]} {year if len(year) > 2 else _BUDDHIST_CENTURY + year}"
