from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from newsloom.pipeline.templates.fithistory import PageFit
from newsloom.portal.fit_chart import fit_chart_of
from newsloom.records import Drift, SiteTemplate, Template

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
TEMPLATE = SiteTemplate(
    site="gazette.example",
    number=1,
    template=Template(method="textmax", version=1, members=(0,)),
    valid_from=NOON,
    fit=0.9,
)
DRIFT = Drift(site="gazette.example", since=NOON, noticed_at=NOON, fit_before=0.9, fit_after=0.1, pages=6)


def fit(hour: int, share: float) -> PageFit:
    return PageFit(url=f"https://gazette.example/{hour}", at=NOON + timedelta(hours=hour), shares={1: share})


def test_without_pages_or_templates_there_is_nothing_to_draw():
    assert fit_chart_of([], [TEMPLATE], [DRIFT]) is None
    assert fit_chart_of([fit(0, 1.0)], [], [DRIFT]) is None


def test_pages_that_fit_better_stand_higher():
    chart = fit_chart_of([fit(0, 1.0), fit(1, 0.5), fit(2, 0.0)], [TEMPLATE], [])
    (line,) = chart.lines
    first, second, third = line.dots
    assert (first.y, third.y) == (chart.top, chart.bottom)
    assert first.y < line.least < second.y < third.y
    assert first.x < second.x < third.x


def test_the_line_of_what_is_needed_lasts_as_long_as_the_template_was_valid():
    ended = replace(TEMPLATE, number=1, valid_until=NOON + timedelta(hours=1))
    chart = fit_chart_of([fit(0, 1.0), fit(1, 1.0), fit(2, 1.0)], [ended], [])
    assert (chart.lines[0].first, chart.lines[0].last) == (chart.lines[0].dots[0].x, chart.lines[0].dots[1].x)


def test_alarms_from_before_the_drawing_begins_are_left_out():
    long_ago = replace(DRIFT, since=NOON - timedelta(days=9), noticed_at=NOON - timedelta(days=8))
    recent = replace(DRIFT, since=NOON + timedelta(hours=1), noticed_at=NOON + timedelta(hours=4))
    chart = fit_chart_of([fit(0, 1.0), fit(2, 0.1)], [TEMPLATE], [recent, long_ago])
    (alarm,) = chart.alarms
    assert alarm.since < chart.lines[0].dots[1].x < alarm.noticed


@given(st.lists(st.tuples(st.integers(0, 10_000), st.floats(0, 1)), min_size=1, max_size=20))
def test_everything_stands_on_the_sheet(pages):
    fits = [fit(hour, share) for hour, share in sorted(pages)]
    chart = fit_chart_of(fits, [TEMPLATE], [DRIFT])
    for dot in chart.lines[0].dots:
        assert 0 <= dot.x <= chart.width
        assert chart.top <= dot.y <= chart.bottom
