from __future__ import annotations

import json


def test_the_demo_shows_every_page_beside_its_truth(run):
    outcome = run("demo", "--format", "json")
    assert outcome.code == 0
    showings = json.loads(outcome.stdout)
    assert len(showings) >= 5
    for showing in showings:
        assert showing["article"]["title"] == showing["truth"]["title"]
        assert showing["f"] > 0.8, showing["name"]
        assert showing["article"]["word_count"] < showing["words_on_page"]


def test_the_demo_is_readable_where_there_is_no_terminal(run):
    outcome = run("demo")
    assert outcome.code == 0
    assert "\x1b" not in outcome.stdout
    assert "Council votes to sell Holmbury's last chain ferry" in outcome.stdout
    assert "mean word F1" in outcome.stdout


def test_the_demo_runs_with_the_baseline_too(run):
    assert run("demo", "--extractor", "largest").code == 0
