"""A second copy of a story is left out, a refrain is not."""

from __future__ import annotations

import numpy as np

from newsloom.extractors.loom.copies import add_refrains, drop_copies

PARAGRAPHS = [
    "The harbour master of Lindvik said on Monday that the old breakwater would be rebuilt before the winter storms.",
    "Work begins in August, when the fishing fleet is away, and will close the eastern quay for six weeks.",
    "Fishermen who met in the town hall asked for a second crane, which the council promised to look into.",
    "The breakwater was built in 1911 and has been mended eleven times since, most recently after the storm of 2016.",
]
REFRAIN = "And the boats came home, came home to Lindvik, with the herring and the morning light."


def kept(texts: list[str], boxes: list[int] | None = None) -> list[int]:
    return drop_copies(range(len(texts)), texts, (boxes or range(len(texts))).__getitem__)


def test_a_story_printed_again_is_kept_once():
    assert kept([*PARAGRAPHS, *PARAGRAPHS]) == [0, 1, 2, 3]


def test_a_copy_in_other_cuts_is_left_out():
    halves = [f"{PARAGRAPHS[0]} {PARAGRAPHS[1]}", f"{PARAGRAPHS[2]} {PARAGRAPHS[3]}"]
    assert kept([*PARAGRAPHS, *halves]) == [0, 1, 2, 3]


def test_of_two_copies_the_one_in_paragraphs_stays():
    longer = " ".join(f"{text} Number {number}." for number, text in enumerate(PARAGRAPHS * 2))
    assert kept([longer, *PARAGRAPHS]) == [1, 2, 3, 4]


def test_short_lines_go_with_the_copy_around_them():
    texts = [*PARAGRAPHS[:2], "A second crane", *PARAGRAPHS[2:]]
    assert kept([*texts, *texts]) == [0, 1, 2, 3, 4]


def test_a_refrain_stays():
    texts = [PARAGRAPHS[0], REFRAIN, PARAGRAPHS[1], REFRAIN, PARAGRAPHS[2], REFRAIN]
    assert kept(texts, boxes=[7] * 6) == [0, 1, 2, 3, 4, 5]


def test_a_paragraph_shown_again_elsewhere_is_kept_once():
    assert kept([*PARAGRAPHS, PARAGRAPHS[1]], boxes=[1, 1, 1, 1, 2]) == [0, 1, 2, 3]


def test_a_story_without_repetition_is_as_it_was():
    assert kept(PARAGRAPHS) == [0, 1, 2, 3]
    assert kept([]) == []


def test_a_refrain_that_was_left_out_once_is_kept_with_the_others():
    refrain = "And the boats came home, came home to Lindvik, with the morning light."
    texts = [refrain, "They sailed at dawn.", refrain, "They fished at noon.", refrain, "The end."]
    chances = np.array([0.9, 0.9, 0.4, 0.9, 0.1, 0.9])
    assert add_refrains([0, 1, 3, 5], texts, lambda _: 1, chances) == [0, 1, 2, 3, 5]
    assert add_refrains([0, 1, 3, 5], texts, [1, 1, 2, 1, 1, 1].__getitem__, chances) == [0, 1, 3, 5]
    assert add_refrains([], texts, lambda _: 1, chances) == []
