"""CPU time and memory of grouping: invented news in windows of several sizes, articles a second and bytes an article.

``python -m benchmarks.stories 10000 100000`` prints for each size what it costs to group all as a whole and keep them
as a window, and what a few thousand more cost that arrive one at a time. Every event has words of its own and a few
reports of 250 words, the rest of which are drawn as news draws them: a few words often, most seldom (Zipf). CPU time of
this process only; memory is the peak beyond what was there before, the articles themselves not counted.
"""

from __future__ import annotations

import gc
import random
import re
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Final, TypeVar

from newsloom import Article
from newsloom.clusterers.stream import StreamClusterer

__all__ = ["invented_news", "main"]

Made = TypeVar("Made")

_WORDS: Final = 40_000
_REPORT_WORDS: Final = 250
_EVENT_WORDS: Final = 20
_REPORTS: Final = (1, 1, 1, 2, 3, 5, 8, 20)
# Reports of an event come within so many others.
_SPREAD: Final = 3000
# Articles that arrive one at a time in a window of each size, at most as many as it holds.
_ARRIVALS: Final = 5000
_SYLLABLES: Final = ("ba", "do", "ki", "lo", "mer", "na", "per", "ru", "sta", "ti", "vo", "zan")


def main(sizes: list[int]) -> None:
    """Print speed and memory for each size, and what articles cost that arrive afterwards."""
    for size in sizes:
        articles = invented_news(size + min(size, _ARRIVALS))
        window = _with_cost(size, "grouped as a whole", partial(StreamClusterer().window, articles[:size], ()))
        arrived = articles[size:]
        _with_cost(len(arrived), "arriving one at a time", partial(window.add, arrived))
        print(f"{len(window.stories):>9} stories", flush=True)


def _with_cost(count: int, how: str, work: Callable[[], Made]) -> Made:
    gc.collect()
    _forget_peak()
    before = _peak_bytes()
    started = time.process_time()
    made = work()
    seconds = time.process_time() - started
    grown = _peak_bytes() - before
    print(
        f"{count:>9} articles {how}: {count / seconds:7.0f} a second, {grown / count:7.0f} bytes an article", flush=True
    )
    return made


def invented_news(count: int) -> list[Article]:
    """Reports in order of arrival, the same each time."""
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
    # The kernel then counts the peak from what is in memory now (proc(5), clear_refs).
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _peak_bytes() -> int:
    found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(found[1]) * 1024 if found else 0


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [10_000, 100_000])
