from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from newsloom.timestamps import EPOCH, TICK, moment_of, timestamp


@pytest.mark.parametrize(
    "moment",
    [
        EPOCH,
        EPOCH - TICK,
        datetime(2026, 11, 1, 12, 0, 0, 1, tzinfo=UTC),
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    ],
)
def test_a_moment_comes_back_to_the_microsecond(moment):
    assert moment_of(timestamp(moment)) == moment


def test_the_zone_of_a_moment_does_not_matter():
    oslo = timezone(timedelta(hours=1))
    assert timestamp(datetime(1970, 1, 1, 1, tzinfo=oslo)) == 0
    assert timestamp(datetime(1970, 1, 1, 1, 0, 0, 2, tzinfo=oslo)) == 2


def test_a_year_that_python_does_not_have_is_refused():
    with pytest.raises(OverflowError):
        moment_of(10**18)
