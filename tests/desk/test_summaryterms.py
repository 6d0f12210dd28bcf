from __future__ import annotations

import numpy as np

from newsloom.desk.summaryterms import TermUsage, chances, features, grams


def _usage():
    usage = TermUsage(language="en")
    usage.add(["quake", "in", "norvik"], [["a", "quake", "shook", "norvik"], ["breakfast", "was", "cold"]])
    usage.add(["norvik", "shaken"], [["norvik", "was", "hit", "by", "a", "quake"]])
    return usage


def test_grams_are_words_and_pairs_that_stand_together():
    assert grams(["a", "b", "a"]) == {"a", "b", "a b", "b a"}
    assert grams([]) == set()


def test_what_all_articles_and_headlines_say_is_told_sooner():
    found = chances(_usage())
    assert found["norvik"] > found["shook"] > 0
    assert found["norvik"] > found["breakfast"]
    assert all(0 < chance < 1 for chance in found.values())


def test_only_what_stands_in_sentences_has_a_chance():
    assert "shaken" not in chances(_usage())
    assert chances(TermUsage(language=None)) == {}


def test_every_gram_has_as_many_features():
    usage = _usage()
    rows = features(usage, ["norvik", "was", "a quake"])
    assert rows.shape == (3, 15)
    assert np.all(rows[:, 0] == 1)
    assert features(usage, []).shape == (0, 15)
