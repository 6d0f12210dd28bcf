from __future__ import annotations

import json
import tarfile
from pathlib import Path

import pytest
from tests.learners.papers import paper
from tests.tars import add_file

from newsloom.errors import CorpusError, InputError, UnknownName
from newsloom.evaluation import evaluate_learner_sets, learner_cells, learner_json
from newsloom.evaluation.corpora import pages_by_template

PAPERS = {"daily": paper("Daily", 4), "evening": paper("Evening", 3)}


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """A set without a truth: one folder of pages for each template."""
    for name, pages in PAPERS.items():
        (tmp_path / "papers" / name).mkdir(parents=True)
        for number, page in enumerate(pages):
            (tmp_path / "papers" / name / f"{number}.html").write_text(page, encoding="utf-8")
    return tmp_path / "papers"


def packed(folder: Path) -> Path:
    archive = folder.with_suffix(".tar.xz")
    with tarfile.open(archive, "w:xz") as tar:
        tar.add(folder, arcname=".")
    return archive


def labelled(folder: Path) -> Path:
    """The same as a set with a truth, and a page whose template nobody knows."""
    archive = folder.parent / "labelled.tar.xz"
    lines = [{"id": "stranger"}]
    with tarfile.open(archive, "w:xz") as tar:
        add_file(tar, "./pages/stranger.html", b"<p>Nobody knows</p>")
        for name, pages in PAPERS.items():
            for number, page in enumerate(pages):
                lines.append({"id": f"{name}{number}", "template": name})
                add_file(tar, f"./pages/{name}{number}.html", page.encode())
        add_file(tar, "./truth.jsonl", "\n".join(map(json.dumps, lines)).encode())
    return archive


def test_folders_archives_and_truths_say_the_same(folders):
    wanted = [(name, page.encode()) for name, pages in PAPERS.items() for page in pages]
    assert (
        pages_by_template(folders)
        == pages_by_template(packed(folders))
        == pages_by_template(labelled(folders))
        == wanted
    )


def test_learners_are_scored_side_by_side(folders):
    scores = evaluate_learner_sets([folders], ["textmax", "segmenttable"])
    assert [(score.method, score.pages, score.scores.clusters) for score in scores] == [
        ("textmax", 7, 2),
        ("segmenttable", 7, 1),
    ]
    assert scores[0].scores.precision == scores[0].scores.recall == 1.0
    assert scores[1].scores.precision < 1.0
    assert scores[0].seconds > 0


def test_a_limit_spreads_over_the_templates(folders):
    (score,) = evaluate_learner_sets([folders], ["textmdl"], limit=4)
    assert (score.pages, score.scores.true_clusters) == (4, 2)


def test_cells_and_json_have_every_measure(folders):
    scores = evaluate_learner_sets([folders], ["textmax"])
    header, (row,) = learner_cells(scores)
    assert len(header) == len(row)
    assert dict(zip(header, row, strict=True))["found"] == "2"
    (values,) = json.loads(learner_json(scores))["rows"]
    assert values["adjusted_rand"] == 1.0
    assert values["set"] == "papers"


def test_a_set_without_templates_is_named(tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "one.html").write_text("<p>One</p>", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"truth\.jsonl"):
        evaluate_learner_sets([tmp_path], ["textmax"])
    (tmp_path / "truth.jsonl").write_text('{"id": "one"}', encoding="utf-8")
    with pytest.raises(CorpusError, match="template"):
        evaluate_learner_sets([tmp_path], ["textmax"])


def test_unknown_learners_and_no_learners_are_refused(folders):
    with pytest.raises(UnknownName, match="textmaxx"):
        evaluate_learner_sets([folders], ["textmaxx"])
    with pytest.raises(InputError):
        evaluate_learner_sets([folders], [])
