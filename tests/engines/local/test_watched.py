"""A process that does one long item at a time: what it returns, tells and raises, and what ends it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import pytest

from newsloom.engines.local.watched import ProcessLost, WatchedProcess

from .steps import double_in_parts, suffer_in_parts


@pytest.fixture
def process() -> Iterator[WatchedProcess]:
    with contextlib.closing(WatchedProcess(60, 300_000_000)) as process:
        yield process


def test_one_process_does_item_after_item_and_another_step(process: WatchedProcess) -> None:
    heard: list[dict[str, float]] = []
    first, pid = process.run(double_in_parts, 3, heard.append)
    assert first == 6
    assert {"parts": 0} in heard
    assert pid != os.getpid()
    assert process.run(suffer_in_parts, "rest", heard.append) == "rest"
    assert process.run(double_in_parts, 4, heard.append) == (8, pid)


def test_what_a_step_raises_is_raised_and_the_process_stays(process: WatchedProcess) -> None:
    _, pid = process.run(double_in_parts, 1, lambda _: None)
    with pytest.raises(ValueError, match="no such shard"):
        process.run(suffer_in_parts, "complain", lambda _: None)
    assert process.run(double_in_parts, 1, lambda _: None) == (2, pid)


@pytest.mark.parametrize(
    ("what", "reason"),
    [("die", "SIGKILL"), ("eat", "out of memory"), ("give up", "enough")],
)
def test_a_process_that_is_lost_says_why_and_the_next_item_has_another(
    process: WatchedProcess, what: str, reason: str
) -> None:
    _, pid = process.run(double_in_parts, 1, lambda _: None)
    with pytest.raises(ProcessLost, match=reason):
        process.run(suffer_in_parts, what, lambda _: None)
    result, other = process.run(double_in_parts, 1, lambda _: None)
    assert result == 2
    assert other != pid


def test_who_listens_can_end_the_process(process: WatchedProcess) -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    _, pid = process.run(double_in_parts, 1, lambda _: None)
    with pytest.raises(KeyboardInterrupt):
        process.run(suffer_in_parts, "hang", stop)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_part_that_takes_too_long_ends_the_process() -> None:
    with (
        contextlib.closing(WatchedProcess(0.1, None)) as process,
        pytest.raises(ProcessLost, match="took too long"),
    ):
        process.run(suffer_in_parts, "hang", lambda _: None)
