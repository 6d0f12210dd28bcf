from __future__ import annotations

import pytest

from newsloom.errors import UnknownName
from newsloom.evaluation import tabulate

from .reports import TWO_METHODS, TWO_SETS, report, score


def test_a_row_counts_pages_failures_and_bad_pages() -> None:
    old, new = tabulate(TWO_METHODS).rows
    assert (old.group, old.method, old.pages, old.failures, old.below_half) == ("coast", "old", 3, 0, 2)
    assert (new.pages, new.failures, new.below_half) == (3, 1, 1)


def test_a_row_has_the_mean_with_its_interval() -> None:
    interval = tabulate(TWO_METHODS).rows[0].measures["word_f1"]
    assert interval.mean == pytest.approx(0.4)
    assert 0.2 <= interval.low < interval.mean < interval.high <= 0.6
    assert interval.count == 3


def test_a_measure_is_the_mean_of_the_pages_that_have_it() -> None:
    old = tabulate(TWO_METHODS).rows[0]
    assert (old.measures["title"].mean, old.measures["title"].count) == (1.0, 1)
    assert "date" not in old.measures


def test_the_difference_is_to_the_first_method_page_by_page() -> None:
    old, new = tabulate(TWO_METHODS).rows
    assert old.differences == {}
    assert new.differences["word_f1"].mean == pytest.approx((0.2 + 0.3 - 0.2) / 3)
    assert new.differences["word_f1"].count == 3


def test_seconds_are_those_of_the_pages_that_did_not_fail() -> None:
    assert [row.seconds for row in tabulate(TWO_METHODS).rows] == [pytest.approx(0.004)] * 2


def test_several_sets_are_followed_by_all_of_them() -> None:
    rows = tabulate(TWO_SETS).rows
    assert [(row.group, row.method) for row in rows] == [
        (group, method) for group in ("coast", "inland", "all") for method in ("old", "new")
    ]
    assert rows[-1].measures["word_f1"].mean == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("by", "groups"),
    [
        ("set", ["coast"]),
        ("site", ["bridge.example", "ferry.example", "tower.example", "all"]),
        ("language", ["en", "unknown", "all"]),
        ("year", ["2005", "2010", "all"]),
    ],
)
def test_pages_are_grouped(by: str, groups: list[str]) -> None:
    table = tabulate(TWO_METHODS, by)
    assert list(dict.fromkeys(row.group for row in table.rows)) == groups


def test_an_unknown_grouping_is_refused() -> None:
    with pytest.raises(UnknownName, match="colour"):
        tabulate(TWO_METHODS, "colour")


def test_a_set_without_texts_has_no_count_of_bad_pages() -> None:
    (row,) = tabulate(report(score("ferry", "old", title=1.0))).rows
    assert row.below_half is None


def test_the_table_names_the_measures_that_have_a_value() -> None:
    assert tabulate(TWO_METHODS).measures == ("word_f1", "title")
