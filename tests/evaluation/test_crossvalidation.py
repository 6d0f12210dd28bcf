"""Values and methods over folds, as the thesis on N-EXT chooses beta and compares similarities."""

from __future__ import annotations

import gzip
import json

import pytest
from tests.evaluation.reports import report, score

from newsloom.errors import CorpusError, InputError
from newsloom.evaluation.crossvalidation import (
    FoldPlan,
    clusterer_folds,
    fold_cells,
    fold_json,
    learner_folds,
    page_folds,
    values_of,
    with_value,
)

# Table 6.3 of the thesis: accuracy in ten folds.
SIMILARITIES = {
    "cosine": (0.93, 0.93, 0.92, 0.92, 0.91, 0.93, 0.93, 0.92, 0.92, 0.94),
    "dice": (0.96, 0.97, 0.95, 0.96, 0.95, 0.97, 0.96, 0.95, 0.95, 0.97),
    "jaccard": (0.96, 0.96, 0.95, 0.95, 0.94, 0.96, 0.96, 0.95, 0.94, 0.96),
    "overlap": (0.91, 0.91, 0.90, 0.91, 0.90, 0.92, 0.91, 0.92, 0.91, 0.93),
}


def plan_of(*methods: str, folds: int = 2, measure: str = "block", parameter: str | None = None) -> FoldPlan:
    return FoldPlan(columns={one: one for one in methods}, folds=folds, measure=measure, parameter=parameter)


def test_the_similarities_of_the_thesis_differ_but_for_dice_and_jaccard():
    scores = [
        score(f"p{fold}", method, block=value)
        for method, values in SIMILARITIES.items()
        for fold, value in enumerate(values)
    ]
    (table,) = page_folds(report(*scores), plan_of(*SIMILARITIES, folds=10))
    assert table.means(table.testing) == pytest.approx([0.925, 0.959, 0.953, 0.912], abs=0.0006)
    anova, pairs = table.anova()
    assert anova.is_significant
    alike = [(table.columns[one.first], table.columns[one.second]) for one in pairs if not one.differs]
    assert alike == [("dice", "jaccard")]


def test_a_value_is_chosen_on_the_other_folds_and_tried_on_the_one():
    # On the pages of the second fold 0.2 is best, on those of the first 0.8.
    values = {"0.2": (0.0, 1.0, 0.0, 1.0), "0.8": (0.6, 0.5, 0.6, 0.5)}
    scores = [score(f"p{n}", beta, block=one) for beta, row in values.items() for n, one in enumerate(row)]
    (table,) = page_folds(report(*scores), plan_of(*values, parameter="beta"))
    assert [table.columns[column] for column in table.chosen] == ["0.2", "0.8"]
    assert table.held_out == pytest.approx((0.0 + 0.5) / 2)
    header, rows = fold_cells(table, "training")
    assert header == ("training, fold", "0.2", "0.8")
    assert rows == (("1", "1.000*", "0.500"), ("2", "0.000", "0.600*"), ("mean", "0.500", "0.550*"))
    told = json.loads(fold_json([table]))["tables"][0]
    assert (told["chosen"], told["held_out"], told["parameter"]) == (["0.2", "0.8"], 0.25, "beta")


def test_sites_stay_in_one_fold_where_asked():
    pages = [score(f"p{n}", "next", block=1.0) for n in range(4)]
    (table,) = page_folds(report(*pages), plan_of("next", folds=4), by_site=True)
    assert len(table.testing) == 4
    with pytest.raises(CorpusError, match="only 4 units for 5 folds"):
        page_folds(report(*pages), plan_of("next", folds=5), by_site=True)


def test_a_fold_without_the_measure_is_said():
    scores = [score("a", "next", block=None), score("b", "next", block=1.0)]
    with pytest.raises(CorpusError, match="one of 2 folds has no block of next"):
        page_folds(report(*scores), plan_of("next"))


@pytest.fixture
def sites(tmp_path):
    """One folder of pages for each of four sites."""
    for tag in ("ul", "ol", "dl", "h2"):
        (tmp_path / "sites" / tag).mkdir(parents=True)
        for number in range(3):
            page = f"<html><body>{f'<{tag}></{tag}>' * 6}{'<p>News</p>' * (number + 1)}</body></html>"
            (tmp_path / "sites" / tag / f"{number}.html").write_text(page, encoding="utf-8")
    return tmp_path / "sites"


def test_the_threshold_of_rtdm_is_trained_on_sites_held_apart(sites):
    columns = {value: with_value("rtdm", "least_similarity", value) for value in ("0.6", "1")}
    plan = FoldPlan(columns=columns, folds=2, measure="recall", method="rtdm", parameter="least_similarity")
    table = learner_folds(sites, plan)
    # No two pages have the same tree, so at 1 each is alone; each half of the sites tells the other.
    assert [table.columns[column] for column in table.chosen] == ["0.6", "0.6"]
    assert table.testing[0] == table.training[1]
    assert table.testing[1] == table.training[0]
    assert table.held_out > table.means(table.testing)[1]


def test_the_threshold_of_linkage_is_chosen_with_stories_held_apart(tmp_path):
    texts = [
        f"{words} off Skarvik again" for words in ("Ferry late fog", "Pilot won cup", "Mayor sold ship", "Hen ate oats")
    ]
    lines = [
        json.dumps({"id": f"{n}{copy}", "text": text + copy, "story": str(n), "lang": "en"})
        for n, text in enumerate(texts)
        for copy in (" today", " tonight")
    ]
    path = tmp_path / "fog.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    columns = {value: with_value("linkage", "threshold", value) for value in ("0.01", "0.2", "0.9")}
    table = clusterer_folds(path, FoldPlan(columns=columns, folds=2, measure="bcubed_f", parameter="threshold"))
    assert table.chosen_most == ("0.2", 2)
    assert table.held_out == 1.0


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("beta=0:1:0.25", ("beta", ("0", "0.25", "0.5", "0.75", "1"))),
        ("similarity=dice+cosine+dice", ("similarity", ("dice", "cosine"))),
        ("clusters=10:2:-4", ("clusters", ("10", "6", "2"))),
    ],
)
def test_values_are_a_range_or_a_list(text, values):
    assert values_of(text) == values


@pytest.mark.parametrize("text", ["beta", "=1", "beta=", "beta=0:1", "beta=0:1:0", "beta=0:1:x", "beta=0:9:0.001"])
def test_what_are_no_values_is_said(text):
    with pytest.raises(InputError):
        values_of(text)


def test_a_value_is_added_to_the_methods_other_settings():
    assert with_value("next", "beta", "0.3") == "next:beta=0.3"
    assert with_value("next:paper", "beta", "0.3") == "next:paper,beta=0.3"
