"""What the portal does when it is told to end."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from newsloom.portal.serving import told_to


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_is_heard_and_raises_nothing(number):
    async def work() -> int:
        heard, calls = asyncio.Event(), []

        def end() -> None:
            calls.append(number)
            heard.set()

        with told_to(end):
            for _ in range(2):
                os.kill(os.getpid(), number)
                await heard.wait()
                heard.clear()
        return len(calls)

    assert asyncio.run(work()) == 2
