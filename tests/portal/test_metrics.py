from __future__ import annotations

import os
import re
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.portal.serving import ask, serving

from newsloom.portal.metrics import RequestMetrics


def test_a_request_counts_within_every_bound_that_it_kept():
    requests = RequestMetrics()
    for seconds in (0.001, 0.005, 0.006, 3.0, 60.0):
        requests.count("/", "GET", 200, seconds)
    samples = _samples(requests.text().decode())
    name = "newsloom_http_request_seconds"
    assert {
        le: samples[f'{name}_bucket{{le="{le}",route="/"}}'] for le in ("0.005", "0.01", "2.5", "10.0", "+Inf")
    } == {
        "0.005": 2,
        "0.01": 3,
        "2.5": 3,
        "10.0": 4,
        "+Inf": 5,
    }
    assert samples[f'{name}_count{{route="/"}}'] == 5
    assert samples[f'{name}_sum{{route="/"}}'] == pytest.approx(63.012)


def test_two_portals_of_one_process_count_each_for_itself():
    one, other = RequestMetrics(), RequestMetrics()
    one.count("/", "GET", 200, 0.1)
    assert "newsloom_http_requests_total{" not in other.text().decode()


def test_each_of_two_processes_answers_with_the_sum_of_both(tmp_path, monkeypatch):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    asked = 'newsloom_http_requests_total{method="GET",route="/help",status="200"}'
    with serving(tmp_path, "--processes", "2") as (process, url):
        _wait_for(url, "newsloom_portal_processes", 2)
        (folder,) = temporary.glob("newsloom-metrics-*")
        count = 0
        # Each connection goes to whichever process takes it first.
        while len(counting := _pids(folder)) < 2 or count < 20:
            count += len(_ask_together(url + "help", 20))
            assert count < 2000, "one process answers everything"
        assert process.pid in counting
        answers = [_metrics(url) for _ in range(10)]
        assert [answer[asked] for answer in answers] == [count] * 10
        assert {answer["newsloom_articles"] for answer in answers} == {0}

        os.kill(next(iter(counting - {process.pid})), signal.SIGKILL)
        left = _wait_for(url, "newsloom_portal_processes", 1)
        assert left[asked] == count

        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (0, "")
    assert list(temporary.iterdir()) == []


def _ask_together(url: str, times: int) -> list[None]:
    def once(_: int) -> None:
        assert ask(url).status == 200

    with ThreadPoolExecutor(4) as threads:
        return list(threads.map(once, range(times)))


def _pids(folder: Path) -> set[int]:
    """Of the processes that have counted a request."""
    return {int(file.stem.rpartition("_")[2]) for file in folder.glob("counter_*.db")}


def _metrics(url: str) -> dict[str, float]:
    return _samples(ask(url + "metrics").text)


def _samples(text: str) -> dict[str, float]:
    lines = re.findall(r"^([^#\s].*) (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in lines}


def _wait_for(url: str, name: str, value: float) -> dict[str, float]:
    """Ask until it has that value; a process needs a second or two to start."""
    until = time.monotonic() + 120
    while True:
        answer = ask(url + "metrics")
        # An address that asks too often is told to wait.
        found = _samples(answer.text) if answer.status == 200 else {}
        if found.get(name) == value:
            return found
        assert time.monotonic() < until, found
        time.sleep(0.05)
