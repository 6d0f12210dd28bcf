from __future__ import annotations

import dataclasses
import json

from newsloom.evaluation import READING, cells, tabulate, to_json, to_markdown
from newsloom.evaluation.measures import Share

from .reports import DIGEST, TWO_METHODS, TWO_SETS, report, score

TABLE = tabulate(TWO_METHODS)


def test_cells_show_the_headline_measures_that_have_values() -> None:
    header, rows = cells(TABLE)
    assert header == ("set", "method", "pages", "failed", "F1 < 0.5", "ms/page", "word_f1", "title")
    assert rows[0][:6] == ("coast", "old", "3", "0", "2", "4.0")
    assert all(len(row) == len(header) for row in rows)


def test_a_cell_has_mean_interval_and_difference() -> None:
    _, (old, new) = cells(TABLE, ["word_f1"])
    assert old[-1].startswith("0.400 [")
    assert new[-1].startswith("0.500 [")
    assert new[-1].endswith("(+0.100)")


def test_a_difference_beyond_chance_is_starred() -> None:
    pages = [f"page{n}" for n in range(9)]
    better = report(*(score(page, name, word_f1=f1) for page in pages for name, f1 in (("old", 0.5), ("new", 0.7))))
    _, (_, new) = cells(tabulate(better))
    assert new[-1] == "0.700 [0.700, 0.700] (+0.200*)"


def test_a_difference_on_a_handful_of_pages_is_never_starred() -> None:
    pages = [f"page{n}" for n in range(5)]
    better = report(*(score(page, name, word_f1=f1) for page in pages for name, f1 in (("old", 0.5), ("new", 0.7))))
    _, (_, new) = cells(tabulate(better))
    assert new[-1] == "0.700 [0.700, 0.700] (+0.200)"


def test_a_missing_value_is_a_dash() -> None:
    mixed = report(score("ferry", "old", title=1.0), score("ferry", "old", corpus="inland", word_f1=1.0))
    _, rows = cells(tabulate(mixed))
    assert rows[0][4:] == ("–", "4.0", "–", "1.000 [1.000, 1.000]")


def test_markdown_is_a_table_with_a_legend() -> None:
    lines = to_markdown(TABLE).splitlines()
    assert lines[0].startswith("| set | method | pages |")
    assert lines[1] == "| --- | --- |" + " ---: |" * 6
    assert len({line.count("|") for line in lines[:4]}) == 1
    assert "with the true title" in lines[-1]
    assert "difference from old" in lines[-1]


def test_a_pipe_in_a_name_does_not_break_the_markdown_table() -> None:
    odd = report(score("ferry", "a|b\n", word_f1=1.0))
    assert "| a\\|b |" in to_markdown(tabulate(odd))


def test_json_has_stable_keys_and_every_measure() -> None:
    content = json.loads(to_json(tabulate(TWO_SETS)))
    assert list(content) == ["format", "kind", "by", "feed_title", "methods", "measures", "sets", "rows", "failures"]
    assert content["sets"][0] == {"name": "coast", "digest": DIGEST, "pages": 1, "scored": 1}
    assert content["rows"][1] == {
        "group": "coast",
        "method": "new",
        "pages": 1,
        "failures": 0,
        "below_half": 0,
        "seconds": 0.004,
        "measures": {"word_f1": {"mean": 0.7, "low": 0.7, "high": 0.7, "count": 1}},
        "differences": {"word_f1": {"mean": 0.2, "low": 0.2, "high": 0.2, "count": 1}},
        "shares": {},
    }


SHARED = dataclasses.replace(
    report(
        score(
            "bridge", "old", shares={"link_recall": Share(hits=1, total=4), "precision of card": Share(hits=0, total=0)}
        ),
        score("ferry", "old", shares={"link_recall": Share(hits=8, total=8)}),
    ),
    task=READING,
)


def test_shares_are_pooled_and_not_averaged() -> None:
    header, rows = cells(tabulate(SHARED))
    shown = dict(zip(header, rows[0], strict=True))
    assert shown["link_recall, pooled"] == "0.750 of 12", "the mean of the pages is 0.625"
    assert shown["precision of card, pooled"] == "–"


def test_json_has_the_shares_and_the_kind_of_method() -> None:
    content = json.loads(to_json(tabulate(SHARED)))
    assert content["kind"] == "reader"
    assert content["rows"][0]["shares"] == {
        "link_recall": {"rate": 0.75, "of": 12},
        "precision of card": {"rate": None, "of": 0},
    }


def test_the_legend_of_readers_says_what_is_pooled_and_nothing_of_feeds() -> None:
    legend = to_markdown(tabulate(SHARED)).splitlines()[-1]
    assert "Pooled" in legend
    assert "feed" not in legend


def test_json_names_the_failures() -> None:
    (failure,) = json.loads(to_json(TABLE))["failures"]
    assert failure == {
        "set": "coast",
        "id": "tower",
        "method": "new",
        "kind": "ValueError",
        "reason": "met a <b>pipe | in it",
    }
