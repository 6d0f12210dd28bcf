"""The text segment table counts how many pages have each segment, in bounded memory.

The page number is the clock. A segment that is not seen again within its lifetime is forgotten; the lifetime grows
with the document frequency along a logistic curve, from ``base_lifetime`` for a segment seen once to
``longest_lifetime``. If that leaves too many, those with the least time left are removed. A table can be saved
(``state``, ``clock``) and continued later (``go_on``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

__all__ = ["SegmentTable", "lifetime"]


def lifetime(frequency: int, base_lifetime: int, longest_lifetime: int) -> float:
    """For how many pages a segment with this document frequency is remembered."""
    if longest_lifetime <= base_lifetime:
        return float(longest_lifetime)
    # K / (1 + ((K - Tb) / Tb) e^-(df - 1)): Tb at df = 1, never above K. The printed formula is lost.
    return longest_lifetime / (1 + (longest_lifetime / base_lifetime - 1) * math.exp(-(frequency - 1)))


class SegmentTable:
    """The document frequency of each segment, and the page on which it was last seen."""

    def __init__(self, *, base_lifetime: int, longest_lifetime: int, most_segments: int) -> None:
        self._base = base_lifetime
        self._longest = longest_lifetime
        self._most = most_segments
        self._frequencies: dict[str, int] = {}
        self._seen_at: dict[str, int] = {}
        self._clock = 0

    def __len__(self) -> int:
        return len(self._frequencies)

    @property
    def clock(self) -> int:
        """The number of pages counted so far."""
        return self._clock

    @property
    def state(self) -> dict[str, tuple[int, int]]:
        """Every segment with its document frequency and the number of the last page with it."""
        return {name: (count, self._seen_at[name]) for name, count in self._frequencies.items()}

    def go_on(self, state: Mapping[str, tuple[int, int]], clock: int) -> None:
        """Replaces the contents by a saved ``state`` and ``clock``."""
        self._frequencies = {name: count for name, (count, _) in state.items()}
        self._seen_at = {name: seen_at for name, (_, seen_at) in state.items()}
        self._clock = clock

    def add_page(self, segments: Iterable[str]) -> None:
        """Counts the segments of the next page, each once, and now and then forgets those past their lifetime."""
        self._clock += 1
        for segment in set(segments):
            self._frequencies[segment] = self._frequencies.get(segment, 0) + 1
            self._seen_at[segment] = self._clock
        # Shrinking takes time proportional to the table's size, so it is not done for every page.
        if self._clock % self._base == 0 or len(self) > self._most:
            self._shrink()

    def frequency(self, segment: str) -> int:
        """The number of pages with the segment; 0 if it is not remembered."""
        return self._frequencies.get(segment, 0)

    def segments_seen(self, least: int) -> dict[str, int]:
        """The segments seen on at least this many pages, with their frequencies, sorted by name."""
        return {name: count for name, count in sorted(self._frequencies.items()) if count >= least}

    def _shrink(self) -> None:
        times = {count: lifetime(count, self._base, self._longest) for count in set(self._frequencies.values())}
        ends = {name: self._seen_at[name] + times[count] for name, count in self._frequencies.items()}
        gone = [name for name, end in ends.items() if end < self._clock]
        if len(ends) - len(gone) > self._most:
            # Shrinks to three quarters, or every page would shrink the table again; names break ties.
            ranked = sorted(ends, key=lambda name: (ends[name], name))
            gone = ranked[: max(len(gone), len(ends) - self._most * 3 // 4)]
        for name in gone:
            del self._frequencies[name], self._seen_at[name]
