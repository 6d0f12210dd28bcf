from __future__ import annotations

import dataclasses
import json
import tarfile
from pathlib import Path

import pytest
from tests.tars import add_file

from benchmarks.contest import Plan, Question, hold, score_question, text_measures
from benchmarks.pages import small_page, small_truth
from benchmarks.predictions import read_predictions, with_predictions
from newsloom.errors import InputError
from newsloom.evaluation import EvaluationReport
from newsloom.evaluation.corpora import Truth, open_corpus


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    path = tmp_path / "papers.tar.xz"
    with tarfile.open(path, "w:xz") as tar:
        for number in range(3):
            add_file(tar, f"pages/{number:06}.html", small_page(number))
        add_file(tar, "truth.jsonl", "".join(map(small_truth, range(3))).encode())
    return Plan.of(open_corpus(path), None)


@pytest.fixture(autouse=True)
def _unhushed(monkeypatch):
    """The contest silences what it runs in, for good: here only for the test."""
    monkeypatch.setattr("benchmarks.contest.hush", lambda: None)


def _held(plan: Plan):
    return hold([plan], ["largest", "next"], processes=1, progress=lambda _done, _total: None)


def test_every_method_is_asked_about_every_page(plan):
    report = _held(plan)
    assert report.methods == ("largest", "next")
    assert sorted((score.id, score.method) for score in report.scores) == [
        (f"{number:06}", method) for number in range(3) for method in ("largest", "next")
    ]
    assert all(score.measures["word_f1"] > 0.5 and score.seconds > 0 for score in report.scores)


def test_a_limit_spreads_over_the_set(plan):
    assert list(Plan.of(plan.corpus, 2).chosen) == ["000000", "000001"]
    assert Plan.of(plan.corpus, 2).pages == 3


def test_a_method_that_raises_has_found_nothing(plan, monkeypatch):
    monkeypatch.setattr("benchmarks.contest.rooms", lambda: [_Broken()])
    report = hold([plan], ["broken"], processes=1, progress=lambda _done, _total: None)
    assert {score.measures["word_f1"] for score in report.scores} == {0.0}
    assert {score.measures["date"] for score in report.scores} == {None}
    assert {score.failure.kind for score in report.scores} == {"ZeroDivisionError"}


class _Broken:
    name = "broken"
    fields = frozenset({"title"})

    def answer(self, _page, _url):
        raise ZeroDivisionError


def test_a_field_that_was_not_found_counts_as_wrong():
    truth = Truth(id="a", title="Ferry sold", date="2004-09-15", authors=("Ada Berg",), text="The ferry is sold.")
    score = score_question(Question(corpus="papers", truth=truth, method="next", page=b"<p>Nothing here</p>"))
    assert (score.measures["title"], score.measures["date"], score.measures["authors"]) == (0.0, 0.0, 0.0)


def test_a_page_without_a_true_text_has_no_word_measure():
    assert "word_f1" not in text_measures("anything", Truth(id="a"))


def test_predictions_take_the_place_of_a_rooms_text_and_leave_the_rest(plan):
    before = _held(plan)
    texts = {("papers", "000000"): plan.chosen["000000"].text, ("papers", "000001"): ""}
    after = with_predictions(before, "next", texts, [plan])
    found = _f1_of(after, "next")
    assert found["000000"] == 1.0
    assert found["000001"] == 0.0
    assert _f1_of(after, "largest") == _f1_of(before, "largest")
    assert all(score.measures["title"] is not None for score in after.scores)


def test_a_page_without_a_prediction_is_scored_only_if_its_site_was_never_seen(plan):
    before = _held(plan)
    texts = {("papers", "000000"): ""}
    assert _f1_of(with_predictions(before, "next", texts, [plan]), "next")["000002"] == _f1_of(before, "next")["000002"]
    one_site = dataclasses.replace(plan, sites=dict.fromkeys(plan.sites, plan.sites["000002"]))
    assert _f1_of(with_predictions(before, "next", texts, [one_site]), "next")["000002"] is None


def _f1_of(report: EvaluationReport, method: str) -> dict[str, float | None]:
    return {score.id: score.measures["word_f1"] for score in report.scores if score.method == method}


def test_predictions_under_a_new_name_are_a_method_of_their_own(plan):
    report = with_predictions(_held(plan), "apart", {("papers", "000002"): plan.chosen["000002"].text}, [plan])
    assert report.methods == ("apart", "largest", "next")
    (score,) = (score for score in report.scores if score.method == "apart")
    assert score.measures["word_f1"] == 1.0
    assert score.seconds is None


def test_predictions_are_read_line_by_line(tmp_path):
    file = tmp_path / "texts.jsonl"
    file.write_text(json.dumps({"set": "papers", "id": "a", "text": "The ferry."}) + "\n", encoding="utf-8")
    assert read_predictions(file) == {("papers", "a"): "The ferry."}


@pytest.mark.parametrize("line", ["{", "[]", '{"set": "papers", "id": "a"}'])
def test_a_line_that_is_no_prediction_is_named(line, tmp_path):
    file = tmp_path / "texts.jsonl"
    file.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1"):
        read_predictions(file)
