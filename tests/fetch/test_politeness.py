from __future__ import annotations

import asyncio
import itertools
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fetch.servers import NOON, FakeTime, open_client, page, site
from yarl import URL

from newsloom.errors import FetchError
from newsloom.fetch import ClientSettings
from newsloom.fetch.politeness import Politeness, retry_after_seconds

PAPER = URL("http://paper.example/a")
OTHER = URL("http://other.example/a")


def polite(time: FakeTime, max_hosts: int = 100, **settings) -> Politeness:
    return Politeness(ClientSettings(**settings), time.runtime(), max_hosts)


async def take_turns(politeness: Politeness, time: FakeTime, *urls: URL) -> list[float]:
    """When each slot came, in seconds from the first."""
    starts = []
    for url in urls:
        async with politeness.slot(url):
            starts.append(time.seconds)
    return [start - starts[0] for start in starts]


def test_a_host_is_left_alone_between_requests():
    time = FakeTime()
    assert asyncio.run(take_turns(polite(time, delay_seconds=2.0), time, PAPER, PAPER, PAPER)) == [0.0, 2.0, 4.0]


def test_hosts_do_not_wait_for_each_other():
    time = FakeTime()
    assert asyncio.run(take_turns(polite(time, delay_seconds=2.0), time, PAPER, OTHER, PAPER)) == [0.0, 0.0, 2.0]


def test_a_port_is_a_host_of_its_own():
    time = FakeTime()
    ports = [URL("http://paper.example:8001/"), URL("http://paper.example:8002/")]
    assert asyncio.run(take_turns(polite(time, delay_seconds=2.0), time, *ports)) == [0.0, 0.0]


def test_time_that_has_passed_need_not_be_waited_for():
    async def run():
        politeness = polite(time, delay_seconds=2.0)
        await take_turns(politeness, time, PAPER)
        time.seconds += 1.5
        await take_turns(politeness, time, PAPER)

    time = FakeTime()
    asyncio.run(run())
    assert time.naps == [0.5]


def test_a_longer_crawl_delay_wins():
    time = FakeTime()
    politeness = polite(time, delay_seconds=1.0)
    politeness.keep_delay(PAPER, 7.0)
    assert asyncio.run(take_turns(politeness, time, PAPER, PAPER)) == [0.0, 7.0]


def test_a_shorter_crawl_delay_does_not():
    time = FakeTime()
    politeness = polite(time, delay_seconds=1.0)
    politeness.keep_delay(PAPER, 0.1)
    assert asyncio.run(take_turns(politeness, time, PAPER, PAPER)) == [0.0, 1.0]


def test_a_crawl_delay_is_believed_up_to_a_minute():
    time = FakeTime()
    politeness = polite(time)
    politeness.keep_delay(PAPER, 86_400.0)
    assert asyncio.run(take_turns(politeness, time, PAPER, PAPER)) == [0.0, 60.0]


def test_as_many_requests_are_under_way_as_allowed():
    async def run():
        politeness = polite(FakeTime(), delay_seconds=0.0, per_host=2)
        inside = most = 0

        async def visit():
            nonlocal inside, most
            async with politeness.slot(PAPER):
                inside += 1
                most = max(most, inside)
                for _ in range(5):
                    await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(visit() for _ in range(7)))
        return most

    assert asyncio.run(run()) == 2


def test_an_error_gives_the_turn_back():
    async def run():
        politeness = polite(FakeTime(), delay_seconds=0.0, per_host=1)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                async with politeness.slot(PAPER):
                    raise ZeroDivisionError
        async with asyncio.timeout(5), politeness.slot(PAPER):
            return True

    assert asyncio.run(run())


def test_pauses_grow_with_every_complaint_and_shrink_with_every_success():
    time = FakeTime()
    politeness = polite(time, delay_seconds=0.0)
    pauses = []
    for _ in range(3):
        politeness.record_status(PAPER, 429)
        pauses.append(politeness.quiet_seconds(PAPER))
        time.seconds += pauses[-1]
    assert pauses == [5.0, 10.0, 20.0]
    politeness.record_status(PAPER, 200)
    politeness.record_status(PAPER, 200)
    politeness.record_status(PAPER, 503)
    assert politeness.quiet_seconds(PAPER) == 10.0


def test_pauses_do_not_grow_for_ever():
    time = FakeTime()
    politeness = polite(time)
    for _ in range(50):
        politeness.record_status(PAPER, 503)
        time.seconds += politeness.quiet_seconds(PAPER)
    politeness.record_status(PAPER, 503)
    assert politeness.quiet_seconds(PAPER) == 320.0


def test_a_host_that_complained_is_asked_more_slowly_for_a_while():
    time = FakeTime()
    politeness = polite(time, delay_seconds=1.0)
    politeness.record_status(PAPER, 429)
    time.seconds += 5.0
    assert asyncio.run(take_turns(politeness, time, PAPER, PAPER)) == [0.0, 2.0]
    politeness.record_status(PAPER, 200)
    time.seconds += 2.0
    assert asyncio.run(take_turns(politeness, time, PAPER, PAPER)) == [0.0, 1.0]


def test_complaints_about_requests_already_sent_are_one_offence():
    politeness = polite(FakeTime())
    for _ in range(4):
        politeness.record_status(PAPER, 429)
    assert politeness.quiet_seconds(PAPER) == 5.0


def test_who_says_how_long_is_left_alone_that_long():
    politeness = polite(FakeTime())
    politeness.record_status(PAPER, 503, 42.0)
    politeness.record_status(PAPER, 503, 7.0)
    assert politeness.quiet_seconds(PAPER) == 42.0


