from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clusterers.rows import sparse_rows

from newsloom.clusterers.stream.description import describe_groups
from newsloom.clusterers.stream.expansion import NO_NEIGHBOUR, NearestNeighbours
from newsloom.clusterers.stream.neighbourhoods import Neighbourhoods
from newsloom.clusterers.stream.padded import PaddedRows, RowProducts, VectorTable, to_float32
from newsloom.clusterers.stream.sparse import SparseRows, _in_order

WEIGHTS = st.sampled_from([0.25, 0.5, 1.0])
ROWS = st.lists(st.dictionaries(st.integers(0, 6), WEIGHTS, max_size=4), min_size=1, max_size=8)


def _row(rows: SparseRows, number: int) -> dict[int, float]:
    columns, weights = rows.row(number)
    return dict(zip(columns.tolist(), weights.tolist(), strict=True))


def test_a_table_keeps_rows():
    table = VectorTable(sparse_rows([{1: 0.5, 2: 0.25}, {1: 1.0}]), 3)
    table.set_rows(2, sparse_rows([{0: 0.5, 2: 0.5}]))
    held = table.sparse(np.array([2, 1]))
    assert [_row(held, 0), _row(held, 1)] == [{0: 0.5, 2: 0.5}, {1: 1.0}]


def test_a_table_keeps_the_heaviest_sums_at_length_one():
    table = VectorTable(sparse_rows([{0: 1.0}]), 2)
    columns = np.array([[5, 1, 5, 2], [3, 3, 0, 0]], np.int32)
    weights = np.array([[2, 3, 2, 1], [1, 1, 0, 0]], np.float32)
    table.set_sums(np.array([2, 0]), columns, weights)
    held = table.sparse(np.array([2, 0]))
    assert _row(held, 0) == pytest.approx({5: 0.8, 1: 0.6}, abs=1e-3)
    assert list(_row(held, 1)) == [3]


def test_a_row_of_no_weight_stays_so():
    table = VectorTable(sparse_rows([{0: 1.0}]), 2)
    table.set_sums(np.array([0]), np.zeros((1, 4), np.int32), np.zeros((1, 4), np.float32))
    assert _row(table.sparse(np.array([0])), 0) == {}


def test_a_row_may_be_kept_under_another_number():
    table = VectorTable(sparse_rows([{0: 1.0}, {1: 1.0}, {2: 1.0}]), 1)
    table.copy_rows(np.array([2, 1]), np.array([0, 1]))
    assert table.sparse(np.arange(3)).columns.tolist() == [2, 1, 2]


def test_a_table_has_room_for_a_fifth_more_from_the_beginning():
    """Or the first that arrives in a window of a million would wait until all others are copied."""
    table = VectorTable(sparse_rows([{0: 1.0}] * 100), 1)
    before = table.padded.columns
    table.set_rows(100, sparse_rows([{0: 1.0}] * 20))
    assert table.padded.columns is before


NEARNESS = st.sampled_from([0.25, 0.375, 0.5, 0.75])


@st.composite
def _near(draw: st.DrawFn) -> list[tuple[list[int], list[float]]]:
    """For each of some rows, a few before it and how near they are, the nearest first."""
    near = []
    for number in range(draw(st.integers(1, 12))):
        others = draw(st.lists(st.integers(0, number - 1), unique=True, max_size=5)) if number else []
        near.append((others, sorted((draw(NEARNESS) for _ in others), reverse=True)))
    return near


def _nobody() -> NearestNeighbours:
    return NearestNeighbours(rows=np.zeros((0, 3), np.int32), similarity=np.zeros((0, 3), np.float32))


@settings(max_examples=60, deadline=None)
@given(_near(), st.integers(1, 12))
def test_an_arrival_meets_the_edition_that_was_the_latest_when_it_came(near, size):
    """In blocks of any size as one by one: whoever asks finds the nearest of a row as they were at that turn."""
    single, history = Neighbourhoods(_nobody()), []
    known: dict[int, list[int]] = {}
    for number, one in enumerate(near):
        updates = single.add(number, [one])
        known |= dict(zip(updates.rows.tolist(), updates.nearest.rows.tolist(), strict=True))
        history.append(dict(known))
    neighbourhoods, kept = Neighbourhoods(_nobody()), {}
    for first in range(0, len(near), size):
        block = near[first : first + size]
        updates = neighbourhoods.add(first, block)
        kept |= dict(zip(updates.places.tolist(), updates.nearest.rows.tolist(), strict=True))
        for turn in range(len(block)):
            rows = np.arange(first + turn + 1)
            places = updates.places_at(np.full(len(rows), turn), rows)
            assert {row: kept[place] for row, place in enumerate(places.tolist())} == history[first + turn]
        latest = updates.are_latest
        kept |= {row: kept[place] for row, place in zip(updates.rows[latest], updates.places[latest], strict=True)}


