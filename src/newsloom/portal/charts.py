"""Drawings as numbers: reports, lives of headlines and topics in, places on a sheet out; templates draw them as SVG.

Everything is bounded: a drawing with a thousand lines shows nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from newsloom.pipeline.fronts import ItemLife
from newsloom.records import Coverage, Topic

__all__ = ["Lives", "Scale", "Tick", "Timeline", "TopicMap", "lives_of", "spark_of", "timeline_of", "topic_map_of"]

_WIDTH: Final = 360
_ROW: Final = 34
_MARGIN: Final = 8
_FOOT: Final = 20
_DOT: Final = 4
_MOST_PAPERS: Final = 14
_MOST_LIVES: Final = 16
_LOWEST_PLACE: Final = 30
_LIVES_HEIGHT: Final = 260
_MAP_WIDTH: Final = 960
_MAP_HEIGHT: Final = 520
_MOST_TOPICS: Final = 120
_SMALLEST_CIRCLE: Final = 8.0
_LARGEST_CIRCLE: Final = 52.0
# Room for a label: its letters are so wide, and its line so high.
_LETTER: Final = 7.6
_LINE: Final = 18.0
_LONGEST_LABEL: Final = 40
_SPARK_WIDTH: Final = 96
_SPARK_HEIGHT: Final = 28
_SPARK_STEPS: Final = 16
# Fewer are a number, not a shape.
_SPARK_REPORTS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A time under a drawing."""

    x: float
    at: datetime
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One report."""

    x: float
    is_copy: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The reports of one paper."""

    paper: str
    y: float
    first: float
    last: float
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """Who wrote when: a row for each paper, the first to write on top."""

    width: int
    height: int
    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...]

    @property
    def threads(self) -> str:
        """From the first to the last report of each paper, as one SVG path."""
        return "".join(f"M{row.first} {row.y}H{row.last}" for row in self.rows)

    @property
    def reports(self) -> str:
        """The reports that are no copies, as circles of one SVG path: a page has hundreds of them."""
        return self._circles(are_copies=False)

    @property
    def copies(self) -> str:
        """Those that are."""
        return self._circles(are_copies=True)

    def _circles(self, *, are_copies: bool) -> str:
        places = ((dot.x, row.y) for row in self.rows for dot in row.dots if dot.is_copy == are_copies)
        half = f"a{_DOT} {_DOT} 0 1 0 "
        return "".join(f"M{x - _DOT} {y}{half}{2 * _DOT} 0{half}{-2 * _DOT} 0" for x, y in places)


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeLine:
    """One headline's way over a front page, as an SVG path."""

    url: str
    headline: str
    highest: int
    wordings: int
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lives:
    """Headlines on a front page over time; ``now`` is where the shown moment is, None where it is outside."""

    width: int
    height: int
    lines: tuple[LifeLine, ...]
    ticks: tuple[Tick, ...]
    now: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A topic on the map."""

    topic: Topic
    x: float
    y: float
    radius: float
    label: str
    label_x: float
    is_named: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicMap:
    """All topics where they lie, the largest first, so that small ones are drawn over them."""

    width: int
    height: int
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """Times become places across a sheet."""

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
    """When each paper wrote; None where one paper wrote alone."""
    papers = story.papers[:_MOST_PAPERS]
    if len(papers) < 2:
        return None
    moments = [report.time for report in story.reports]
    scale = Scale(min(moments), max(moments))
    rows = []
    for place, paper in enumerate(papers):
        dots = tuple(
            Dot(x=scale.x(report.time), is_copy=report.copy_of is not None)
            for report in story.reports
            if report.paper == paper
        )
        places = [dot.x for dot in dots]
        rows.append(Row(paper=paper, y=_ROW * (place + 0.75), first=min(places), last=max(places), dots=dots))
    height = _ROW * len(papers) + _FOOT
    return Timeline(width=_WIDTH, height=height, rows=tuple(rows), ticks=scale.ticks())


def lives_of(lives: Sequence[ItemLife], at: datetime) -> Lives | None:
    """The lives of the headlines that stood highest around a moment; None where there are none."""
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


def topic_map_of(topics: Sequence[Topic]) -> TopicMap:
    """The topics as circles whose areas are their sizes; where labels would overlap, the smaller topic has none."""
    shown = sorted(topics, key=lambda topic: -topic.size)[:_MOST_TOPICS]
    largest = max((topic.size for topic in shown), default=1) or 1
    spots: list[Spot] = []
    for topic in shown:
        spot = _spot(topic, topic.size / largest)
        spots.append(replace(spot, is_named=not any(_overlap(spot, other) for other in spots if other.is_named)))
    return TopicMap(width=_MAP_WIDTH, height=_MAP_HEIGHT, spots=tuple(spots))


def spark_of(story: Coverage) -> str:
    """How many reports came over the story's life, as the SVG path of columns; empty where they are few."""
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
        # A headline seen once is a point, which is drawn only if it has a length.
        parts.append(f"L{max(scale.x(place.until), scale.x(place.since) + 2)} {y}")
    return "".join(parts)


def _spot(topic: Topic, share: float) -> Spot:
    x, y = (min(1.0, max(0.0, one)) for one in topic.place)
    left = round(_LARGEST_CIRCLE + x * (_MAP_WIDTH - 2 * _LARGEST_CIRCLE), 1)
    label = ", ".join(word for word, _ in topic.words[:2])[:_LONGEST_LABEL] or topic.id
    half = len(label) * _LETTER / 2
    return Spot(
        topic=topic,
        x=left,
        y=round(_LARGEST_CIRCLE + y * (_MAP_HEIGHT - 2 * _LARGEST_CIRCLE), 1),
        radius=round(max(_SMALLEST_CIRCLE, _LARGEST_CIRCLE * math.sqrt(share)), 1),
        label=label,
        label_x=round(min(max(left, half), _MAP_WIDTH - half), 1),
    )


def _overlap(one: Spot, other: Spot) -> bool:
    widths = (len(one.label) + len(other.label)) * _LETTER / 2
    return abs(one.label_x - other.label_x) < widths and abs(one.y - other.y) < _LINE
