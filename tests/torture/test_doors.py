"""The short form of the torture's doors: some of every attack, and that each would be seen if it worked."""

from __future__ import annotations

import pytest
from tests.portal.newsstand import OPERATOR_TOKEN

from torture.addresses import try_addresses
from torture.doors import FRONTS, try_attack
from torture.nginx import nginx_program
from torture.portal import ATTACKS, SELDOM, _is_operators, opened_door


@pytest.fixture(scope="module", params=FRONTS)
def door(request):
    if FRONTS[request.param] and nginx_program() is None:
        pytest.skip("nginx is not installed (Debian: apt install nginx-light)")
    with opened_door(FRONTS[request.param]) as door:
        yield door


def test_no_spelling_of_an_address_leads_inside():
    assert try_addresses(1, 200) == []


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_gets_in(door, name):
    for seed in range(1 if name in SELDOM else 8):
        assert try_attack(door, name, seed) == []


def test_the_operators_page_would_be_known(door):
    answer = door.say(
        f"GET /operator HTTP/1.1\r\nHost: news.example\r\nAuthorization: Bearer {OPERATOR_TOKEN}\r\n"
        "Connection: close\r\n\r\n".encode()
    )
    assert answer.startswith(b"HTTP/1.1 200")
    assert _is_operators(answer)


def test_a_request_that_arrives_is_seen(door):
    door.say(b"GET /smuggled-1 HTTP/1.1\r\nHost: news.example\r\nConnection: close\r\n\r\n")
    assert "/smuggled-1" in door.paths
