from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.errors import InputError
from newsloom.evaluation.significance.fdistribution import f_quantile


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


@given(probability=st.floats(0.01, 0.99), among=st.integers(1, 200), within=st.integers(1, 200))
def test_swapping_the_degrees_of_freedom_mirrors_it(probability: float, among: int, within: int) -> None:
    mirrored = 1 / f_quantile(1 - probability, within, among)
    assert f_quantile(probability, among, within) == pytest.approx(mirrored, rel=1e-6)


@given(among=st.integers(1, 50), within=st.integers(1, 50))
def test_it_grows_with_the_probability(among: int, within: int) -> None:
    assert f_quantile(0.5, among, within) < f_quantile(0.9, among, within) < f_quantile(0.99, among, within)


@pytest.mark.parametrize("wrong", [(0.0, 1, 1), (1.0, 1, 1), (0.5, 0, 1), (0.5, 1, 0)])
def test_what_no_table_has_is_refused(wrong) -> None:
    with pytest.raises(InputError, match="probability"):
        f_quantile(*wrong)
