"""What the workers are given to do."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from dataclasses import dataclass

from newsloom.engines.dask import DaskMessenger
from newsloom.engines.local.watched import UnsoundProcess, Watch


def double(number: int) -> int:
    return 2 * number


def divide(number: int, *, by: int) -> float:
    return by / number


def spin(number: int) -> int:
    while number == 3:
        pass
    return number


def sleep_in_c(number: int) -> int:
    if number == 3:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(600)
    return number


def die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def leave(number: int) -> int:
    sys.exit(number)


def make_unpicklable(number: int) -> object:
    return threading.Lock() if number == 3 else number


class Unloadable:
    def __reduce__(self) -> tuple[object, ...]:
        return (int, ("not a number",))


def make_unloadable(number: int) -> object:
    return Unloadable() if number == 3 else number


def complain(page: str) -> None:
    raise ValueError(page)


def measure(page: bytes) -> int:
    return len(page)


def kill_parent_if_three(number: int) -> int:
    if number == 3:
        os.kill(os.getppid(), signal.SIGINT)
        time.sleep(600)
    return number


def say(number: int) -> int:
    DaskMessenger()(str(number), {"rows": number})
    return number


def process_of(_number: int) -> int:
    return os.getpid()


def quarter_of(number: int) -> float:
    return number / 4


@dataclass(frozen=True)
class Prepared:
    """Takes a second to load what it needs, and no time then."""

    def prepare(self) -> None:
        time.sleep(1)
        os.environ["PREPARED_FOR_THE_TEST"] = str(os.getpid())

    def __call__(self, _number: int) -> bool:
        return os.environ.get("PREPARED_FOR_THE_TEST") == str(os.getpid())


def import_slowly(number: int) -> int:
    """Imports two modules, the second of which never ends the first time."""
    if number == 3:
        sys.modules["half_imported_for_the_test"] = sys
        while True:
            pass
    return int("half_imported_for_the_test" in sys.modules)


def hold_memory(megabytes: int) -> int:
    return len(bytearray(megabytes * 1_000_000))


def process_and_number(number: int) -> tuple[int, int]:
    return os.getpid(), number


def tell_and_wait(files: tuple[str, str]) -> str:
    """Say that it runs, and wait until a file is there."""
    begun, may_end = files
    with open(begun, "a") as file:  # noqa: PTH123 - quick to import
        file.write(f"{os.getpid()}\n")
    while not os.path.exists(may_end):  # noqa: PTH110
        time.sleep(0.05)
    return begun


def double_in_parts(number: int, watch: Watch) -> tuple[int, int]:
    """The double, and the process; each part tells how many came before it."""
    for part in range(number):
        watch.begin()
        watch.tell({"parts": part})
        watch.end()
    return 2 * number, os.getpid()


def suffer_in_parts(what: str, watch: Watch) -> str:
    watch.begin()
    if what == "hang":
        sleep_in_c(3)
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "eat":
        bytearray(10**9)
    if what == "give up":
        raise UnsoundProcess("enough")
    if what == "complain":
        raise ValueError("no such shard")
    watch.end()
    return what
