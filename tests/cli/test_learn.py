from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.learners.papers import paper


@pytest.fixture
def papers(tmp_path: Path) -> list[str]:
    names = []
    for name in ("Daily", "Evening"):
        for number, page in enumerate(paper(name, 3)):
            (tmp_path / f"{name}{number}.html").write_text(page, encoding="utf-8")
            names.append(f"{name}{number}.html")
    return names


def test_templates_are_listed_with_their_files(run, papers):
    outcome = run("learn", *papers)
    assert outcome.code == 0
    assert "template 1: 3 pages" in outcome.stdout
    assert "bits" in outcome.stdout
    assert outcome.stdout.index("Daily2.html") < outcome.stdout.index("template 2") < outcome.stdout.index("Evening0")


def test_common_paths_are_shown_with_their_support(run, papers):
    outcome = run("learn", *papers, "--paths", "2")
    assert "     3  html\n" in outcome.stdout


def test_json_has_a_line_for_each_template(run, papers):
    outcome = run("learn", *papers, "--format", "json", "--learner", "texthash")
    found = [json.loads(line) for line in outcome.stdout.splitlines()]
    assert [template["members"] for template in found] == [[0, 1, 2], [3, 4, 5]]
    assert found[1]["files"] == papers[3:]
    assert found[0]["method"] == "texthash"


def test_pages_that_are_all_alone_are_nothing_found(run, papers):
    outcome = run("learn", papers[0], papers[3])
    assert outcome.code == 1
    assert "no two pages" in outcome.stderr


def test_a_file_that_is_not_there_is_named_and_left_out(run, papers):
    outcome = run("learn", *papers[:3], "missing.html")
    assert outcome.code == 0
    assert "missing.html" in outcome.stderr
    assert run("learn", "missing.html").code == 3


def test_learners_are_evaluated_on_folders(run, papers, tmp_path):
    for name in papers:
        folder = tmp_path / "set" / name[:5]
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).rename(folder / name)
    outcome = run("evaluate", "set", "--learner", "textmax", "--learner", "rtdm")
    assert outcome.code == 0
    assert "textmax on set" in outcome.stdout
    assert "adjusted Rand" in outcome.stdout
    rows = json.loads(run("evaluate", "set", "--learner", "textmax", "--format", "json").stdout)["rows"]
    assert rows[0]["recall"] == 1.0
    assert run("evaluate", "set", "--learner", "textmax", "--reader", "loom").code == 2
