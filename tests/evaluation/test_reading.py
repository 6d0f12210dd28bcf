from __future__ import annotations

from pathlib import Path

import pytest

from newsloom.engines.local import LocalEngine
from newsloom.errors import UnknownName
from newsloom.evaluation import READING, EvaluationReport, PageScore, evaluate, evaluate_reader_sets, evaluate_readers
from newsloom.evaluation.corpora import Corpus, open_corpus
from newsloom.evaluation.measures import Share

from .frontpages import FRONT, FRONT_PAGE, TagReader
from .methods import Everything
from .sets import FERRY, pack, page_of, truth_lines

SERIAL = LocalEngine(processes=1)


@pytest.fixture
def fronts(tmp_path: Path) -> Corpus:
    """A set of one front page, and one story that no reader is asked about."""
    members = {
        "./pages/ferry.html": page_of(FERRY),
        "./pages/front.html": FRONT_PAGE.encode(),
        "./truth.jsonl": truth_lines([FRONT, FERRY]),
    }
    return open_corpus(pack(tmp_path / "fronts.tar.xz", members))


def only(report: EvaluationReport) -> PageScore:
    (score,) = report.scores
    return score


def test_a_reader_of_articles_is_right_until_they_are_renamed(fronts: Corpus) -> None:
    score = only(evaluate_readers([fronts], {"articles": TagReader()}, engine=SERIAL))
    assert set(score.measures) == set(READING.measures)
    assert score.measures["link_f1"] == score.measures["link_accuracy"] == score.measures["headline"] == 1.0
    assert score.measures["renamed_f1"] == 0.0
    assert score.seconds > 0


def test_a_reader_of_the_whole_body_takes_menus_for_stories(fronts: Corpus) -> None:
    score = only(evaluate_readers([fronts], {"body": TagReader(tag="body")}, engine=SERIAL))
    assert (score.measures["link_precision"], score.measures["link_recall"]) == (0.5, 1.0)
    assert score.measures["link_accuracy"] == 0.5
    assert score.measures["renamed_f1"] == score.measures["link_f1"] == pytest.approx(2 / 3)
    assert score.shares["precision of body"] == Share(hits=2, total=4)


def test_a_reader_that_finds_nothing_is_not_precise(fronts: Corpus) -> None:
    score = only(evaluate_readers([fronts], {"none": TagReader(tag="table")}, engine=SERIAL))
    assert (score.measures["link_f1"], score.measures["link_precision"], score.measures["link_recall"]) == (
        0.0,
        0.0,
        0.0,
    )
    assert score.measures["link_accuracy"] == 0.5, "two of four links were rightly left out"
    assert score.measures["headline"] is None


def test_a_reader_that_breaks_is_scored_as_having_found_nothing(fronts: Corpus) -> None:
    methods = {"fragile": TagReader(breaks_on="Ferry"), "articles": TagReader()}
    fragile, articles = evaluate_readers([fronts], methods, engine=SERIAL).scores
    assert fragile.failure.kind == "ValueError"
    assert (fragile.measures["link_f1"], fragile.measures["renamed_f1"], fragile.seconds) == (0.0, 0.0, None)
    assert (articles.failure, articles.measures["link_f1"]) == (None, 1.0)


def test_only_labelled_front_pages_are_read_and_no_extractor_reads_them(fronts: Corpus) -> None:
    readers = evaluate_readers([fronts], {"articles": TagReader()}, engine=SERIAL)
    extractors = evaluate([fronts], {"all": Everything()}, feed_title=False, engine=SERIAL)
    assert [score.id for score in readers.scores] == ["front"]
    assert [score.id for score in extractors.scores] == ["ferry"]
    assert (readers.task.kind, extractors.task.kind) == ("reader", "extractor")


def test_several_processes_say_the_same_as_one(fronts: Corpus) -> None:
    alone = only(evaluate_readers([fronts], {"articles": TagReader()}, engine=SERIAL))
    other = only(evaluate_readers([fronts], {"articles": TagReader()}, engine=LocalEngine(processes=2)))
    assert (alone.measures, alone.shares) == (other.measures, other.shares)


def test_sets_and_readers_by_name(fronts: Corpus) -> None:
    report = evaluate_reader_sets([fronts.path], ["patterns", "lbnest"], processes=1)
    assert report.methods == ("patterns", "lbnest")
    assert [score.measures["link_recall"] for score in report.scores] == [1.0, 1.0]


def test_an_unknown_reader_is_named_before_any_page_is_read(fronts: Corpus) -> None:
    with pytest.raises(UnknownName, match="Did you mean patterns"):
        evaluate_reader_sets([fronts.path], ["pattern"], processes=1)
