"""The headline among an item's runs: runs in, headline and the rest as text out. Shared by the rooms."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, takewhile
from operator import attrgetter

from newsloom.readers.runs import NO_LINK, NORMAL, Run, joined

__all__ = ["split_headline"]


def split_headline(runs: Sequence[Run]) -> tuple[str, str]:
    """The headline is the longest line in the heaviest print; without bold print, the text of the first link.

    Either may be empty: text without link and bold print has no headline.
    """
    header = _header(runs)
    kept = {id(run) for run in header}
    return joined(header), joined([run for run in runs if id(run) not in kept])


def _header(runs: Sequence[Run]) -> list[Run]:
    heaviest = max((run.weight for run in runs), default=NORMAL)
    if heaviest > NORMAL:
        bold = (run for run in runs if run.weight == heaviest)
        lines = [list(line) for _, line in groupby(bold, key=attrgetter("line"))]
        return max(lines, key=lambda line: sum(run.words for run in line))
    start = next((number for number, run in enumerate(runs) if run.link != NO_LINK), len(runs))
    return list(takewhile(lambda run: run.link != NO_LINK, runs[start:]))
