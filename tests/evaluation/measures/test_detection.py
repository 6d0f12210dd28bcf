from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsloom.evaluation.measures.detection import Costs, Trials, are_first, minimum_cost

TRIALS = st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=12)


def trials(pairs):
    return Trials(scores=[score for score, _ in pairs], are_targets=[target for _, target in pairs])


def test_the_cost_of_a_hand_computed_example():
    # From 0.9 on one of two targets is missed and nothing else called; from 0.5 on none is, for one of four others:
    # 0.5 against 0.1 * 0.98 * 0.25 / 0.02 = 1.225.
    found = minimum_cost([trials([(0.9, True), (0.5, True), (0.6, False), (0.4, False), (0.3, False), (0.1, False)])])
    assert (found.cost, found.threshold, found.misses, found.false_alarms) == (0.5, 0.9, 0.5, 0.0)


def test_few_false_alarms_are_cheaper_than_a_miss():
    others = [(0.6, False)] + [(0.1, False)] * 99
    found = minimum_cost([trials([(0.9, True), (0.5, True), *others])])
    assert found.cost == pytest.approx(4.9 * 0.01)
    assert found.threshold == 0.5


def test_scores_without_sight_cost_no_more_than_saying_no():
    found = minimum_cost([trials([(0.5, True), (0.5, False), (0.5, False)])])
    assert (found.cost, found.threshold, found.misses) == (1.0, math.inf, 1.0)


def test_every_topic_counts_the_same():
    # The small topic is found and the large one missed, at every threshold worth taking.
    small, large = [(0.9, True), (0.1, False)], [(0.0, True)] * 10 + [(0.1, False)] * 10
    assert minimum_cost([trials(small), trials(large)]).misses == 0.5
    assert minimum_cost([trials([*small, *large])]).misses == pytest.approx(10 / 11)


def test_a_topic_without_targets_counts_for_false_alarms_only():
    found = minimum_cost([trials([(0.9, True), (0.1, False)]), trials([(0.2, False)])])
    assert (found.cost, found.misses, found.false_alarms) == (0.0, 0.0, 0.0)


def test_other_costs_may_be_given():
    # One of two others stands above the target: dear by the evaluation's constants, half of all by cheaper alarms.
    example = [trials([(0.9, False), (0.5, True), (0.1, False)])]
    assert minimum_cost(example).cost == 1.0
    assert minimum_cost(example, Costs(false_alarm=0.01)).cost == pytest.approx(0.5)


@settings(deadline=None)
@given(st.lists(TRIALS, max_size=3))
def test_no_threshold_is_cheaper(topics):
    best = minimum_cost(map(trials, topics))
    assert best.cost <= 1.0
    for threshold in range(7):
        misses = [_mean([score < threshold for score, target in topic if target]) for topic in topics]
        alarms = [_mean([score >= threshold for score, target in topic if not target]) for topic in topics]
        # Without any target there is nothing to miss, and the cost speaks of a system that misses all.
        if any(rate is not None for rate in misses):
            assert best.cost <= _mean(_told(misses)) + 4.9 * (_mean(_told(alarms)) or 0.0) + 1e-9


def _told(rates):
    return [rate for rate in rates if rate is not None]


def _mean(values):
    return sum(values) / len(values) if values else None


def test_nothing_to_detect_costs_what_saying_no_costs():
    assert minimum_cost([]).cost == 1.0


def test_the_first_of_each_topic():
    assert are_first("abacb") == (True, True, False, True, False)
