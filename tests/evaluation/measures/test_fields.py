from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.evaluation.measures import authors_score, date_score, title_score


@pytest.mark.parametrize(
    ("found", "truth"),
    [
        ("“Ferry” LEFT – at noon", "'Ferry' left at noon"),
        ("U.N. votes", "UN votes"),
        ("Cafe\N{COMBINING ACUTE ACCENT} closed", "Café closed"),
        ("", ""),
        (None, ""),
    ],
)
def test_titles_that_read_the_same_are_equal(found, truth) -> None:
    assert title_score(found, truth) == 1.0


@pytest.mark.parametrize(
    ("found", "truth"), [("Ferry left", "Ferry lost"), (None, "Ferry"), ("", "Ferry"), ("Ferry", "")]
)
def test_titles_that_differ_are_not(found, truth) -> None:
    assert title_score(found, truth) == 0.0


def test_a_turkish_title_in_capitals_is_the_same_title() -> None:
    assert title_score("ISPARTA’DA KIŞ", "Isparta'da kış", "tr") == 1.0


def test_dates_are_equal_or_not() -> None:
    assert date_score("2024-05-03", "2024-05-03") == 1.0
    assert date_score("2024-05-04", "2024-05-03") == 0.0
    assert date_score(None, "2024-05-03") == 0.0


def test_authors_are_compared_as_a_set_of_names() -> None:
    assert authors_score(("Ada Berg", "Jo Lund"), ("JO LUND", "Ada  Berg")) == 1.0
    assert authors_score(("Ada Berg",), ("Ada Berg", "Jo Lund")) == 0.0
    assert authors_score((), ()) == 1.0
    assert authors_score((), ("Ada Berg",)) == 0.0
    assert authors_score(("Ada Berg",), ()) == 0.0


def test_without_truth_there_is_no_score() -> None:
    assert title_score("Ferry", None) is None
    assert date_score("2024-05-03", None) is None
    assert authors_score(("Ada Berg",), None) is None


@given(title=st.text())
def test_a_title_equals_itself_in_capitals_and_with_spaces(title: str) -> None:
    assert title_score(f"  {title} !", title) == 1.0
