from __future__ import annotations

from datetime import date

import pytest

from newsloom.text.dates import parse_date
from newsloom.text.solarhijri import common_day


@pytest.mark.parametrize(
    ("solar", "common"),
    [
        ((1400, 1, 1), date(2021, 3, 21)),
        ((1403, 12, 30), date(2025, 3, 20)),
        ((1404, 1, 1), date(2025, 3, 21)),
        ((1357, 11, 22), date(1979, 2, 11)),
        ((1405, 8, 26), date(2026, 11, 17)),
        ((1408, 7, 1), date(2029, 9, 22)),
    ],
)
def test_days_of_the_solar_calendar(solar, common):
    assert common_day(*solar) == common


@pytest.mark.parametrize("solar", [(1404, 12, 30), (1405, 13, 1), (1405, 1, 0), (1405, 8, 31), (900, 1, 1)])
def test_days_that_there_are_not(solar):
    assert common_day(*solar) is None


@pytest.mark.parametrize("text", ["۲۶ آبان ۱۴۰۵", "سه شنبه ۲۶ آبان ۱۴۰۵ - ۱۴:۳۰", "26 آبان 1405", "۱۴۰۵/۰۸/۲۶"])
def test_dates_of_persian_papers(text):
    assert parse_date(text, "fa") == date(2026, 11, 17)
