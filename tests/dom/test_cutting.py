from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from newsloom.dom.cutting import size_within_tags


@given(st.text(alphabet="<a", max_size=300).map(str.encode), st.integers(0, 50))
def test_what_is_kept_ends_right_before_the_bracket_that_is_one_too_many(markup, most):
    size = size_within_tags(markup, most)
    assert markup[:size].count(b"<") <= most
    assert size == len(markup) or (markup[size : size + 1] == b"<" and markup[:size].count(b"<") == most)


def test_long_markup_is_cut_behind_many_steps():
    markup = b"<b>bold words</b>" * 50_000
    size = size_within_tags(markup, 70_001)
    assert markup[:size].count(b"<") == 70_001
    assert markup[size:].startswith((b"</b>", b"<b>"))
