from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from newsloom.pipeline.frontpages import ItemLife, Place
from newsloom.portal.charts import lives_of, spark_of, timeline_of
from newsloom.records import Coverage, Report

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def _story(*reports: tuple[str, int]) -> Coverage:
    told = tuple(
        Report(url=f"https://{paper}/{minute}", paper=paper, seen_at=NOON + timedelta(minutes=minute))
        for paper, minute in reports
    )
    return Coverage(
        id="s", first_seen=told[0].seen_at, last_seen=told[-1].seen_at, changed_at=told[-1].seen_at, reports=told
    )


def _life(url: str, *places: int) -> ItemLife:
    stood = tuple(
        Place(since=NOON + timedelta(hours=hour), until=NOON + timedelta(hours=hour + 1), position=one, headline=url)
        for hour, one in enumerate(places)
    )
    return ItemLife(
        url=url,
        headline=url,
        first_seen=stood[0].since,
        last_seen=stood[-1].until,
        highest=min(places),
        places=stood,
    )


def test_a_timeline_has_a_row_for_each_paper_from_left_to_right():
    drawn = timeline_of(_story(("a", 0), ("b", 30), ("a", 60)))
    assert [(row.paper, len(row.dots)) for row in drawn.rows] == [("a", 2), ("b", 1)]
    assert drawn.rows[0].first < drawn.rows[1].first < drawn.rows[0].last


def test_papers_that_wrote_within_seconds_stand_at_the_same_place():
    story = _story(("a", 0), ("b", 0))
    later = replace(story.reports[1], seen_at=NOON + timedelta(seconds=2))
    drawn = timeline_of(replace(story, reports=(story.reports[0], later)))
    assert drawn.rows[1].first - drawn.rows[0].first < 1
    assert [tick.at for tick in drawn.ticks] == [NOON, NOON + timedelta(hours=1)]


def test_a_report_of_which_the_day_alone_is_known_is_drawn_over_that_day():
    story = _story(("a", 0), ("b", 0))
    midnight = datetime(2026, 3, 3, tzinfo=UTC)
    drawn = timeline_of(
        replace(story, reports=(story.reports[0], replace(story.reports[1], told_at=midnight, told_by="day")))
    )
    (day,) = drawn.rows[1].dots
    assert (day.x, day.until) == (drawn.ticks[0].x, drawn.ticks[1].x)
    assert day.x < drawn.rows[0].first < day.until
    assert [tick.at.isoformat() for tick in drawn.ticks] == ["2026-03-02T00:00:00+00:00", "2026-03-02T23:59:00+00:00"]
    assert drawn.days
    assert drawn.reports.count("M") == 1


def test_one_paper_alone_has_no_timeline():
    assert timeline_of(_story(("a", 0), ("a", 9))) is None


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=40))
def test_every_dot_of_a_timeline_is_on_the_sheet(minutes):
    drawn = timeline_of(_story(*((f"paper{place % 3}", minute) for place, minute in enumerate(sorted(minutes)))))
    for row in drawn.rows if drawn else ():
        assert all(0 <= dot.x <= drawn.width for dot in row.dots)
        assert 0 <= row.y <= drawn.height


def test_a_headline_that_rises_is_drawn_upwards():
    drawn = lives_of([_life("https://a/1", 4, 0), _life("https://a/2", 0, 4)], NOON)
    heights = [
        [float(point.split()[1]) for point in line.path.replace("M", "L").split("L")[1:]] for line in drawn.lines
    ]
    rising, falling = heights
    assert rising[0] > rising[-1]
    assert falling[0] < falling[-1]
    assert drawn.now is not None


def test_a_front_page_without_headlines_has_no_lives():
    assert lives_of([], NOON) is None


def test_few_reports_make_no_columns():
    assert spark_of(_story(("a", 0), ("b", 5))) == ""
    assert spark_of(_story(("a", 0), ("b", 5), ("c", 5))).startswith("M")
