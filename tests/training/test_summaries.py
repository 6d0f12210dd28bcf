from __future__ import annotations

import numpy as np

from newsloom.records import Article
from training.summaries import PAIRS, WORDS, examples, fit

STORY = (
    [
        Article(title="Quake in Norvik", text="A quake shook Norvik. Breakfast was cold.", language="en"),
        Article(title="Norvik shaken", text="Norvik was shaken by a quake.", language="en"),
    ],
    "A quake shook Norvik.",
)


def test_words_and_pairs_of_the_summary_are_told():
    words, told_words = examples([STORY], WORDS)
    pairs, told_pairs = examples([STORY], PAIRS)
    assert len(words) == len(told_words)
    assert len(pairs) == len(told_pairs)
    assert told_words.sum() == 4
    assert told_pairs.sum() == 3


def test_a_fit_tells_what_is_told_from_what_is_not():
    rows = np.array([[1.0, value] for value in (0.0, 0.2, 0.3, 0.7, 0.8, 1.0)] * 20)
    weights = fit(rows, (rows[:, 1] > 0.5).astype(np.float64))
    assert weights[1] > 0
    assert np.all((rows @ weights > 0) == (rows[:, 1] > 0.5))
