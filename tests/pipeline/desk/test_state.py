from __future__ import annotations

import pytest

from newsloom.pipeline.desk.state import DeskState


def test_a_note_is_read_as_it_was_written():
    state = DeskState(
        edition=3, method="stream 1", read_at="2026-03-02T12:00:00+00:00", is_open=True, merging={"a": "b"}
    )
    assert DeskState.read(state.written()) == state
    assert state.last_read.hour == 12


def test_the_first_note_says_nothing():
    assert DeskState.read(None) == DeskState()
    assert DeskState().last_read is None


@pytest.mark.parametrize(
    "text",
    ["", "no state", "[1]", "7", '{"edition": "three"}', '{"read_at": "yesterday"}', '{"merging": []}', "{" * 99],
)
def test_a_note_that_is_none_of_ours_says_nothing(text):
    assert DeskState.read(text) == DeskState()
