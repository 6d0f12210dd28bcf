"""How often something may be tried, and by whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.portal.newsstand import NOON

from newsloom.portal.accounts.signin import SignIn
from newsloom.portal.security.limits import Limiter, counted_address


def test_tries_are_counted_in_bounded_memory():
    limiter = Limiter(2, 60.0, capacity=100)
    for number in range(10_000):
        limiter.allows(str(number), NOON)
    assert len(limiter._tries) == 100


def test_a_limit_holds_for_its_window_and_for_one_key():
    limiter = Limiter(2, 60.0)
    assert [limiter.allows("a", NOON) for _ in range(3)] == [True, True, False]
    assert limiter.allows("b", NOON)
    assert not limiter.allows("a", NOON + timedelta(seconds=59))
    assert limiter.allows("a", NOON + timedelta(seconds=60))
    limiter.forget("a")
    assert limiter.allows("a", NOON + timedelta(seconds=60))


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("a pipe", "a pipe"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_is_counted_as_one(host, counted):
    assert counted_address(host) == counted


def test_an_address_that_is_refused_makes_nobody_forget():
    sign_in = SignIn(by_name=Limiter(1, 900.0, capacity=10), by_address=Limiter(5, 900.0))
    assert sign_in.may_try("ann", "192.0.2.1", NOON)
    for number in range(100):
        sign_in.may_try(f"nobody {number}", "192.0.2.2", NOON)
    assert not sign_in.may_try("ann", "192.0.2.3", NOON + timedelta(minutes=1))
