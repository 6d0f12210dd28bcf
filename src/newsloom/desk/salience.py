"""Computes how big a story is from its reports and its stays on front pages, as a ``Salience`` with a score.

Papers count most, then reports that are not copies, positions on front pages and time spent there, and growth. The
facts are kept beside the score, so that a reader sees why. Stories are not compared: a score depends on one story only.
``heat`` is the same on a scale that moves with time: two stories keep their order until something happens to one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from newsloom.records import Report

__all__ = ["FrontPageStay", "Salience", "heat", "salience"]

# A paper's decision to report weighs more than its second report; a copy is no decision at all.
_PAPER: Final = 1.0
_REPORT: Final = 0.5
_COPY: Final = 0.1
_FRONT: Final = 1.0
_GROWTH: Final = 0.5
# A story's score halves in a day without reports, as on news sites.
_HALF_LIFE: Final = timedelta(days=1)
# Growth compares the last hours with those before them.
_RECENT: Final = timedelta(hours=6)
# Where the scale of heat begins; any moment would do.
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontPageStay:
    """A stay on a front page: the position (0 is the top) and the time span."""

    paper: str
    position: int
    first_seen: datetime
    last_seen: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Salience:
    """The score of a story and the facts it is computed from."""

    score: float
    papers: int
    reports: int
    copies: int
    front_hours: float
    best_position: int | None
    growth: float


def salience(reports: Sequence[Report], stays: Sequence[FrontPageStay] = (), *, now: datetime) -> Salience:
    """How big a story is at ``now``; reports and stays after that are not counted."""
    past = [report for report in reports if report.seen_at <= now]
    begun = [stay for stay in stays if stay.first_seen <= now]
    papers = len({report.paper for report in past})
    copied = sum(report.copy_of is not None for report in past)
    growth = _growth(past, now)
    front = math.fsum(_prominence(stay, now) for stay in begun)
    size = _PAPER * papers + _REPORT * max(0, len(past) - copied - papers) + _COPY * copied
    score = (math.log1p(size) + _FRONT * math.log1p(front) + _GROWTH * growth) * _freshness(past, begun, now)
    return Salience(
        score=round(score, 6),
        papers=papers,
        reports=len(past),
        copies=copied,
        front_hours=round(math.fsum(_hours(stay, now) for stay in begun), 2),
        best_position=min((stay.position for stay in begun), default=None),
        growth=round(growth, 4),
    )


def heat(reports: Sequence[Report], stays: Sequence[FrontPageStay] = ()) -> float:
    """How big a story was at its last sign of life and how late that was; 0 without reports.

    Twice the salience counts as much as one half-life later. At any later time, salience is 2 to the power of the heat
    less the half-lives since the scale began, so heat ranks stories as salience does.
    """
    signs = [report.seen_at for report in reports] + [stay.last_seen for stay in stays]
    if not reports:
        return 0.0
    last = max(signs)
    return round(math.log2(salience(reports, stays, now=last).score) + (last - _EPOCH) / _HALF_LIFE, 6)


def _growth(past: Sequence[Report], now: datetime) -> float:
    """From -1 (no recent reports) to 1 (only recent ones); 0 if both spans have equally many."""
    recent = sum(now - report.seen_at <= _RECENT for report in past)
    before = sum(_RECENT < now - report.seen_at <= 2 * _RECENT for report in past)
    return (recent - before) / (recent + before) if recent + before else 0.0


def _prominence(stay: FrontPageStay, now: datetime) -> float:
    """Hours on a front page divided by the rank, as the readers of a position fall with 1 / rank."""
    return _hours(stay, now) / (1 + max(0, stay.position))


def _hours(stay: FrontPageStay, now: datetime) -> float:
    return max(0.0, (min(stay.last_seen, now) - stay.first_seen).total_seconds() / 3600)


def _freshness(past: Sequence[Report], stays: Sequence[FrontPageStay], now: datetime) -> float:
    signs = [report.seen_at for report in past] + [min(stay.last_seen, now) for stay in stays]
    if not signs:
        return 0.0
    return float(0.5 ** ((now - max(signs)) / _HALF_LIFE))
