from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fetch.servers import FakeTime

from newsloom.errors import AddressRefused, FetchError
from newsloom.fetch.retries import is_worth_retrying, pause_seconds, retried

URL = "http://paper.example/"


def attempts_of(*errors: FetchError | None, attempts: int = 3) -> tuple[int, FetchError | None, list[float]]:
    """How many attempts are made if they end like this, how the last one ends, and the waits between them."""
    time, made = FakeTime(), 0

    async def attempt():
        nonlocal made
        made += 1
        error = errors[min(made, len(errors)) - 1]
        if error is not None:
            raise error

    async def run():
        await retried(attempt, attempts=attempts, patience_seconds=60.0, runtime=time.runtime())

    try:
        asyncio.run(run())
    except FetchError as error:
        return made, error, time.naps
    return made, None, time.naps


def status(code: int, retry_after: float | None = None) -> FetchError:
    return FetchError(URL, "status", "no", status=code, retry_after_seconds=retry_after)


def test_success_is_not_repeated():
    assert attempts_of(None) == (1, None, [])


def test_passing_failures_are_tried_again_with_growing_pauses():
    broken = FetchError(URL, "connection", "broke off")
    assert attempts_of(broken, broken, None, attempts=5) == (3, None, [1.0, 2.0])


def test_the_last_error_is_told():
    made, error, _ = attempts_of(status(500), status(502), status(503))
    assert (made, error.status) == (3, 503)


@pytest.mark.parametrize(
    "kind", ["dns", "tls", "too-large", "redirects", "robots", "encoding", "protocol", "type", "busy"]
)
def test_lasting_failures_are_not_tried_again(kind):
    assert attempts_of(FetchError(URL, kind, "no"))[0] == 1


def test_refusals_are_not_tried_again():
    assert not is_worth_retrying(AddressRefused(URL, "private"))


@pytest.mark.parametrize(("code", "made"), [(404, 1), (403, 1), (501, 1), (408, 3), (429, 3), (500, 3), (503, 3)])
def test_some_statuses_pass_and_some_last(code, made):
    assert attempts_of(status(code))[0] == made


def test_who_wants_to_be_left_alone_for_long_is_not_asked_again():
    assert attempts_of(status(429, 61.0))[0] == 1
    assert attempts_of(status(429, 59.0))[0] == 3


def test_one_attempt_is_one_attempt():
    assert attempts_of(status(500), attempts=1)[0] == 1


@given(st.integers(1, 1_000), st.floats(0, 1))
def test_pauses_are_bounded(failures, chance):
    assert 0.0 <= pause_seconds(failures, chance) <= 30.0


@given(st.integers(1, 20))
def test_chance_picks_any_moment_up_to_the_full_pause(failures):
    full = pause_seconds(failures, 1.0)
    assert pause_seconds(failures, 0.0) == 0.0
    assert pause_seconds(failures, 0.5) == full / 2
    assert pause_seconds(failures + 1, 1.0) == min(30.0, full * 2)
