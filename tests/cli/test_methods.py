from __future__ import annotations

import newsloom
from newsloom.cli.methods import read_scores


def test_every_room_is_listed_with_its_parameters(run):
    outcome = run("methods", "--format", "json")
    assert outcome.code == 0
    listed = {method["name"]: method for method in outcome.records}
    assert set(newsloom.available("extractor")) <= set(listed)
    assert {"name": "beta", "default": "0.6", "takes": "a number from 0 to 1"} in listed["next"]["parameters"]
    assert all(method["summary"] and method["version"] >= 1 for method in listed.values())


def test_parameters_are_printed_as_they_can_be_given(run, story):
    listed = run("methods").stdout.partition("extractor next,")[2].partition("\n")[0]
    assert " · similarity=dice  (cosine, dice, jaccard or overlap) · " in listed
    (paper,) = (line.partition(" is ")[2] for line in listed.split(" · ") if line.startswith("next:paper is "))
    assert run("extract", story, "--extractor", paper).code == 0


def test_the_default_extractor_shows_how_good_it_is(run):
    listed = run("methods").stdout
    assert "word F1: " in listed.partition("extractor loom,")[2].partition("\n\n")[0]


def test_the_list_is_plain_where_there_is_no_terminal(run):
    outcome = run("methods")
    assert outcome.code == 0
    assert "largest" in outcome.stdout
    assert "\x1b" not in outcome.stdout
    assert len(outcome.stdout.splitlines()) == len(run("methods", "--format", "json").records)


def test_the_default_and_the_published_extractors_come_with_their_scores():
    scores = read_scores()
    assert {"loom", "next", "largest"} <= set(scores) <= set(newsloom.available("extractor"))
    assert all(0.0 < score < 1.0 for sets in scores.values() for score in sets.values())
