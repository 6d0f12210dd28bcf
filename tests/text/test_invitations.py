"""Invitations to read on behind a text that was cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsloom.text.invitations import without_invitation

TEXT = "The ferry stays in port because the river rose in the night."


@pytest.mark.parametrize(
    "invitation",
    [
        " Continue reading →",
        " Continue reading “Ferry stays in port” →",
        " Read more »",
        " Weiterlesen …",
        " Devamını oku",
        " 阅读全文 >>",
    ],
)
def test_an_invitation_to_read_on_is_taken_off(invitation: str) -> None:
    assert without_invitation(TEXT + invitation) == TEXT


def test_a_mark_of_what_is_left_out_stays_as_three_dots() -> None:
    assert without_invitation("The ferry stays in port [...]") == "The ferry stays in port …"


@pytest.mark.parametrize("text", [TEXT, "", "They read more and continue reading at night.", "He read “More” → twice"])
def test_other_texts_stay(text: str) -> None:
    assert without_invitation(text) == text


@given(st.text(max_size=300))
def test_any_text_can_be_given(text: str) -> None:
    assert len(without_invitation(text)) <= len(text) + 1
