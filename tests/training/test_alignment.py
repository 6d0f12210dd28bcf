"""Which lines of a page are in its true text."""

from __future__ import annotations

from training.alignment import label_lines, words_of


def labels(lines: list[str], truth: str) -> list[bool]:
    return [share >= 0.5 for share in label_lines([words_of(line) for line in lines], words_of(truth))]


LONG = "the council of the town met on monday to talk about the bridge"
LATER = "it will be closed for two years while the arches are rebuilt"


def test_long_lines_are_found_by_their_shingles():
    assert labels([LONG, "buy our newsletter now and get two weeks for free"], LONG) == [True, False]


def test_a_short_line_counts_only_between_the_lines_around_it():
    truth = f"{LONG} what happens now {LATER}"
    assert labels(["what happens now", LONG, "What happens now?", LATER], truth) == [False, True, True, True]


def test_a_word_that_any_story_holds_is_not_part_of_it():
    assert labels(["Home", *["x"] * 9, LONG], f"{LONG} home") == [False] * 10 + [True]


def test_an_empty_truth_labels_nothing():
    assert labels([LONG], "") == [False]


def test_the_cells_of_a_table_in_the_story_are_part_of_it():
    cells = [f"{team} {points}" for team, points in zip("abcdefghijklmnop", range(16), strict=True)]
    truth = f"{LONG} {' '.join(cells)}"
    assert labels([LONG, *cells, "c 2"], truth) == [True] * 17 + [False]
