from __future__ import annotations

import newsloom
from newsloom.cli.scores import read_scores


def test_the_default_and_the_published_extractors_come_with_their_scores():
    scores = read_scores()
    assert {"loom", "next", "largest"} <= set(scores) <= set(newsloom.available("extractor"))
    assert all(0.0 < score < 1.0 for sets in scores.values() for score in sets.values())
