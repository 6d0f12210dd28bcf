"""The gatherer of a portal is started again when it ends. Real processes, which end in every way."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from pathlib import Path

import pytest
from tests.portal.serving import ask, serving

from newsloom.cli.exit_codes import BAD_INPUT, UNAVAILABLE
from newsloom.portal.gatherer import GathererStatus, RestartPolicy, supervised

QUICK = RestartPolicy(lasting_codes=frozenset({BAD_INPUT}), first_delay_seconds=0.01, longest_delay_seconds=0.02)


class Complaints:
    """Collects what is said, and lets a test wait for something to be said so many times."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._changed = threading.Condition()

    def __call__(self, message: str) -> None:
        with self._changed:
            self.said.append(message)
            self._changed.notify_all()

    def wait_for(self, part: str, times: int = 1) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: sum(part in one for one in self.said) >= times, timeout=60)


def ending(code: str) -> list[str]:
    return [sys.executable, "-S", "-c", code]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (f"raise SystemExit({UNAVAILABLE})", f"exit code {UNAVAILABLE}"),
        ("raise SystemExit(0)", "exit code 0"),
        ("import os; os.kill(os.getpid(), 9)", "signal 9"),
    ],
)
def test_whoever_ends_is_started_again_and_again(code, told):
    status, complaints = GathererStatus(), Complaints()
    with supervised(ending(code), os.environ, status, QUICK, complaints):
        complaints.wait_for(f"ended ({told}); it is started again", times=3)
    assert status.restarts >= 2
    assert not status.is_given_up


def test_a_reason_that_no_restart_mends_is_given_up_after_one_more_try():
    status, complaints = GathererStatus(), Complaints()
    with supervised(ending(f"raise SystemExit({BAD_INPUT})"), os.environ, status, QUICK, complaints):
        complaints.wait_for("given up")
    assert (status.restarts, status.is_given_up, len(complaints.said)) == (1, True, 2)


def test_nobody_waits_for_the_end_of_a_pause():
    patient = RestartPolicy(first_delay_seconds=3600.0, longest_delay_seconds=3600.0)
    status, complaints = GathererStatus(), Complaints()
    with supervised(ending("raise SystemExit(1)"), os.environ, status, patient, complaints):
        complaints.wait_for("started again in 3600 s")
    assert status.restarts == 0


def test_pauses_grow_up_to_a_limit():
    policy = RestartPolicy()
    assert [policy.delay(ends) for ends in (1, 2, 3, 9, 10, 5000)] == [1.0, 2.0, 4.0, 256.0, 300.0, 300.0]


def test_it_ends_with_the_block_and_nobody_complains():
    status, complaints = GathererStatus(), Complaints()
    with supervised(ending("import sys; sys.stdin.read()"), os.environ, status, QUICK, complaints):
        pass
    assert (status.restarts, complaints.said) == (0, [])


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux lists the children of a process")
def test_a_killed_gatherer_of_a_portal_is_started_again(tmp_path):
    with serving(tmp_path, "--gather") as (process, url):
        (first,) = gatherers(process.pid)
        os.kill(first, signal.SIGKILL)
        assert "signal 9" in next(line for line in process.stderr if "started again" in line)
        # A second later: it is asked until then.
        health = json.loads(ask(url + "healthz").body)
        while "gatherer_restarts" not in health:
            health = json.loads(ask(url + "healthz").body)
        assert health == {"status": "ok", "gathering": "alive", "gatherer_restarts": "1"}
        (second,) = gatherers(process.pid)
        assert second != first
        process.terminate()
        process.communicate(timeout=120)
    assert process.returncode == 0
    assert not Path(f"/proc/{second}").exists()


def gatherers(pid: int) -> list[int]:
    children = [
        int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    ]
    # By its own process group, which it has before it runs: its command line is empty for a moment then.
    return [child for child in children if os.getpgid(child) == child]
