"""When to fetch again: a source for news, a story for edits, a failed address. Pure: times are passed in.

The interval of a source is learned from how often something was new. Its changes are modelled as a Poisson process; the
target is an interval at which every other check finds something new, and each check moves the interval by how
surprising its result was (stochastic approximation: Robbins and Monro, 1951). So a check after a long pause teaches
little if something was new, and much if nothing was.

News is corrected soon or never, so the checks of a story become rarer and end. A story that cannot be fetched or read
is retried with growing delays, and then at its remaining checks for edits.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from newsloom.records import Appointment

__all__ = [
    "NO_RULES",
    "Check",
    "IntervalLimits",
    "SourceRules",
    "duration_text",
    "is_lasting",
    "limits_of",
    "next_appointment",
    "next_edit_check",
    "next_reading",
    "next_retry",
    "seconds_of",
]

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

_UNITS: Final = {"s": 1.0, "m": MINUTE, "h": HOUR, "d": DAY}
_DURATION_PARTS: Final = re.compile(
    r"(\d{1,6}(?:\.\d{1,3})?)\s*(s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)(?![a-z])\s*"
)
_LONGEST_SET_SECONDS: Final = 30 * DAY

# A check should find something new every other time: more often means late news, less often wasted requests.
_WANTED_SHARE: Final = 0.5

# How far one check may move the logarithm of the interval: far while little is known, and never less than the last
# step, since papers change their habits. Chosen with benchmarks/gathering.py --intervals.
_FIRST_STEP: Final = 1.6
_LAST_STEP: Final = 0.35

# A failing source is checked less and less often, but never given up.
_FIRST_BACKOFF_SECONDS: Final = 5 * MINUTE
_LONGEST_BACKOFF_SECONDS: Final = DAY

# The ages at which a story is checked. Most edits come within hours, corrections within a few days.
_EDIT_CHECK_AGES: Final = (timedelta(hours=1), timedelta(hours=6), timedelta(hours=24), timedelta(hours=72))
# Clocks of two machines may differ by this.
_CLOCK_SKEW: Final = timedelta(hours=1)
# After a page could not be read: by then it may have changed, or the machine may be less busy.
_READING_DELAYS: Final = _EDIT_CHECK_AGES
_RETRY_DELAYS: Final = (timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=3), timedelta(hours=12))
# A retry may help against temporary failures. Lasting ones will stay, so there is nothing to check for edits.
_TEMPORARY_KINDS: Final = frozenset({"busy", "connection", "dns", "encoding", "fault", "protocol", "timeout", "tls"})
_TEMPORARY_STATUSES: Final = frozenset({408, 425, 429})
_LASTING_KINDS: Final = frozenset({"refused", "robots", "too-large", "type"})
_GONE: Final = 410


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalLimits:
    """How often a kind of source may be checked, and how often at first."""

    shortest_seconds: float
    longest_seconds: float
    first_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What one check of a source found.

    ``is_changed`` says whether something was new; ``failure`` names what went wrong in a word or two.
    ``wait_seconds`` is how long the server asked us to wait: a feed's ttl, a max-age, a Retry-After.
    """

    at: datetime
    is_changed: bool = False
    failure: str | None = None
    wait_seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRules:
    """The user's settings for sources that have no interval of their own.

    ``set_seconds`` is how often they are fetched; None learns it. ``is_on_the_clock`` fetches them at whole multiples
    of that, from midnight UTC. With ``is_newer_only``, links that a source dates before the last check are not fetched.
    """

    set_seconds: float | None = None
    is_on_the_clock: bool = False
    is_newer_only: bool = False


# N-EXT reads its feeds every two hours; front pages change more often.
_FEED: Final = IntervalLimits(shortest_seconds=5 * MINUTE, longest_seconds=DAY, first_seconds=2 * HOUR)
_PAGE: Final = IntervalLimits(shortest_seconds=5 * MINUTE, longest_seconds=6 * HOUR, first_seconds=HOUR)


NO_RULES: Final = SourceRules()


def limits_of(kind: str) -> IntervalLimits:
    """The limits for a kind of source: "page", "feed", "sitemap"."""
    return _PAGE if kind == "page" else _FEED


def next_appointment(
    last: Appointment, check: Check, limits: IntervalLimits, rules: SourceRules = NO_RULES
) -> Appointment:
    """The appointment after this check, with its reason. The lease is left as it is.

    An interval set by the user overrides what is learned and what the server asks for.
    """
    if check.failure is not None:
        return _after_failure(last, check)
    is_first = last.checked_at is None
    # Everything is new at the first check, so it says nothing about the rate.
    is_changed = check.is_changed and not is_first
    learned = replace(
        last,
        checks=last.checks + 1,
        changes=last.changes + is_changed,
        failures=0,
        checked_at=check.at,
        changed_at=check.at if check.is_changed else last.changed_at,
        interval_seconds=limits.first_seconds if is_first else _learned_seconds(last, check, limits),
    )
    if rules.set_seconds:
        every = duration_text(rules.set_seconds)
        if rules.is_on_the_clock:
            return replace(
                learned, due_at=_on_the_clock(check.at, rules.set_seconds), reason=f"set: every {every}, on the clock"
            )
        return replace(learned, due_at=check.at + timedelta(seconds=rules.set_seconds), reason=f"set: every {every}")
    asked = min(check.wait_seconds or 0.0, limits.longest_seconds)
    wait = max(learned.interval_seconds, asked)
    return replace(
        learned,
        due_at=check.at + timedelta(seconds=wait),
        reason=_reason(learned, wait, is_asked=asked > learned.interval_seconds),
    )


