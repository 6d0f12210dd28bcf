from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from newsloom.stores.delta.alignment import aligned


def tokens(names, marks):
    return [token for pair in zip(names, marks, strict=True) for token in pair]


def test_words_are_matched_by_what_stands_between_them():
    marks = [b"<%d>" % (n * n) for n in range(40)]
    old = tokens([b"old"] * 40, marks)
    new = tokens([b"new"] * 40, marks)
    assert list(aligned(old, new)) == [(place, place) for place in range(0, 80, 2)]


def test_a_stretch_that_moved_is_found_where_it_moved_to():
    marks = [b"<%d>" % (n * n) for n in range(40)]
    added = tokens([b"much"] * 7, [b"[%d]" % n for n in range(7)])
    old, new = tokens([b"old"] * 40, marks), added + tokens([b"new"] * 40, marks)
    assert list(aligned(old, new)) == [(place, place + 14) for place in range(0, 80, 2)]


def test_words_that_kept_their_name_are_not_given():
    words = tokens([b"same"] * 40, [b"<%d>" % n for n in range(40)])
    assert list(aligned(words, words)) == []


@given(st.lists(st.sampled_from([b"a", b"b", b"<", b">"]), max_size=200), st.lists(st.just(b"a"), max_size=200))
def test_positions_come_once_and_in_order(old, new):
    places = [place for place, _ in aligned(old, new)]
    assert places == sorted(set(places))
