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
    Steps are top-level functions, or ``functools.partial`` of them over frozen records: they travel
    to other processes.
    """

    def map(self, step: Callable[[Item], Result], items: Iterable[Item], /) -> Iterator[Result | Failure]: ...
