from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from newsloom.evaluation.measures import Share, pooled

SHARES = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 50)).map(lambda pair: Share(hits=min(pair), total=max(pair)))
)


def test_a_share_of_nothing_has_no_rate() -> None:
    assert Share(hits=0, total=0).rate is None
    assert pooled([]) == Share(hits=0, total=0)


@given(SHARES)
def test_the_pool_lies_between_the_least_and_the_largest(shares: list[Share]) -> None:
    rates = [share.rate for share in shares if share.rate is not None]
    pool = pooled(shares).rate
    assert pool is None if not rates else min(rates) <= pool + 1e-12 and pool <= max(rates) + 1e-12
