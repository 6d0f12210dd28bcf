from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from functools import partial

import pytest
from tests.cluster import running_cluster
from tests.engines.local import steps

from newsloom.engines.dask import DaskEngine
from newsloom.engines.local import LocalEngine
from newsloom.errors import InputError
from newsloom.records import Failure


def test_results_and_failures_are_those_of_the_local_engine(cluster):
    step = partial(steps.divide, by=12)
    far = list(DaskEngine(scheduler=cluster.address, batch_items=3).map(step, range(10)))
    here = list(LocalEngine(processes=1).map(step, range(10)))
    assert sorted(map(str, far)) == sorted(map(str, here))
    assert sum(isinstance(outcome, Failure) for outcome in far) == 1


def test_items_run_in_processes_that_stay_beside_the_workers(cluster):
    engine = DaskEngine(scheduler=cluster.address)
    pairs = [*engine.map(steps.process_and_number, range(20)), *engine.map(steps.process_and_number, range(20))]
    assert len({process for process, _ in pairs}) <= 2
    assert sorted(number for _, number in pairs) == sorted([*range(20), *range(20)])


@pytest.mark.parametrize(("step", "kind"), [(steps.sleep_in_c, "BudgetExceeded"), (steps.die, "WorkerDied")])
def test_an_item_that_hangs_or_crashes_costs_itself_alone(cluster, step, kind):
    outcomes = list(DaskEngine(scheduler=cluster.address, budget_seconds=2, batch_items=6).map(step, range(6)))
    assert sorted(one for one in outcomes if isinstance(one, int)) == [0, 1, 2, 4, 5]
    assert [(one.url, one.kind) for one in outcomes if isinstance(one, Failure)] == [("3", kind)]


def test_an_item_that_takes_too_much_memory_is_a_failure(cluster):
    sizes = [1, 900, 2]
    far = DaskEngine(scheduler=cluster.address, memory_bytes=300_000_000, batch_items=3)
    here = LocalEngine(processes=2, memory_bytes=300_000_000)
    for engine in (far, here):
        outcomes = list(engine.map(steps.hold_memory, sizes))
        assert [one.kind for one in outcomes if isinstance(one, Failure)] == ["MemoryError"]
        assert sorted(one for one in outcomes if isinstance(one, int)) == [1_000_000, 2_000_000]
    here.close()


def test_what_a_lost_worker_had_is_done_elsewhere(cluster, tmp_path):
    begun, may_end = tmp_path / "begun", tmp_path / "may end"

    def kill_the_first() -> None:
        while not begun.exists() or not begun.read_text().strip():
            time.sleep(0.02)
        os.kill(int(begun.read_text().split()[0]), signal.SIGKILL)
        may_end.touch()

    killer = threading.Thread(target=kill_the_first)
    killer.start()
    engine = DaskEngine(scheduler=cluster.address, budget_seconds=None)
    items = [(str(begun), str(may_end))] * 3
    assert list(engine.map(steps.tell_and_wait, items)) == [str(begun)] * 3
    killer.join()
    assert len(begun.read_text().split()) > 3


def test_a_scheduler_that_is_restarted_costs_nothing(tmp_path):
    begun, may_end = tmp_path / "begun", tmp_path / "may end"
    with running_cluster() as cluster:

        def restart() -> None:
            while not begun.exists():
                time.sleep(0.02)
            cluster.scheduler.kill()
            cluster.scheduler.wait()
            may_end.touch()
            cluster.start_scheduler()
            # Workers whose scheduler is gone end, and are started again by whatever runs the cluster.
            cluster.start_worker()

        restarter = threading.Thread(target=restart)
        restarter.start()
        engine = DaskEngine(scheduler=cluster.address, budget_seconds=None)
        assert list(engine.map(steps.tell_and_wait, [(str(begun), str(may_end))] * 5)) == [str(begun)] * 5
        restarter.join()


def test_a_scheduler_that_is_lost_leaves_no_thread_and_no_socket_behind():
    restarts = []
    with running_cluster(1) as cluster, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always", ResourceWarning)

        def restart(_message) -> None:
            """In the thread of the client itself: it is looking for the next scheduler when the engine closes it."""
            if not restarts:
                restarts.append(threading.current_thread())
                cluster.restart()

        engine = DaskEngine(scheduler=cluster.address, budget_seconds=None, heard=restart)
        assert sorted(engine.map(steps.say, range(8))) == list(range(8))
        gc.collect()
    assert not restarts[0].is_alive()
    assert [str(warning.message) for warning in warned] == []


def test_where_no_scheduler_answers_that_is_said(monkeypatch):
    monkeypatch.setattr("newsloom.engines.dask.engine._CONNECT_SECONDS", 0.0)
    threads = threading.active_count()
    with pytest.raises(InputError, match="no Dask scheduler answers"):
        DaskEngine(scheduler="tcp://127.0.0.1:9").map(steps.double, [1])
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(InputError, match="no Dask scheduler answers: no answer within 2 s"):
            DaskEngine(scheduler=address).map(steps.double, [1])
    assert threading.active_count() == threads


def test_the_missing_extra_is_named():
    program = (
        "import sys; sys.modules['distributed'] = None\n"
        "from newsloom.engines.dask import DaskEngine\n"
        "DaskEngine(scheduler='tcp://127.0.0.1:9').map(str, [1])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "MissingExtra" in ran.stderr
    assert "[bulk]" in ran.stderr
