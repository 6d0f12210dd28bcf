"""Runs one item through a step and returns a ``Failure`` instead of raising. Shared by all engines."""

from __future__ import annotations

import contextlib
import functools
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, Final, TypeVar

from newsloom.errors import BudgetExceeded
from newsloom.records import Failure

__all__ = ["attempt", "failure_of", "prepare", "shorten", "stage_of", "time_limit"]

Item = TypeVar("Item")
Result = TypeVar("Result")

# Names and messages may quote a whole page.
_MAX_MESSAGE: Final = 500


def attempt(step: Callable[[Item], Result], item: Item, *, name: str, budget_seconds: float | None) -> Result | Failure:
    """The step's result, or a ``Failure`` if it raises or exceeds the time budget, if there is one."""
    try:
        with time_limit(name, budget_seconds):
            return step(item)
    except Exception as error:  # noqa: BLE001 - the one place where any error of an item may end
        return failure_of(step, name, error)


def prepare(step: Callable[..., Any], /) -> None:
    """Call the step's ``prepare`` method, if it has one, to load what it needs before the time of any item begins."""
    method = getattr(step, "prepare", None)
    if method is not None:
        method()


def failure_of(step: Callable[..., Any], name: str, error: Exception) -> Failure:
    """The ``Failure`` record for an item's error."""
    kind = type(error).__name__
    return Failure(url=name, stage=stage_of(step), kind=kind, reason=shorten(str(error)) or kind)


def stage_of(step: Callable[..., Any]) -> str:
    """The step's name, looking through ``functools.partial``."""
    while isinstance(step, functools.partial):
        step = step.func
    return getattr(step, "__name__", type(step).__name__)


def shorten(message: str) -> str:
    """The message, cut to a readable length."""
    return message if len(message) <= _MAX_MESSAGE else message[: _MAX_MESSAGE - 1] + "…"


@contextlib.contextmanager
def time_limit(name: str, budget_seconds: float | None) -> Iterator[None]:
    """Raise ``BudgetExceeded`` in the block when its time is up. No limit outside the main thread."""
    if budget_seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    seconds = budget_seconds

    def expire(_signal: int, _frame: FrameType | None) -> None:
        raise BudgetExceeded(name, seconds)

    before = signal.signal(signal.SIGALRM, expire)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
