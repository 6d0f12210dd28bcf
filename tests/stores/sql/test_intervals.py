from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.stores.sql.model_state import insert, standing

from newsloom.stores.sql.intervals import Interval, place

START = datetime(2026, 11, 1, tzinfo=UTC)


def moment(hour):
    return START + timedelta(hours=hour)


def sighting(what, hour):
    return Interval(digest=what, first_seen=moment(hour), last_seen=moment(hour), fact=what)


def timeline(sightings):
    intervals = ()
    for what, hour in sightings:
        _, intervals = insert(intervals, sighting(what, hour))
    return intervals


@given(st.dictionaries(st.integers(0, 20), st.sampled_from("abc")).flatmap(lambda d: st.permutations(list(d.items()))))
def test_every_moment_answers_with_what_was_seen_at_it(observations):
    intervals = timeline((what, hour) for hour, what in observations)
    for hour, what in observations:
        assert standing(intervals, moment(hour)).digest == what


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 20))))
def test_stays_never_overlap_and_come_in_order(sightings):
    intervals = timeline(sightings)
    assert all(interval.first_seen <= interval.last_seen for interval in intervals)
    assert all(a.last_seen <= b.first_seen for a, b in itertools.pairwise(intervals))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 20)), unique_by=lambda one: one[1]))
def test_the_same_sightings_again_change_nothing(sightings):
    intervals = timeline(sightings)
    for what, hour in sightings:
        holder, stays_then = insert(intervals, sighting(what, hour))
        assert stays_then == intervals
        assert holder in intervals


def test_of_two_sightings_at_one_moment_the_last_to_arrive_counts():
    intervals = timeline([("a", 1), ("b", 1)])
    assert standing(intervals, moment(1)).digest == "b"


def test_a_page_that_flickers_is_what_it_was_before_and_after():
    intervals = timeline([("a", 1), ("a", 9), ("b", 5)])
    assert [interval.digest for interval in intervals] == ["a", "b", "a"]
    assert standing(intervals, moment(4)).digest == "a"
    assert standing(intervals, moment(6)).digest == "a"


def test_a_late_sighting_makes_the_next_stay_begin_earlier():
    holder, intervals = place(None, sighting("a", 5), sighting("a", 3))
    assert holder.first_seen == moment(3)
    assert intervals == (holder,)


def test_nothing_stands_before_the_first_sighting():
    assert standing(timeline([("a", 3)]), moment(2)) is None
