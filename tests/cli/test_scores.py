from __future__ import annotations

from newsloom.cli.scores import read_scores, scores_of


def test_scores_are_read_from_the_report_that_evaluate_writes():
    rows = [
        {"group": "papers", "method": "next", "measures": {"word_f1": {"mean": 0.9, "low": 0.8, "high": 1.0}}},
        {"group": "all", "method": "next", "measures": {"title": {"mean": 0.5, "low": 0.4, "high": 0.6}}},
    ]
    assert scores_of({"rows": rows}) == {"next": {"papers": 0.9}}


def test_the_scores_that_come_with_the_package_can_be_read():
    assert all(0.0 <= score <= 1.0 for sets in read_scores().values() for score in sets.values())
