from __future__ import annotations

import pytest

from newsloom.evaluation.measures import with_rate, without_rate

TEXT = "The ferry\n\nleft at  noon. Nobody was hurt."


def test_the_share_of_snippets_that_are_there() -> None:
    assert with_rate(TEXT, ["left at noon", "Nobody was hurt", "Subscribe", "Share"]) == 0.5


def test_the_share_of_snippets_that_are_not_there() -> None:
    assert without_rate(TEXT, ["Nobody was hurt", "Subscribe", "Share", "Imprint"]) == 0.75


def test_white_space_is_folded_on_both_sides() -> None:
    assert with_rate(TEXT, ["ferry left", "ferry \t left"]) == 1.0


@pytest.mark.parametrize("snippets", [None, (), ("",), (" ",)])
def test_no_snippets_are_no_truth(snippets) -> None:
    assert with_rate(TEXT, snippets) is None
    assert without_rate(TEXT, snippets) is None


def test_an_empty_text_holds_nothing() -> None:
    assert with_rate("", ["ferry"]) == 0.0
    assert without_rate("", ["ferry"]) == 1.0
