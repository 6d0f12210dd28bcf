"""How often something may be tried, and by whom."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from tests.portal.newsstand import NOON
from tests.portal.serving import ask, served
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from newsloom.newsroom import Newsroom
from newsloom.portal.accounts.signin import SignIn
from newsloom.portal.app import create_app
from newsloom.portal.security.limits import Limiter, RequestLimits, counted_address, is_counted
from newsloom.settings import Settings
from newsloom.stores.sqlite import MemoryStore


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


@pytest.mark.parametrize(
    ("host", "trusted", "is_one"),
    [
        ("192.0.2.7", (), True),
        ("2001:db8::1", (), True),
        ("127.0.0.1", (), False),
        ("::1", (), False),
        ("10.0.0.3", ("10.0.0.0/24",), False),
        ("10.0.1.3", ("10.0.0.0/24", "not an address"), True),
        ("192.0.2.7", ("*",), False),
        ("", (), False),
    ],
)
def test_this_machine_and_proxies_are_not_counted_as_one_reader(host, trusted, is_one):
    assert is_counted(host, trusted) is is_one


def _statuses(limits: RequestLimits, hosts: list[str], path: str = "/latest") -> list[int]:
    """What each of these is answered, who all ask at once."""
    said: dict[int, int] = {}

    async def ask(number: int, host: str) -> None:
        async def send(message: Message) -> None:
            said.setdefault(number, message.get("status", 0))

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        await limits({"type": "http", "path": path, "client": (host, 1)}, receive, send)

    async def all_at_once() -> None:
        await asyncio.gather(*(ask(number, host) for number, host in enumerate(hosts)))

    asyncio.run(all_at_once())
    return [said[number] for number in range(len(hosts))]


def test_an_address_has_so_many_requests_and_gets_them_back():
    now = 0.0
    limits = RequestLimits(PlainTextResponse("fine"), per_second=2.0, is_counted=lambda _: True, clock=lambda: now)
    assert _statuses(limits, ["192.0.2.1"] * 25) == [200] * 20 + [429] * 5
    assert _statuses(limits, ["192.0.2.2"]) == [200]
    assert _statuses(limits, ["192.0.2.1"], path="/healthz") == [200]
    now = 1.0
    assert _statuses(limits, ["192.0.2.1"] * 3) == [200, 200, 429]


def test_one_address_has_two_answers_made_at_a_time():
    at_once: list[int] = []
    open_now = 0

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal open_now
        open_now += 1
        at_once.append(open_now)
        for _ in range(5):
            await asyncio.sleep(0)
        open_now -= 1
        await PlainTextResponse("fine")(scope, receive, send)

    limits = RequestLimits(app, per_second=100.0, is_counted=lambda _: True)
    said = _statuses(limits, ["192.0.2.1"] * 40)
    assert max(at_once) == 2
    # Who asks for more at once than will be answered soon is told so.
    assert (said.count(200), said.count(429)) == (30, 10)
    at_once.clear()
    _statuses(limits, [f"192.0.2.{number}" for number in range(2, 12)])
    assert max(at_once) == 10


def test_askers_are_kept_in_bounded_memory():
    limits = RequestLimits(PlainTextResponse("fine"), per_second=1.0, is_counted=lambda _: True)
    _statuses(limits, [f"10.{number >> 8 & 255}.{number & 255}.1" for number in range(21_000)])
    assert len(limits._known) == 20_000


def test_the_portal_limits_strangers_and_not_this_machine():
    with Newsroom(MemoryStore(), Settings(portal_requests_per_second=0.1)) as room:
        with served(create_app(room, room.settings)) as url:
            assert {ask(url + "/about").status for _ in range(5)} == {200}
        with served(ProxyHeadersMiddleware(create_app(room, room.settings), trusted_hosts="127.0.0.1")) as url:
            said = [ask(url + "/about", X_Forwarded_For="192.0.2.1").status for _ in range(3)]
            assert said == [200, 429, 429]
            assert ask(url + "/about", X_Forwarded_For="192.0.2.2").status == 200
