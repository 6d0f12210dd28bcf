"""Times of feeds: zones by name and halves of the day."""

from __future__ import annotations

import zoneinfo
from datetime import datetime, timedelta

import pytest

from newsloom.discovery.feeds.dates import _is_american_summer, parse_datetime


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("Fri, 03 May 2024 10:15:00 ET", "2024-05-03T10:15:00-04:00"),
        ("Wed, 03 Jan 2024 10:15:00 ET", "2024-01-03T10:15:00-05:00"),
        ("3 May 2024 10:15 CT", "2024-05-03T10:15:00-05:00"),
        ("3 May 2024 10:15 PT", "2024-05-03T10:15:00-07:00"),
        ("3 Jan 2024 10:15 PT", "2024-01-03T10:15:00-08:00"),
        ("May 3, 2024 3:15 p.m. PT", "2024-05-03T15:15:00-07:00"),
        ("Fri, 03 May 2024 10:15:00 MEST", "2024-05-03T10:15:00+02:00"),
        ("2024-05-03 10:15:00 America/Los_Angeles", "2024-05-03T10:15:00-07:00"),
        ("2024-01-03 10:15 Europe/Berlin", "2024-01-03T10:15:00+01:00"),
        ("2024-01-03 10:15 America/Argentina/Buenos_Aires", "2024-01-03T10:15:00-03:00"),
        ("Fri May 03 2024 10:15:00 GMT+0100 (Central European Standard Time)", "2024-05-03T10:15:00+01:00"),
        ("Fri May 03 2024 10:15:00 GMT-0700 (PDT)", "2024-05-03T10:15:00-07:00"),
    ],
)
def test_zone_is_known_by_its_name(written: str, moment: str) -> None:
    found = parse_datetime(written)
    assert found is not None
    assert (found[0].isoformat(), found[1]) == (moment, True)


@pytest.mark.parametrize("written", ["3 May 2024 10:15 Foo/Bar", "3 May 2024 10:15 XYZ", "3 May 2024 10:15 ../etc"])
def test_unknown_zone_is_none(written: str) -> None:
    found = parse_datetime(written)
    assert found is not None
    assert (found[0].isoformat(), found[1]) == ("2024-05-03T10:15:00+00:00", False)


@pytest.mark.parametrize(
    ("written", "time"),
    [
        ("2024-05-03 오후 3:15", "15:15"),
        ("2024-05-03 오전 3:15", "03:15"),
        ("2024년 5월 3일 오후 3시 15분", "15:15"),
        ("2024년 5월 3일 오전 12시 15분", "00:15"),
        ("2024. 5. 3. 오후 12:15", "12:15"),
        ("2024年5月3日 下午3:15", "15:15"),
        ("2024年5月3日午後3時15分", "15:15"),
        ("3 May 2024 3:15 pm", "15:15"),
        ("3 May 2024 15:15", "15:15"),
    ],
)
def test_half_of_the_day_is_read_before_and_behind_the_time(written: str, time: str) -> None:
    found = parse_datetime(written)
    assert found is not None
    assert found[0].strftime("%H:%M") == time


@pytest.fixture
def _no_list_of_places():
    """As on a computer without the list of time zones."""
    zoneinfo.reset_tzpath(to=[])
    zoneinfo.ZoneInfo.clear_cache()
    yield
    zoneinfo.reset_tzpath()


@pytest.mark.usefixtures("_no_list_of_places")
@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("3 May 2024 10:15 ET", "2024-05-03T10:15:00-04:00"),
        ("3 Jan 2024 10:15 CT", "2024-01-03T10:15:00-06:00"),
        ("3 May 2024 10:15 MT", "2024-05-03T10:15:00-06:00"),
        ("3 Jan 2024 10:15 PT", "2024-01-03T10:15:00-08:00"),
    ],
)
def test_american_zones_are_known_without_a_list_of_places(text, moment):
    assert parse_datetime(text) == (datetime.fromisoformat(moment), True)


def test_american_summers_are_those_of_the_list_of_places():
    place = zoneinfo.ZoneInfo("America/New_York")
    first = datetime(1987, 1, 1)
    for hour in range(24 * 366 * 45):
        # Where clocks change every hour is tried, elsewhere one of each day.
        moment = first + timedelta(hours=hour)
        if moment.hour == 12 or (moment.month in (3, 4, 10, 11) and moment.weekday() == 6 and moment.hour < 5):
            wanted = place.utcoffset(moment) == timedelta(hours=-4)
            assert _is_american_summer(moment) is wanted, moment