def next_edit_check(first_seen: datetime, now: datetime) -> datetime | None:
    """When to check a story for edits next. None after the last check."""
    if first_seen > now + _CLOCK_SKEW:
        # The clock was wrong when the story was first seen. Once its age is known, it will be too old to be checked.
        return None
    return next((first_seen + age for age in _EDIT_CHECK_AGES if first_seen + age > now), None)


def next_retry(
    kind: str, status: int | None, *, failures: int, now: datetime, retry_after_seconds: float | None = None
) -> datetime | None:
    """When to retry an address after its ``failures``-th failure. None to give up."""
    if not _is_temporary(kind, status) or not 1 <= failures <= len(_RETRY_DELAYS):
        return None
    # A delay that the server asks for is respected up to the longest of our delays.
    asked = timedelta(seconds=min(max(retry_after_seconds or 0.0, 0.0), _RETRY_DELAYS[-1].total_seconds()))
    return now + max(_RETRY_DELAYS[failures - 1], asked)


def next_reading(failures: int, now: datetime) -> datetime | None:
    """When to read a page again after reading it failed for the ``failures``-th time. None after the last try."""
    return now + _READING_DELAYS[failures - 1] if 1 <= failures <= len(_READING_DELAYS) else None


def is_lasting(kind: str, status: int | None) -> bool:
    """Whether a page that could not be fetched will not be available later either."""
    return kind in _LASTING_KINDS or status == _GONE


def seconds_of(text: str) -> float:
    """A duration as people write it: "30m", "2h", "1h30m", "1 day". Raises ``ValueError``."""
    parts = _DURATION_PARTS.findall(text.strip().lower())
    if not parts or _DURATION_PARTS.sub("", text.strip().lower()).strip():
        raise ValueError(f"{text!r} is not a duration. Write it as 30m, 2h or 1d")
    seconds = sum(float(number) * _UNITS[unit[0]] for number, unit in parts)
    if not MINUTE <= seconds <= _LONGEST_SET_SECONDS:
        raise ValueError(f"{text!r} is not between a minute and 30 days")
    return seconds


def duration_text(seconds: float) -> str:
    """A duration for people: "20 min", "2 h", "a day"."""
    if seconds < 1.5 * MINUTE:
        return f"{max(seconds, 0):.0f} s"
    if seconds < 1.5 * HOUR:
        return f"{seconds / MINUTE:.0f} min"
    if seconds < DAY:
        return f"{seconds / HOUR:.1f} h".replace(".0 h", " h")
    return "a day" if seconds < 1.5 * DAY else f"{seconds / DAY:.0f} days"


def _learned_seconds(last: Appointment, check: Check, limits: IntervalLimits) -> float:
    interval = _within(last.interval_seconds, limits)
    elapsed = max(0.0, (check.at - last.checked_at).total_seconds()) if last.checked_at else interval
    expected = 1.0 - (1.0 - _WANTED_SHARE) ** (elapsed / interval)
    step = max(_LAST_STEP, _FIRST_STEP / math.sqrt(last.checks + 1))
    return _within(interval * math.exp(step * (expected - check.is_changed)), limits)


def _on_the_clock(now: datetime, seconds: float) -> datetime:
    """The next whole multiple of ``seconds`` since midnight UTC. Several days are counted from 1 January of year 1."""
    begin = datetime.min.replace(tzinfo=UTC)
    return begin + timedelta(seconds=((now - begin) // timedelta(seconds=seconds) + 1) * seconds)


def _within(seconds: float, limits: IntervalLimits) -> float:
    return min(max(seconds, limits.shortest_seconds), limits.longest_seconds)


def _after_failure(last: Appointment, check: Check) -> Appointment:
    failures = last.failures + 1
    # Capped first: a thousand failures would overflow.
    backoff = _FIRST_BACKOFF_SECONDS * 2.0 ** min(failures - 1, 12)
    wait = min(max(backoff, check.wait_seconds or 0.0), _LONGEST_BACKOFF_SECONDS)
    times = "failed" if failures == 1 else f"failed {failures} times in a row"
    return replace(
        last,
        failures=failures,
        due_at=check.at + timedelta(seconds=wait),
        reason=f"{times} ({check.failure}): again in {duration_text(wait)}",
    )


def _reason(appointment: Appointment, wait: float, *, is_asked: bool) -> str:
    if is_asked:
        return f"the server asks for {duration_text(wait)} between requests"
    every = f"every {duration_text(wait)}"
    if appointment.checks <= 1:
        return f"seen for the first time: {every}"
    return f"changed {appointment.changes} of {appointment.checks - 1} times: {every}"


def _is_temporary(kind: str, status: int | None) -> bool:
    if kind == "status":
        return status is None or status >= 500 or status in _TEMPORARY_STATUSES
    return kind in _TEMPORARY_KINDS
