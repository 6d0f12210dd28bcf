from __future__ import annotations

import re
import string
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import newsloom.portal
from newsloom.portal.tongues import TONGUES, tongue, wanted_tongue

FOLDER = Path(newsloom.portal.__file__).parent
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def _values(phrase: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name}


@pytest.mark.parametrize("code", TONGUES)
def test_every_language_has_every_phrase(code):
    assert set(tongue(code).phrases) == set(tongue("en").phrases)


@pytest.mark.parametrize("code", TONGUES)
def test_a_phrase_takes_the_same_values_in_every_language(code):
    english, other = tongue("en").phrases, tongue(code).phrases
    # "yesterday" and "1 report" need no number.
    differing = {key for key in english if not key.endswith(".one") and _values(english[key]) != _values(other[key])}
    assert differing == set()


@pytest.mark.parametrize("code", TONGUES)
def test_every_file_of_phrases_is_there_in_every_language(code):
    names = {file.name for file in (FOLDER / "translations" / "en").glob("*.toml")}
    assert {file.name for file in (FOLDER / "translations" / code).glob("*.toml")} == names


@pytest.mark.parametrize("code", TONGUES)
def test_every_language_has_its_calendar(code):
    said = tongue(code)
    assert (len(said.months), len(said.short_months), len(said.days)) == (12, 12, 7)


def test_every_phrase_that_a_template_names_exists():
    phrases = tongue("en").phrases
    for file in sorted((FOLDER / "templates").rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        for key in re.findall(r"\bt\(['\"]([\w.]+)['\"]\s*[,)]", text):
            assert key in phrases, (file.name, key)
        for key in re.findall(r"\bn\(['\"]([\w.]+)['\"]\s*,", text):
            assert f"{key}.one" in phrases, (file.name, key)
            assert f"{key}.other" in phrases, (file.name, key)


def test_no_table_of_phrases_is_named_twice():
    for code in TONGUES:
        tables = [
            set(tomllib.loads(file.read_text("utf-8"))) for file in (FOLDER / "translations" / code).glob("*.toml")
        ]
        assert sum(map(len, tables)) == len(set().union(*tables))


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
    assert wanted_tongue(header) == code


@given(st.text())
def test_any_header_gives_some_language(header):
    assert wanted_tongue(header) in TONGUES


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-5, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, "1 h ago")],
)
def test_what_was_just_now_is_told_in_minutes_and_hours(seconds, said):
    assert tongue("en").ago(NOON - timedelta(seconds=seconds), NOON) == said


def test_days_are_counted_for_a_week_and_then_named():
    said = tongue("en")
    assert said.ago(NOON - timedelta(days=1), NOON) == "yesterday"
    assert said.ago(NOON - timedelta(days=6), NOON) == "6 days ago"
    assert said.ago(NOON - timedelta(days=8), NOON) == "22 February 2026"


@pytest.mark.parametrize(
    ("code", "said"), [("en", "1,234,567.5"), ("tr", "1.234.567,5"), ("no", "1\u00a0234\u00a0567,5")]
)
def test_numbers_have_the_separators_of_their_language(code, said):
    assert tongue(code).number(1234567.5, 1) == said


@pytest.mark.parametrize(("seconds", "said"), [(90, "1 min"), (7200, "2 h"), (200_000, "2 d")])
def test_a_length_of_time_is_told_in_its_largest_unit(seconds, said):
    assert tongue("en").span(seconds) == said
