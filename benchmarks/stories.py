"""CPU time and memory of grouping made-up news in windows of several sizes: the cost per article, and its growth.

``python -m benchmarks.stories`` takes windows of 10,000 and 100,000 articles, two minutes of CPU time; ``--million``
also one of 1,000,000, a quarter of an hour and some eight gigabytes, half of it the articles. For each size all
articles are grouped as a batch and kept as a window, the smallest once more after each larger one; then a few thousand
more arrive, fifty at a time, in all windows in turn, so that other work on the machine affects all of them. Every event
has words of its own and a few reports of 250 words, whose other words are distributed as in news: a few words often,
most rarely (Zipf). CPU time is of this process only; memory is the peak beyond what was there before, without the
articles.
"""

from __future__ import annotations

import argparse
import gc
import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from operator import attrgetter
from pathlib import Path
from statistics import mean
from typing import Final, TypeVar

from newsloom import Article
from newsloom.clusterers.stream import StreamClusterer
from newsloom.clusterers.stream.index import StoryIndex

__all__ = ["Cost", "WindowCosts", "invented_news", "main", "table", "verdicts"]

Made = TypeVar("Made")

_SIZES: Final = (10_000, 100_000)
_MILLION: Final = 1_000_000
_WORDS: Final = 40_000
_REPORT_WORDS: Final = 250
_EVENT_WORDS: Final = 20
_REPORTS: Final = (1, 1, 1, 2, 3, 5, 8, 20)
# The reports of an event are within this many other articles.
_SPREAD: Final = 3000
# Articles that arrive one at a time in a window of each size, at most as many as the window has.
_ARRIVALS: Final = 5000
# This many arrive in a window before it is the next one's turn.
_TURN: Final = 50
_SYLLABLES: Final = ("ba", "do", "ki", "lo", "mer", "na", "per", "ru", "sta", "ti", "vo", "zan")
# The project's targets: articles per CPU second and bytes per article, from 100,000 in the window on. The last two
# define flat growth: how much more CPU time an article takes in the largest window than in the smallest.
_LARGE: Final = 100_000
_LEAST_A_SECOND: Final = 1000
_MOST_BYTES: Final = 4096
_MOST_GROWTH_ARRIVING: Final = 1.15
_MOST_GROWTH_WHOLE: Final = 1.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The CPU seconds that an article took, and bytes of memory, 0 if not measured."""

    seconds: float
    memory: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowCosts:
    """The cost of an article in a window of this size: in the batch, and arriving alone afterwards."""

    size: int
    whole: Cost
    arriving: Cost


_WHOLE: Final = attrgetter("whole")
_ARRIVING: Final = attrgetter("arriving")


def main(arguments: Sequence[str]) -> int:
    """Prints the costs of each size, their growth and whether the targets are met; returns 1 if one is not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", type=int, nargs="*", default=_SIZES, help="articles in the windows")
    parser.add_argument("--million", action="store_true", help="a window of 1,000,000 as well")
    asked = parser.parse_args(arguments)
    measured = _measured((*asked.sizes, *([_MILLION] if asked.million else [])))
    print("\n".join(table(measured)))
    judged = verdicts(measured)
    for is_held, what in judged:
        print("PASS" if is_held else "FAIL", what)
    return 0 if all(is_held for is_held, _ in judged) else 1


def table(measured: Sequence[WindowCosts]) -> list[str]:
    """Returns the costs as a table; its last row is how much more the last size costs than the first."""
    return [
        "| articles in the window | as a whole, a second | µs an article | memory | arriving, a second | µs each |",
        "|---|---|---|---|---|---|",
        *(_line(one) for one in measured),
        f"| growth | | {_growth(measured, _WHOLE):.2f} | | | {_growth(measured, _ARRIVING):.2f} |",
    ]


def _line(one: WindowCosts) -> str:
    whole, arriving = one.whole.seconds, one.arriving.seconds
    cells = (
        f"{one.size:,}",
        f"{1 / whole:,.0f}",
        f"{1e6 * whole:.0f}",
        f"{one.whole.memory / 1024:.1f} KB",
        f"{1 / arriving:,.0f}",
        f"{1e6 * arriving:.0f}",
    )
    return f"| {' | '.join(cells)} |"


