from __future__ import annotations

import contextlib
import functools
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from newsloom.engines.local import LocalEngine
from newsloom.errors import InputError
from newsloom.records import Failure

from .steps import (
    Prepared,
    Unloadable,
    complain,
    die,
    divide,
    double,
    import_slowly,
    kill_parent_if_three,
    leave,
    make_unloadable,
    make_unpicklable,
    measure,
    process_of,
    quarter_of,
    sleep_in_c,
    spin,
)

BOTH = pytest.mark.parametrize("processes", [1, 2])


def failures(outcomes: list[object]) -> list[Failure]:
    return [outcome for outcome in outcomes if isinstance(outcome, Failure)]


def results(outcomes: list[object]) -> list[object]:
    return sorted(outcome for outcome in outcomes if not isinstance(outcome, Failure))


@BOTH
def test_every_item_is_done_once(processes: int) -> None:
    assert sorted(LocalEngine(processes=processes).map(double, range(50))) == [2 * n for n in range(50)]


@BOTH
def test_no_items_give_no_results(processes: int) -> None:
    assert list(LocalEngine(processes=processes).map(double, [])) == []


@BOTH
def test_an_error_costs_one_item_and_names_it(processes: int) -> None:
    engine = LocalEngine(processes=processes, name="number {}".format)
    outcomes = list(engine.map(functools.partial(divide, by=12), [1, 0, 4]))
    assert results(outcomes) == [3.0, 12.0]
    assert failures(outcomes) == [
        Failure(url="number 0", stage="divide", kind="ZeroDivisionError", reason="division by zero")
    ]


@BOTH
def test_an_item_that_does_not_end_is_cut_at_its_budget(processes: int) -> None:
    outcomes = list(LocalEngine(processes=processes, budget_seconds=1).map(spin, range(6)))
    assert results(outcomes) == [0, 1, 2, 4, 5]
    (failure,) = failures(outcomes)
    assert (failure.url, failure.kind) == ("3", "BudgetExceeded")
    assert "1 s" in failure.reason


def test_a_worker_deaf_to_the_alarm_is_ended_from_outside() -> None:
    outcomes = list(LocalEngine(processes=2, budget_seconds=1).map(sleep_in_c, range(6)))
    assert results(outcomes) == [0, 1, 2, 4, 5]
    assert [(failure.url, failure.kind) for failure in failures(outcomes)] == [("3", "BudgetExceeded")]


def test_a_killed_worker_costs_only_the_item_it_held() -> None:
    outcomes = list(LocalEngine(processes=2).map(die, range(12)))
    assert results(outcomes) == [n for n in range(12) if n != 3]
    (failure,) = failures(outcomes)
    assert (failure.url, failure.kind) == ("3", "WorkerDied")
    assert "SIGKILL" in failure.reason


def test_every_worker_dying_every_time_still_ends() -> None:
    outcomes = list(LocalEngine(processes=2).map(leave, [7, 7, 7]))
    assert [failure.kind for failure in failures(outcomes)] == ["WorkerDied"] * 3
    assert "exit code 7" in failures(outcomes)[0].reason


@pytest.mark.parametrize("step", [make_unpicklable, make_unloadable])
def test_a_result_that_does_not_travel_is_a_failure(step: object) -> None:
    outcomes = list(LocalEngine(processes=2).map(step, range(5)))
    assert results(outcomes) == [0, 1, 2, 4]
    assert [failure.url for failure in failures(outcomes)] == ["3"]


def test_an_item_that_does_not_travel_is_a_failure() -> None:
    outcomes = list(LocalEngine(processes=2, name=lambda _: "lock").map(id, [threading.Lock()]))
    assert [failure.url for failure in failures(outcomes)] == ["lock"]


def test_an_item_that_cannot_be_rebuilt_is_a_failure() -> None:
    outcomes = list(LocalEngine(processes=2).map(measure, [Unloadable(), b"abc"]))
    assert results(outcomes) == [3]
    assert failures(outcomes)[0].kind == "ValueError"


def test_a_step_that_does_not_travel_says_so() -> None:
    with pytest.raises(InputError, match="top-level function"):
        LocalEngine(processes=2).map(lambda number: number, [1])