def test_a_row_takes_in_who_is_nearer_than_its_last():
    neighbourhoods = Neighbourhoods(_nobody())
    neighbourhoods.add(0, [([], []), ([0], [0.5]), ([0, 1], [0.75, 0.25]), ([0], [0.5])])
    updates = neighbourhoods.add(4, [([0], [0.4]), ([0], [0.6])])
    changed = dict(zip(updates.rows.tolist(), updates.nearest.rows.tolist(), strict=True))
    assert changed == {0: [2, 5, 1], 4: [0, NO_NEIGHBOUR, NO_NEIGHBOUR], 5: [0, NO_NEIGHBOUR, NO_NEIGHBOUR]}


@settings(max_examples=60, deadline=None)
@given(ROWS, ROWS, st.data())
def test_rows_are_compared_in_all_their_terms(block, others, data):
    choice = st.tuples(st.integers(0, len(block) - 1), st.integers(0, len(others) - 1))
    pairs = sorted(data.draw(st.lists(choice, min_size=1)))
    row, other = np.array(pairs).T
    wanted = [sum(weight * others[b].get(term, 0.0) for term, weight in block[a].items()) for a, b in pairs]
    assert RowProducts(6).products(
        sparse_rows(block), row, PaddedRows.of(sparse_rows(others), 4), other
    ) == pytest.approx(wanted)


def test_short_numbers_are_made_long_without_loss():
    short = np.arange(np.float16(np.inf).view(np.uint16), dtype=np.uint16).view(np.float16)
    assert np.array_equal(to_float32(short), short.astype(np.float32))


TERMS = ("ash", "bay", "cove", "dune", "elm", "fen", "gorge")


@settings(max_examples=60, deadline=None)
@given(ROWS, st.lists(st.integers(1, 3), min_size=8, max_size=8))
def test_stories_described_together_are_as_each_alone(rows, sizes):
    made, members = sparse_rows(rows), iter(range(len(rows)))
    groups = [group for size in sizes if (group := [member for member, _ in zip(members, range(size), strict=False)])]
    together = list(describe_groups(groups, made.take, TERMS))
    assert together == [one for group in groups for one in describe_groups([group], made.take, TERMS)]
    assert [list(one.members) for one in together] == groups


def test_a_story_is_told_by_its_heaviest_words_of_equals_the_first():
    (story,) = describe_groups([[0, 1]], sparse_rows([{2: 0.5, 1: 0.25, 0: 0.25}, {2: 0.5}]).take, TERMS)
    assert story.words == (("cove", 0.5), ("ash", 0.125), ("bay", 0.125))
    assert story.closeness == (0.5893, 0.4714)


def test_a_story_without_words_has_none():
    (story,) = describe_groups([[0]], sparse_rows([{}]).take, TERMS)
    assert (story.words, story.closeness) == ((), (0.0,))


def test_many_members_are_described_a_part_at_a_time():
    rows = sparse_rows([{number % 7: 1.0} for number in range(1200)])
    groups = [list(range(start, start + 3)) for start in range(0, 1200, 3)]
    assert [one.closeness for one in describe_groups(groups, rows.take, TERMS)] == [(0.5774,) * 3] * 400


@given(st.lists(st.integers(0, 3) | st.sampled_from([1 << 62, (1 << 62) + 1]), max_size=12))
def test_numbers_of_any_size_are_sorted_and_equals_stay_in_order(values):
    """Beside large ones there is no room for the place of each."""
    keys, order = _in_order(np.array(values, np.int64))
    assert list(zip(keys.tolist(), order.tolist(), strict=True)) == sorted(zip(values, range(len(values)), strict=True))
