from __future__ import annotations

import gzip
import json

import pytest

from newsloom.clusterers.linkage import LinkageClusterer
from newsloom.errors import CorpusError, InputError, UnknownName
from newsloom.evaluation.corpora.stories import read_stories
from newsloom.evaluation.grouping import (
    clusterer_cells,
    clusterer_json,
    compare_partitions,
    evaluate_clusterer,
    evaluate_clusterer_sets,
)

TEXTS = ("Ferry late in fog off Skarvik", "Ferry late in fog off Skarvik", "Mayor opens bridge", "Mayor closes bank")
LABELS = ("ferry", "ferry", "bridge", "bridge")


@pytest.fixture
def invented(tmp_path):
    path = tmp_path / "invented.jsonl.gz"
    lines = [
        json.dumps({"id": str(number), "text": text, "story": label, "lang": "en"})
        for number, (text, label) in enumerate(zip(TEXTS, LABELS, strict=True))
    ]
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    return path


def test_a_clusterer_is_measured_on_a_set(invented):
    score = evaluate_clusterer(LinkageClusterer(), read_stories(invented))
    assert (score.corpus, score.method, score.articles) == ("invented", "linkage", 4)
    scores = score.scores
    assert (scores.true_groups, scores.found_groups) == (2, 3)
    assert (scores.bcubed.precision, scores.bcubed.recall) == (1.0, 0.75)
    assert scores.pairs.precision == 1.0
    assert scores.mutual_information == pytest.approx(0.8)
    assert scores.adjusted_rand == pytest.approx(4 / 7)


def test_table_one_by_all_measures():
    scores = compare_partitions([1, 1, 1, 2, 2, 3], [1, 1, 2, 2, 2, 2])
    assert scores.pairs.accuracy == pytest.approx(22 / 36)
    assert scores.bcubed.recall == pytest.approx((4 / 3 + 1 / 3 + 2 + 1) / 6)


def test_every_clusterer_on_every_set_is_a_row(invented):
    scores = evaluate_clusterer_sets([invented, invented], ["linkage", "concepts"])
    assert [(score.corpus, score.method) for score in scores] == [("invented", "linkage"), ("invented", "concepts")] * 2


def test_a_limit_takes_the_first_articles(invented):
    (score,) = evaluate_clusterer_sets([invented], ["linkage"], limit=2)
    assert (score.articles, score.scores.true_groups, score.scores.bcubed.f) == (2, 1, 1.0)


def test_rows_have_a_cell_for_each_column(invented):
    header, (row,) = clusterer_cells(evaluate_clusterer_sets([invented], ["linkage"]))
    cells = dict(zip(header, row, strict=True))
    assert cells["BCubed recall"] == "0.750"
    assert cells["found"] == "3"


def test_json_has_the_same_rates(invented):
    (row,) = json.loads(clusterer_json(evaluate_clusterer_sets([invented], ["linkage"])))["rows"]
    assert (row["clusterer"], row["bcubed_recall"], row["pair_precision"]) == ("linkage", 0.75, 1.0)
    assert row["adjusted_rand"] == pytest.approx(4 / 7, abs=1e-6)


def test_what_cannot_be_measured_is_refused(tmp_path, invented):
    with pytest.raises(InputError, match="at least one"):
        evaluate_clusterer_sets([], ["linkage"])
    with pytest.raises(UnknownName, match="linkage"):
        evaluate_clusterer_sets([invented], ["linkages"])
    empty = tmp_path / "empty.jsonl.gz"
    empty.write_bytes(gzip.compress(b""))
    with pytest.raises(CorpusError, match="no article"):
        evaluate_clusterer_sets([empty], ["linkage"])