@BOTH
def test_only_a_few_items_are_read_ahead(processes: int) -> None:
    taken = 0

    def pages() -> object:
        nonlocal taken
        for _ in range(10_000):
            taken += 1
            yield bytes(1_000)

    outcomes = LocalEngine(processes=processes, read_ahead=3).map(measure, pages())
    for done in range(1, 30):
        assert next(outcomes) == 1_000
        assert taken - done <= 3 + 2 * processes
    outcomes.close()


def test_messages_larger_than_a_pipe_pass_both_ways() -> None:
    page = bytes(3_000_000)
    assert [len(result) for result in LocalEngine(processes=2).map(bytes, [page] * 4)] == [len(page)] * 4


def test_an_error_in_the_items_reaches_the_caller() -> None:
    def broken() -> object:
        yield 1
        raise InputError("set", "broken")

    with pytest.raises(InputError, match="broken"):
        list(LocalEngine(processes=2).map(double, broken()))


@pytest.mark.parametrize("wrong", [{"processes": 0}, {"read_ahead": 0}, {"budget_seconds": 0}])
def test_senseless_parameters_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match="at least 1"):
        LocalEngine(**wrong).map(double, [1])


def test_beside_the_main_thread_the_serial_engine_works_without_alarm() -> None:
    outcomes: list[object] = []
    thread = threading.Thread(target=lambda: outcomes.extend(LocalEngine(processes=1).map(double, [1, 2])))
    thread.start()
    thread.join()
    assert outcomes == [2, 4]


def test_the_alarm_handler_of_the_caller_is_given_back() -> None:
    before = signal.getsignal(signal.SIGALRM)
    list(LocalEngine(processes=1).map(double, [1]))
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_long_name_or_message_is_shortened() -> None:
    (failure,) = LocalEngine(processes=1).map(complain, ["x" * 100_000])
    assert len(failure.url) == len(failure.reason) == 500


def test_ctrl_c_ends_the_run_with_no_orphans() -> None:
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(LocalEngine(processes=2, budget_seconds=300).map(kill_parent_if_three, range(6)))
    assert time.monotonic() - started < 300
    assert _children() == []


def test_a_reader_that_stops_early_leaves_no_worker() -> None:
    outcomes = LocalEngine(processes=2).map(double, range(100))
    next(outcomes)
    assert len(_children()) == 2
    outcomes.close()
    del outcomes
    assert _children() == []


def test_the_next_run_has_the_same_processes_whatever_its_step() -> None:
    with LocalEngine(processes=2) as engine:
        list(engine.map(double, range(40)))
        workers = set(_children())
        assert list(engine.map(functools.partial(divide, by=12), [1])) == [12.0]
        assert sorted(engine.map(quarter_of, range(4))) == [0.0, 0.25, 0.5, 0.75]
        assert set(engine.map(process_of, range(40))) <= workers
        assert set(_children()) == workers
    assert _children() == []


def test_an_engine_that_was_closed_starts_new_processes() -> None:
    engine = LocalEngine(processes=2)
    assert list(engine.map(double, [1])) == [2]
    engine.close()
    assert _children() == []
    assert list(engine.map(double, [2])) == [4]
    engine.close()


def test_processes_end_with_the_last_who_has_the_engine() -> None:
    engine = LocalEngine(processes=2)
    assert list(engine.map(double, [1])) == [2]
    assert _children() != []
    del engine
    assert _children() == []


def test_two_runs_of_one_engine_side_by_side_do_not_meet() -> None:
    with LocalEngine(processes=2) as engine:
        doubled, quarters = engine.map(double, range(20)), engine.map(quarter_of, range(20))
        both = [(one, other) for one, other in zip(doubled, quarters, strict=True)]
        assert sorted(one for one, _ in both) == [2 * n for n in range(20)]
        assert sorted(other for _, other in both) == [n / 4 for n in range(20)]
    assert _children() == []


def test_a_worker_that_died_between_two_runs_is_replaced() -> None:
    with LocalEngine(processes=2) as engine:
        list(engine.map(double, range(40)))
        for worker in _children():
            os.kill(worker, signal.SIGKILL)
            # Until it is dead, and without taking its end from the engine.
            os.waitid(os.P_PID, worker, os.WEXITED | os.WNOWAIT)
        assert sorted(engine.map(double, range(5))) == [0, 2, 4, 6, 8]


