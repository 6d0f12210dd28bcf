"""When a source is looked at again: its last appointment and what was found go in, the next appointment comes out.

The interval is learned from how often something was new. The change of a source is taken for a Poisson process; the
interval belongs to the rate at which a look finds something new every other time, and each look moves it by how much
it surprises (stochastic approximation: Robbins and Monro, 1951). A look after a long pause thus teaches little if
something was new, much if nothing was. Pure: times are handed in, nothing is fetched or stored.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from newsloom.records import Appointment

__all__ = ["Look", "Pace", "next_appointment", "pace_of", "spoken"]

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

# A look should find something new every other time: more often is late, more seldom is a wasted request.
_WANTED_SHARE: Final = 0.5

# How far one look may move the logarithm of the interval: far while little is known, and never less than the
# smaller figure, since papers change their habits. Chosen with benchmarks/gathering.py --intervals.
_FIRST_STEP: Final = 1.6
_LAST_STEP: Final = 0.35

# A server that fails is asked less and less often, but a paper is never given up: once a day it gets its chance.
_FIRST_BACKOFF_SECONDS: Final = 5 * MINUTE
_LONGEST_BACKOFF_SECONDS: Final = DAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How often a kind of source may be looked at, and how often at first."""

    shortest_seconds: float
    longest_seconds: float
    first_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one look at a source found.

    ``is_changed`` says that something new stood there, ``failure`` in a word or two what went wrong.
    ``wait_seconds`` is how long the other side asked to be left alone: a feed's ttl, a max-age, a Retry-After.
    """

    at: datetime
    is_changed: bool = False
    failure: str | None = None
    wait_seconds: float | None = None


# N-EXT reads its feeds every two hours; a front page is made anew more often than a feed is.
_FEED: Final = Pace(shortest_seconds=5 * MINUTE, longest_seconds=DAY, first_seconds=2 * HOUR)
_PAGE: Final = Pace(shortest_seconds=5 * MINUTE, longest_seconds=6 * HOUR, first_seconds=HOUR)


def pace_of(kind: str) -> Pace:
    """The pace of a source's kind: "page", "feed", "sitemap"."""
    return _PAGE if kind == "page" else _FEED


def next_appointment(last: Appointment, look: Look, pace: Pace) -> Appointment:
    """The appointment after this look, with its reason; the lease is left as it is."""
    if look.failure is not None:
        return _after_failure(last, look)
    is_first = last.checked_at is None
    # The first look finds everything new, and says nothing about how often that happens.
    is_changed = look.is_changed and not is_first
    learned = replace(
        last,
        checks=last.checks + 1,
        changes=last.changes + is_changed,
        failures=0,
        checked_at=look.at,
        changed_at=look.at if look.is_changed else last.changed_at,
        interval_seconds=pace.first_seconds if is_first else _learned_seconds(last, look, pace),
    )
    asked = min(look.wait_seconds or 0.0, pace.longest_seconds)
    wait = max(learned.interval_seconds, asked)
    return replace(
        learned,
        due_at=look.at + timedelta(seconds=wait),
        reason=_reason(learned, wait, is_asked=asked > learned.interval_seconds),
    )


def spoken(seconds: float) -> str:
    """A span of time as people say it: "20 min", "2 h", "a day"."""
    if seconds < 1.5 * MINUTE:
        return f"{max(seconds, 0):.0f} s"
    if seconds < 1.5 * HOUR:
        return f"{seconds / MINUTE:.0f} min"
    if seconds < DAY:
        return f"{seconds / HOUR:.1f} h".replace(".0 h", " h")
    return "a day" if seconds < 1.5 * DAY else f"{seconds / DAY:.0f} days"


def _learned_seconds(last: Appointment, look: Look, pace: Pace) -> float:
    interval = _within(last.interval_seconds, pace)
    elapsed = max(0.0, (look.at - last.checked_at).total_seconds()) if last.checked_at else interval
    expected = 1.0 - (1.0 - _WANTED_SHARE) ** (elapsed / interval)
    step = max(_LAST_STEP, _FIRST_STEP / math.sqrt(last.checks + 1))
    return _within(interval * math.exp(step * (expected - look.is_changed)), pace)


def _within(seconds: float, pace: Pace) -> float:
    return min(max(seconds, pace.shortest_seconds), pace.longest_seconds)


def _after_failure(last: Appointment, look: Look) -> Appointment:
    failures = last.failures + 1
    # Capped before it is raised to a power: a thousand failures are no overflow.
    backoff = _FIRST_BACKOFF_SECONDS * 2.0 ** min(failures - 1, 12)
    wait = min(max(backoff, look.wait_seconds or 0.0), _LONGEST_BACKOFF_SECONDS)
    times = "failed" if failures == 1 else f"failed {failures} times in a row"
    return replace(
        last,
        failures=failures,
        due_at=look.at + timedelta(seconds=wait),
        reason=f"{times} ({look.failure}): again in {spoken(wait)}",
    )


def _reason(appointment: Appointment, wait: float, *, is_asked: bool) -> str:
    if is_asked:
        return f"the server asks for {spoken(wait)} between two looks"
    every = f"every {spoken(wait)}"
    if appointment.checks <= 1:
        return f"seen for the first time: {every}"
    return f"changed {appointment.changes} of {appointment.checks - 1} times: {every}"