def test_who_wants_to_be_left_alone_for_long_is_not_waited_for():
    async def run():
        politeness = polite(time, patience_seconds=60.0)
        politeness.record_status(PAPER, 429, 3_600.0)
        async with politeness.slot(PAPER):
            pass

    time = FakeTime()
    with pytest.raises(FetchError) as error:
        asyncio.run(run())
    assert error.value.kind == "busy"
    assert error.value.retry_after_seconds == 3_600.0
    assert time.naps == []


def test_those_who_wait_hear_of_a_complaint():
    async def run():
        async def sleep(seconds):
            if not time.naps:
                politeness.record_status(PAPER, 429)
            await time.sleep(seconds)

        politeness = Politeness(ClientSettings(delay_seconds=1.0), time.runtime(sleep=sleep))
        return await take_turns(politeness, time, PAPER, PAPER)

    time = FakeTime()
    assert asyncio.run(run()) == [0.0, 5.0]


def test_few_hosts_are_remembered():
    politeness = polite(FakeTime(), max_hosts=50)
    for number in range(1_000):
        politeness.record_status(URL(f"http://paper{number}.example/"), 200)
    assert len(politeness._hosts) == 50


def test_hosts_in_use_are_not_forgotten():
    async def run():
        politeness = polite(FakeTime(), max_hosts=5, per_host=1, delay_seconds=0.0)
        async with politeness.slot(PAPER):
            for number in range(100):
                politeness.record_status(URL(f"http://paper{number}.example/"), 200)
            return politeness._host(PAPER).users

    assert asyncio.run(run()) == 1


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        ("0", 0.0),
        ("-5", 0.0),
        (" 7 ", 7.0),
        ("Fri, 17 May 2030 12:01:30 GMT", 90.0),
        ("Fri, 17 May 2030 14:01:30 +0200", 90.0),
        ("Friday, 17-May-30 12:01:30 GMT", 90.0),
        ("Fri, 17 May 2030 11:00:00 GMT", 0.0),
        ("Fri, 17 May 2030 12:00:30 -0000", 30.0),
        ("999999999999", 86_400.0),
        ("9" * 10_000, None),
        ("Fri, 17 May 99999 12:01:30 GMT", None),
        ("soon", None),
        ("1.5", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(value, seconds):
    assert retry_after_seconds(value, NOON) == seconds


@given(st.text() | st.from_regex(r"[A-Z][a-z]{2}, \d+ [A-Z][a-z]{2} \d+ \d+:\d+:\d+ [+A-Z]\w{0,4}"))
def test_retry_after_is_nothing_or_at_most_a_day(value):
    seconds = retry_after_seconds(value, datetime(2030, 1, 1, tzinfo=UTC))
    assert seconds is None or 0.0 <= seconds <= 86_400.0


def test_a_storm_of_429_is_met_with_few_requests():
    async def run():
        async with site(lambda _: page("Slow down.", status=429)) as running, open_client(time, attempts=3) as client:
            kinds = []
            for number in range(30):
                with pytest.raises(FetchError) as error:
                    await client.fetch(running.url(f"/{number}"))
                kinds.append(error.value.kind)
            return kinds, len(running.requests)

    time = FakeTime()
    kinds, requests = asyncio.run(run())
    # Pauses of 5, 10, 20, 40 seconds are waited for; from then on the host is left alone for longer than our patience.
    assert requests == 5
    assert set(kinds) == {"status", "busy"}


def test_retry_after_is_honoured():
    async def run():
        def answer(_request):
            asked.append(time.seconds)
            if len(asked) == 1:
                return page("Later.", status=503, headers={"Retry-After": "30"})
            return page("Now.")

        asked = []
        async with site(answer) as running, open_client(time) as client:
            result = await client.fetch(running.url())
        return result.page.body, asked[1] - asked[0]

    time = FakeTime()
    body, waited = asyncio.run(run())
    assert body == b"Now."
    assert waited >= 30.0


def test_a_long_retry_after_is_told_to_the_caller_at_once():
    async def run():
        headers = {"Retry-After": "Fri, 17 May 2030 13:00:00 GMT"}
        async with site(lambda _: page("Later.", status=429, headers=headers)) as running, open_client(time) as client:
            with pytest.raises(FetchError) as error:
                await client.fetch(running.url())
            return error.value, len(running.requests)

    time = FakeTime()
    error, requests = asyncio.run(run())
    assert (error.kind, error.status, error.retry_after_seconds) == ("status", 429, 3_600.0)
    assert requests == 1
    assert time.naps == []


def test_the_delay_lies_between_the_requests_of_a_client():
    async def run():
        def answer(_request):
            asked.append(time.seconds)
            return page()

        asked = []
        async with site(answer) as running, open_client(time, delay_seconds=3.0) as client:
            for number in range(3):
                await client.fetch(running.url(f"/{number}"))
        return [after - before for before, after in itertools.pairwise(asked)]

    time = FakeTime()
    assert asyncio.run(run()) == [3.0, 3.0]


def test_waits_and_back_off_are_logged_as_decisions(caplog):
    caplog.set_level("DEBUG", logger="newsloom")
    time = FakeTime()
    politeness = polite(time, delay_seconds=2.0)
    asyncio.run(take_turns(politeness, time, PAPER, PAPER))
    politeness.record_status(PAPER, 429, retry_after=30.0)
    waited, backed_off = caplog.records
    assert (waited.levelname, waited.url, waited.wait_seconds) == ("DEBUG", str(PAPER), 2.0)
    assert (backed_off.host, backed_off.status, backed_off.wait_seconds) == ("paper.example", 429, 30.0)
