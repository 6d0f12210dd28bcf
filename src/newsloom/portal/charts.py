"""Computes the charts of reports and of headlines' lives: positions and paths that templates draw as SVG.

Everything is bounded: a chart with a thousand lines shows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from newsloom.pipeline.frontpages import ItemLife
from newsloom.records import Coverage, Report

__all__ = ["Lives", "Scale", "Tick", "Timeline", "lives_of", "spark_of", "timeline_of"]

_WIDTH: Final = 360
_ROW: Final = 34
_MARGIN: Final = 8
_FOOT: Final = 20
_DOT: Final = 4
# The shortest timeline: papers that wrote within seconds of each other must not look far apart.
_LEAST_SPAN: Final = timedelta(hours=1)
_MOST_PAPERS: Final = 14
_MOST_LIVES: Final = 16
_LOWEST_PLACE: Final = 30
_LIVES_HEIGHT: Final = 260
_SPARK_WIDTH: Final = 96
_SPARK_HEIGHT: Final = 28
_SPARK_STEPS: Final = 16
# Fewer have no shape worth drawing.
_SPARK_REPORTS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A time below a chart."""

    x: float
    at: datetime
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDot:
    """One report, from ``x`` to ``until``: equal, or the span of a day if its paper gives no time."""

    x: float
    until: float
    is_copy: bool
    is_day: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRow:
    """The reports of one paper."""

    paper: str
    y: float
    first: float
    last: float
    dots: tuple[ReportDot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """Which paper wrote when: a row for each paper, the first to write on top."""

    width: int
    height: int
    rows: tuple[PaperRow, ...]
    ticks: tuple[Tick, ...]

    @property
    def threads(self) -> str:
        """Lines from the first to the last report of each paper, as one SVG path."""
        return "".join(f"M{row.first} {row.y}H{row.last}" for row in self.rows)

    @property
    def days(self) -> str:
        """The reports of which only the day is known, as lines of one SVG path."""
        return "".join(f"M{dot.x} {row.y}H{dot.until}" for row in self.rows for dot in row.dots if dot.is_day)

    @property
    def reports(self) -> str:
        """The reports that are not copies, as circles of one SVG path: a page has hundreds of them."""
        return self._circles(are_copies=False)

    @property
    def copies(self) -> str:
        """The copies, likewise."""
        return self._circles(are_copies=True)

    def _circles(self, *, are_copies: bool) -> str:
        dots = ((dot, row.y) for row in self.rows for dot in row.dots if not dot.is_day)
        places = ((dot.x, y) for dot, y in dots if dot.is_copy == are_copies)
        half = f"a{_DOT} {_DOT} 0 1 0 "
        return "".join(f"M{x - _DOT} {y}{half}{2 * _DOT} 0{half}{-2 * _DOT} 0" for x, y in places)


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeLine:
    """One headline's movement over a front page, as an SVG path."""

    url: str
    headline: str
    highest: int
    wordings: int
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lives:
    """Headlines on a front page over time. ``now`` is where the shown moment is; None if it is outside."""

    width: int
    height: int
    lines: tuple[LifeLine, ...]
    ticks: tuple[Tick, ...]
    now: float | None


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps times to positions across a chart."""

    since: datetime
    until: datetime
    width: int = _WIDTH

    def x(self, moment: datetime) -> float:
        length = (self.until - self.since).total_seconds() or 1.0
        share = min(1.0, max(0.0, (moment - self.since).total_seconds() / length))
        return round(_MARGIN + share * (self.width - 2 * _MARGIN), 1)

    def ticks(self) -> tuple[Tick, ...]:
        ends = (Tick(x=self.x(self.since), at=self.since, anchor="start"),)
        if self.until - self.since < timedelta(minutes=1):
            return ends
        return (*ends, Tick(x=self.x(self.until), at=self.until, anchor="end"))


def timeline_of(story: Coverage) -> Timeline | None:
    """When each paper wrote; None if only one did."""
    papers = story.papers[:_MOST_PAPERS]
    if len(papers) < 2:
        return None
    spans = [_span(report) for report in story.reports]
    first = min(since for since, _ in spans)
    scale = Scale(first, max(first + _LEAST_SPAN, *(until for _, until in spans)))
    rows = []
    for place, paper in enumerate(papers):
        dots = tuple(_dot(report, scale) for report in story.reports if report.paper == paper)
        rows.append(
            PaperRow(
                paper=paper,
                y=_ROW * (place + 0.75),
                first=min(dot.x for dot in dots),
                last=max(dot.until for dot in dots),
                dots=dots,
            )
        )
    height = _ROW * len(papers) + _FOOT
    return Timeline(width=_WIDTH, height=height, rows=tuple(rows), ticks=scale.ticks())


def _dot(report: Report, scale: Scale) -> ReportDot:
    since, until = map(scale.x, _span(report))
    return ReportDot(x=since, until=until, is_copy=report.copy_of is not None, is_day=report.told_by == "day")


def _span(report: Report) -> tuple[datetime, datetime]:
    """When a report was told, as start and end: equal, or the first and last minute if only its day is known."""
    if report.told_by != "day":
        return report.time, report.time
    return report.time - timedelta(days=1), report.time - timedelta(minutes=1)


def lives_of(lives: Sequence[ItemLife], at: datetime) -> Lives | None:
    """The lives of the headlines that stood highest around a moment; None if there are none."""
    around = [life for life in lives if life.first_seen <= at <= life.last_seen] or list(lives)
    chosen = sorted(around, key=lambda life: (life.highest, life.first_seen))[:_MOST_LIVES]
    if not chosen:
        return None
    scale = Scale(min(life.first_seen for life in chosen), max(life.last_seen for life in chosen), _WIDTH)
    lowest = min(_LOWEST_PLACE, max(place.position for life in chosen for place in life.places))
    lines = tuple(
        LifeLine(
            url=life.url,
            headline=life.headline,
            highest=life.highest,
            wordings=len(life.headlines),
            path=_life_path(life, scale, lowest),
        )
        for life in chosen
    )
    now = scale.x(at) if scale.since <= at <= scale.until else None
    return Lives(width=_WIDTH, height=_LIVES_HEIGHT + _FOOT, lines=lines, ticks=scale.ticks(), now=now)


def spark_of(story: Coverage) -> str:
    """How many reports came over the story's life, as the SVG path of columns; empty if there are few."""
    if len(story.reports) < _SPARK_REPORTS:
        return ""
    length = (story.last_seen - story.first_seen).total_seconds() or 1.0
    counts = [0] * _SPARK_STEPS
    for report in story.reports:
        share = (report.seen_at - story.first_seen).total_seconds() / length
        counts[min(_SPARK_STEPS - 1, max(0, int(share * _SPARK_STEPS)))] += 1
    step = _SPARK_WIDTH / _SPARK_STEPS
    return "".join(
        f"M{round((place + 0.5) * step, 1)} {_SPARK_HEIGHT}v-{round(count / max(counts) * _SPARK_HEIGHT, 1)}"
        for place, count in enumerate(counts)
        if count
    )


def _life_path(life: ItemLife, scale: Scale, lowest: int) -> str:
    parts: list[str] = []
    for place in life.places:
        y = round(_MARGIN + min(place.position, lowest) / max(lowest, 1) * (_LIVES_HEIGHT - 2 * _MARGIN), 1)
        parts.append(f"{'L' if parts else 'M'}{scale.x(place.since)} {y}")
        # A headline seen once would be a point, and a line is drawn only if it has a length.
        parts.append(f"L{max(scale.x(place.until), scale.x(place.since) + 2)} {y}")
    return "".join(parts)
