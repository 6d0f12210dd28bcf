"""What a piece of work leaves behind in memory: a function goes in, the number of Python's blocks kept comes out."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable


def blocks_kept(work: Callable[[], object], *, times: int, before: int) -> int:
    """By doing it so many times, after it was done often enough ``before`` for all caches to be full."""

    def blocks_after(count: int) -> int:
        for _ in range(count):
            work()
        gc.collect()
        return sys.getallocatedblocks()

    known = blocks_after(before)
    return blocks_after(times) - known