def verdicts(measured: Sequence[WindowCosts]) -> list[tuple[bool, str]]:
    """Returns whether each target is met, with a line that says so."""
    large = [one for one in measured if one.size >= _LARGE]
    slowest = min((1 / max(one.whole.seconds, one.arriving.seconds) for one in large), default=float("inf"))
    largest = max((one.whole.memory for one in large), default=0.0)
    whole, arriving = _growth(measured, _WHOLE), _growth(measured, _ARRIVING)
    return [
        (slowest >= _LEAST_A_SECOND, f"{slowest:,.0f} articles a second from {_LARGE:,} on (bar {_LEAST_A_SECOND:,})"),
        (largest <= _MOST_BYTES, f"{largest:,.0f} bytes an article from {_LARGE:,} on (bar {_MOST_BYTES:,})"),
        (whole <= _MOST_GROWTH_WHOLE, f"growth as a whole {whole:.2f} (bar {_MOST_GROWTH_WHOLE})"),
        (arriving <= _MOST_GROWTH_ARRIVING, f"growth arriving {arriving:.2f} (bar {_MOST_GROWTH_ARRIVING})"),
    ]


def _growth(measured: Sequence[WindowCosts], cost_of: Callable[[WindowCosts], Cost]) -> float:
    return cost_of(measured[-1]).seconds / cost_of(measured[0]).seconds


def _measured(sizes: Sequence[int]) -> list[WindowCosts]:
    filled: list[_Filled] = []
    smallest: list[float] = []
    for size in sizes:
        filled.append(_filled(size))
        # Changing load must not look like growth: the smallest is averaged over the whole time.
        smallest.append(filled[0].whole.seconds if len(filled) == 1 else _filled(sizes[0]).whole.seconds)
    filled[0] = replace(filled[0], whole=replace(filled[0].whole, seconds=mean(smallest)))
    seconds = _arriving(filled)
    return [
        WindowCosts(size=one.size, whole=one.whole, arriving=Cost(seconds=seconds[place] / len(one.arriving)))
        for place, one in enumerate(filled)
    ]


def _arriving(filled: Sequence[_Filled]) -> list[float]:
    """Returns the CPU seconds that the arriving articles took in each window."""
    seconds = [0.0] * len(filled)
    for first in range(0, _ARRIVALS, _TURN):
        for place, one in enumerate(filled):
            started = time.process_time()
            one.index.add(one.arriving[first : first + _TURN])
            seconds[place] += time.process_time() - started
    return seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class _Filled:
    """A window of this size, its cost, and the articles that are still to arrive."""

    size: int
    index: StoryIndex
    whole: Cost
    arriving: list[Article]


def _filled(size: int) -> _Filled:
    articles = invented_news(size + min(size, _ARRIVALS))
    index, whole = _with_cost(size, partial(StreamClusterer().index, articles[:size], ()))
    print(f"{size:,} articles grouped, {1e6 * whole.seconds:.0f} µs each", file=sys.stderr, flush=True)
    return _Filled(size=size, index=index, whole=whole, arriving=articles[size:])


def _with_cost(count: int, work: Callable[[], Made]) -> tuple[Made, Cost]:
    gc.collect()
    _forget_peak()
    before = _peak_bytes()
    started = time.process_time()
    made = work()
    seconds = time.process_time() - started
    return made, Cost(seconds=seconds / count, memory=(_peak_bytes() - before) / count)


def invented_news(count: int) -> list[Article]:
    """Returns reports in order of arrival, the same each time."""
    source = random.Random(count)  # noqa: S311 - nothing secret
    words = [_word(number) for number in range(_WORDS)]
    chances = list(accumulate(1 / (rank + 10) for rank in range(_WORDS)))
    arrivals: list[tuple[float, Article]] = []
    while len(arrivals) < count:
        begin = source.random() * count
        own = [words[source.randrange(500, _WORDS)] for _ in range(_EVENT_WORDS)]
        for _ in range(source.choice(_REPORTS)):
            text = source.choices(words, cum_weights=chances, k=_REPORT_WORDS)
            for place in range(0, _REPORT_WORDS, 6):
                text[place] = source.choice(own)
            article = Article(title=" ".join(source.sample(own, 6)), text=" ".join(text), language="en")
            arrivals.append((begin + source.random() * _SPREAD, article))
    arrivals.sort(key=lambda arrival: arrival[0])
    return [article for _, article in arrivals[:count]]


def _word(number: int) -> str:
    parts = []
    number += len(_SYLLABLES)
    while number:
        number, rest = divmod(number, len(_SYLLABLES))
        parts.append(_SYLLABLES[rest])
    return "".join(parts)


def _forget_peak() -> None:
    # Resets the peak: the kernel then counts it from what is in memory now (proc(5), clear_refs).
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _peak_bytes() -> int:
    found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(found[1]) * 1024 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
