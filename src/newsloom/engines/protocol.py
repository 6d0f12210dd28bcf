"""The door to engines: what a room must offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from newsloom.records import Failure

__all__ = ["Engine"]

Item = TypeVar("Item")
Result = TypeVar("Result")


class Engine(Protocol):
    """Does one step with each of many items.

    Results come in any order; an item that breaks its step or outlasts its time budget comes back
    as a ``Failure``, and the run goes on. ``items`` is read as the work advances, never all at once.
    Steps are top-level functions, ``functools.partial`` of them over frozen records, or frozen records that can be
    called: they travel to other processes. A step may have a method ``prepare``, which imports and loads what it needs:
    it is called once in each process, before the time of the first item begins.
    """

    def map(self, step: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result | Failure]: ...
