from __future__ import annotations

import math
import sys

import pytest

from newsloom.errors import InputError, MissingExtra
from newsloom.evaluation.significance import one_way_anova, scheffe_pairs
from newsloom.evaluation.significance.anova import f_quantile, scheffe_f

# Figure B.6 of the thesis.
SCORES = ((7, 4, 6, 8, 6, 6, 2, 9), (5, 5, 3, 4, 4, 7, 2, 2), (2, 4, 7, 1, 2, 1, 5, 5))


def test_figure_b6_of_the_thesis() -> None:
    anova = one_way_anova(SCORES)
    assert (anova.df_among, anova.df_within) == (2, 21)
    assert anova.ms_among == pytest.approx(15.04, abs=0.005)
    assert anova.ms_within == pytest.approx(4.18, abs=0.006)
    assert anova.f == pytest.approx(3.59, abs=0.006)
    assert anova.critical == pytest.approx(3.4668, abs=0.00005)
    assert anova.is_significant


def test_figure_b7_of_the_thesis_with_the_mean_it_printed() -> None:
    # It takes 3 for the mean of the third group, where figure B.6 gives 3.375.
    assert scheffe_f((6, 8), (4, 8), 4.18) == pytest.approx(3.828, abs=0.0005)
    assert scheffe_f((6, 8), (3, 8), 4.18) == pytest.approx(8.612, abs=0.0005)
    assert scheffe_f((4, 8), (3, 8), 4.18) == pytest.approx(0.957, abs=0.0005)


def test_figure_b7_of_the_thesis_with_the_true_mean_no_pair_differs() -> None:
    pairs = scheffe_pairs(SCORES)
    assert [(pair.first, pair.second) for pair in pairs] == [(0, 1), (0, 2), (1, 2)]
    assert pairs[1].f == pytest.approx(6.59, abs=0.005)
    assert pairs[1].critical == pytest.approx(6.9336, abs=0.0001)
    assert not any(pair.differs for pair in pairs)


def test_groups_far_apart_differ() -> None:
    pairs = scheffe_pairs([(1, 2, 3), (1, 2, 2), (90, 91, 95)])
    assert [pair.differs for pair in pairs] == [False, True, True]


def test_unequal_sizes_give_the_f_of_the_formulas() -> None:
    # By hand (5.5 to 5.12): sums 3 and 15, N = 5.
    anova = one_way_anova([(1, 2), (4, 5, 6)])
    assert anova.ms_among == pytest.approx(9 / 2 + 225 / 3 - 324 / 5)
    assert anova.ms_within == pytest.approx(2.5 / 3)


def test_groups_without_spread() -> None:
    assert one_way_anova([(1, 1), (2, 2)]).f == math.inf
    assert one_way_anova([(1, 1), (1, 1)]).f == 0.0


@pytest.mark.parametrize("groups", [[], [(1, 2)], [(1, 2), ()], [(1,), (2,)]])
def test_too_little_to_compare_is_refused(groups) -> None:
    with pytest.raises(InputError, match="two groups"):
        one_way_anova(groups)


@pytest.mark.parametrize(
    ("probability", "df_among", "df_within", "printed"),
    # The usual printed table, and the thesis' own value first.
    [
        (0.95, 2, 21, 3.4668),
        (0.95, 1, 1, 161.4476),
        (0.95, 30, 5, 4.4957),
        (0.99, 5, 10, 5.6363),
        (0.95, 1, 30_000, 3.8418),
    ],
)
def test_it_gives_the_values_of_the_printed_table(probability, df_among, df_within, printed) -> None:
    assert f_quantile(probability, df_among, df_within) == pytest.approx(printed, abs=0.00005)


@pytest.mark.parametrize("wrong", [(0.0, 1, 1), (1.0, 1, 1), (0.5, 0, 1), (0.5, 1, 0)])
def test_what_no_table_has_is_refused(wrong) -> None:
    with pytest.raises(InputError, match="probability"):
        f_quantile(*wrong)


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(MissingExtra, match=r"\[evaluate\]"):
        one_way_anova([[1.0, 2.0], [3.0, 4.0]])
