"""The door to engines: what a room must offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from newsloom.records import Failure

__all__ = ["Engine"]

Item = TypeVar("Item")
Result = TypeVar("Result")


class Engine(Protocol):
    """Runs one step on each of many items.

    Results come in any order. An item whose step raises or exceeds its time budget yields a ``Failure``, and the run
    goes on. ``items`` is read as the work advances, never all at once. Steps are sent to other processes, so they must
    be top-level functions, ``functools.partial`` of them over frozen records, or callable frozen records. A step may
    have a method ``prepare`` that imports and loads what it needs; it is called once in each process, before the time
    of the first item begins.
    """

    def map(self, step: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result | Failure]: ...
