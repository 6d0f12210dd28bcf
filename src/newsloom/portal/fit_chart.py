"""Computes the chart of how well a site's pages fit its templates, from fits, templates and alarms.

Each of the latest templates has a line, high where pages fit and falling where the layout changed; alarms are vertical
lines. Everything is bounded: a chart with a hundred lines shows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from newsloom.pipeline.templates.fithistory import PageFit
from newsloom.portal.charts import Scale, Tick
from newsloom.portal.fragments import HUES
from newsloom.records import Drift, SiteTemplate

__all__ = ["FitChart", "FitLine", "fit_chart_of"]

_WIDTH: Final = 720
_HEIGHT: Final = 240
_MARGIN: Final = 10
_MOST_ALARMS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class PageDot:
    """A page."""

    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FitLine:
    """One template: its pages' fits over time as an SVG path and dots, and the ``least`` height at which a page fits.

    The template was valid from ``first`` to ``last``; ``hue`` is the number of its colour.
    """

    number: int
    hue: int
    path: str
    dots: tuple[PageDot, ...]
    least: float
    first: float
    last: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """Where pages stopped fitting, and where that was noticed."""

    since: float
    noticed: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FitChart:
    """Lines over time. At ``top`` a page shares all paths with its template, at ``bottom`` none."""

    width: int
    height: int
    top: float
    bottom: float
    lines: tuple[FitLine, ...]
    alarms: tuple[Alarm, ...]
    ticks: tuple[Tick, ...]


def fit_chart_of(
    fits: Sequence[PageFit], templates: Sequence[SiteTemplate], drifts: Sequence[Drift]
) -> FitChart | None:
    """The chart of these templates; None if there is nothing to show."""
    if not fits or not templates:
        return None
    shown = [drift for drift in drifts[:_MOST_ALARMS] if drift.noticed_at >= fits[0].at]
    moments = [fit.at for fit in fits] + [drift.noticed_at for drift in shown]
    scale = Scale(min(moments), max(moments), _WIDTH)
    return FitChart(
        width=_WIDTH,
        height=_HEIGHT,
        top=_y(1.0),
        bottom=_y(0.0),
        lines=tuple(_line(one, fits, scale) for one in templates),
        alarms=tuple(Alarm(since=scale.x(one.since), noticed=scale.x(one.noticed_at)) for one in shown),
        ticks=scale.ticks(),
    )


def _line(template: SiteTemplate, fits: Sequence[PageFit], scale: Scale) -> FitLine:
    dots = tuple(PageDot(x=scale.x(fit.at), y=_y(fit.shares[template.number])) for fit in fits)
    return FitLine(
        number=template.number,
        hue=template.number % HUES,
        path="M" + "L".join(f"{dot.x} {dot.y}" for dot in dots),
        dots=dots,
        least=_y(template.fit),
        first=scale.x(template.valid_from),
        last=scale.x(template.valid_until or scale.until),
    )


def _y(share: float) -> float:
    return round(_MARGIN + (1 - min(1.0, max(0.0, share))) * (_HEIGHT - 2 * _MARGIN), 1)