def test_what_was_left_unread_does_not_come_with_the_next_run() -> None:
    with LocalEngine(processes=2) as engine:
        first = engine.map(double, range(100))
        next(first)
        first.close()
        assert sorted(engine.map(quarter_of, range(4))) == [0.0, 0.25, 0.5, 0.75]


def test_an_engine_travels_without_its_processes() -> None:
    with LocalEngine(processes=2) as engine:
        list(engine.map(double, [1]))
        copy = pickle.loads(pickle.dumps(engine))
        assert copy == engine
        with copy:
            assert list(copy.map(double, [2])) == [4]


@BOTH
def test_what_a_step_prepares_costs_no_item_its_time(processes: int) -> None:
    with LocalEngine(processes=processes, budget_seconds=0.5) as engine:
        assert list(engine.map(Prepared(), range(3))) == [True, True, True]


def test_a_worker_whose_time_was_up_during_an_import_is_replaced() -> None:
    with LocalEngine(processes=2, budget_seconds=1, read_ahead=1) as engine:
        outcomes = list(engine.map(import_slowly, [3, 3, *([1] * 20)]))
    assert [failure.kind for failure in failures(outcomes)] == ["BudgetExceeded"] * 2
    assert results(outcomes) == [0] * 20


def test_workers_go_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, signal\n"
        "from newsloom.engines.local import LocalEngine\n"
        "def pid(_): return os.getpid()\n"
        "if __name__ == '__main__':\n"
        "    for worker in LocalEngine(processes=2).map(pid, range(2)):\n"
        "        print(worker, flush=True)\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert _is_gone(int(done.stdout), within_seconds=20)


def test_a_script_without_a_guard_runs_once(tmp_path: Path) -> None:
    script = tmp_path / "unguarded.py"
    script.write_text(
        "from newsloom.engines.local import LocalEngine\nprint(list(LocalEngine(processes=2).map(abs, [1])))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == ("[1]\n", "", 0)


def test_a_script_without_a_guard_whose_step_is_its_own_is_told_so_and_does_not_run_away(tmp_path: Path) -> None:
    script = tmp_path / "unguarded.py"
    script.write_text(
        "from newsloom.engines.local import LocalEngine\n"
        "def half(number): return number / 2\n"
        "print(list(LocalEngine(processes=2).map(half, [1])))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert 'under if __name__ == "__main__"' in done.stderr.splitlines()[-1]


def _children() -> list[int]:
    """The worker processes of this one: those that run ``spawn_main``."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            if parent == os.getpid() and "spawn_main" in _command(status):
                found.append(int(status.parent.name))
    return found


def _command(status: Path) -> str:
    """The command line of a process, which is empty for a moment when it starts, and for good once it is dead."""
    command = ""
    while not command and status.read_text().rpartition(")")[2].split()[0] != "Z":
        command = (status.parent / "cmdline").read_text()
    return command


def _is_gone(pid: int, *, within_seconds: float) -> bool:
    until = time.monotonic() + within_seconds
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
    return False


def test_steps_that_mind_their_own_limits_run_at_once_in_threads_of_this_process() -> None:
    both_are_here = threading.Barrier(2, timeout=60)

    def meet(number: int) -> tuple[int, int]:
        both_are_here.wait()
        return number, os.getpid()

    engine = LocalEngine(processes=2, budget_seconds=None)
    assert sorted(engine.map(meet, range(4))) == [(number, os.getpid()) for number in range(4)]


def test_steps_in_threads_are_told_when_no_more_outcomes_are_wanted() -> None:
    is_over = threading.Event()

    def wait_for_the_end(number: int) -> int:
        if number:
            is_over.wait(60)
        return number

    outcomes = LocalEngine(processes=2, budget_seconds=None, stop=is_over.set).map(wait_for_the_end, [0, 1, 2, 3])
    assert next(outcomes) == 0
    assert not is_over.is_set()
    outcomes.close()
    assert is_over.is_set()
