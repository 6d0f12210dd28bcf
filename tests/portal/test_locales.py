from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.portal.locales import LOCALES, locale_of, wanted_locale

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("code", "day", "short", "weekday", "moment"),
    [
        ("en", "2 March 2026", "2 Mar", "Monday", "2 March 2026, 12:00 UTC"),
        ("tr", "2 Mart 2026", "2 Mar", "Pazartesi", "2 Mart 2026, 12:00 UTC"),
        ("no", "2. mars 2026", "2. mars", "Mandag", "2. mars 2026 kl. 12:00 UTC"),
    ],
)
def test_dates_are_written_as_the_language_writes_them(code, day, short, weekday, moment):
    said = locale_of(code)
    assert (said.day(NOON), said.short_day(NOON), said.weekday(NOON), said.moment(NOON)) == (
        day,
        short,
        weekday,
        moment,
    )


@pytest.mark.parametrize(("code", "said"), [("en", "German"), ("tr", "Almanca"), ("no", "Tysk")])
def test_languages_of_the_press_have_their_names(code, said):
    assert locale_of(code).language("de") == said
    assert locale_of(code).language("qx") == "Qx"
    assert locale_of(code).language(None) == ""


@pytest.mark.parametrize(
    ("code", "number", "said"),
    [
        ("en", 1, "1 report"),
        ("en", 0, "0 reports"),
        ("en", 1234, "1,234 reports"),
        ("tr", 1234, "1.234 haber"),
        ("no", 1, "1 artikkel"),
    ],
)
def test_a_number_of_things_has_its_plural_form_and_separators(code, number, said):
    assert locale_of(code).ngettext("count.reports", number) == said


@pytest.mark.parametrize(
    ("header", "code"),
    [
        (None, "en"),
        ("", "en"),
        ("tr-TR,tr;q=0.9,en;q=0.8", "tr"),
        ("nb-NO", "no"),
        ("nn", "no"),
        ("fr, de;q=0.9", "en"),
        ("en;q=0.5, tr", "tr"),
        ("en;q=x, tr;q=0.1", "tr"),
        ("," * 5000, "en"),
    ],
)
def test_a_browser_gets_the_language_that_it_wants_most(header, code):
    assert wanted_locale(header) == code


@given(st.text())
def test_any_header_gives_some_language(header):
    assert wanted_locale(header) in LOCALES


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-5, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago")],
)
def test_what_was_just_now_is_told_in_minutes_and_hours(seconds, said):
    assert locale_of("en").ago(NOON - timedelta(seconds=seconds), NOON) == said


def test_days_are_counted_for_a_week_and_then_named():
    said = locale_of("en")
    assert said.ago(NOON - timedelta(days=1), NOON) == "yesterday"
    assert said.ago(NOON - timedelta(days=6), NOON) == "6 days ago"
    assert said.ago(NOON - timedelta(days=8), NOON) == "22 February 2026"


@pytest.mark.parametrize(
    ("code", "said"), [("en", "1,234,567.5"), ("tr", "1.234.567,5"), ("no", "1\u00a0234\u00a0567,5")]
)
def test_numbers_have_the_separators_of_their_language(code, said):
    assert locale_of(code).number(1234567.5, 1) == said


@pytest.mark.parametrize(("seconds", "said"), [(90, "1 min"), (7200, "2 h"), (200_000, "2 d")])
def test_a_length_of_time_is_told_in_its_largest_unit(seconds, said):
    assert locale_of("en").span(seconds) == said
