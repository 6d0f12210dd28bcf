"""What is lost on a page, told by what is wrong."""

from __future__ import annotations

import json

import numpy as np
import pytest

from training.labelled import read_pages
from training.losses import losses_of, report_losses

LINES = [
    "The council of the town met on Monday to talk about the old bridge over the river and who is to mend it.",
    "It will be closed for two years, and the ferry is to run every half hour from the first of May on.",
    "By using this site you agree to our terms of use, which may change at any time without further notice.",
]


@pytest.fixture
def page(tmp_path):
    (tmp_path / "pages").mkdir()
    body = "".join(f"<p>{line}</p>" for line in LINES)
    (tmp_path / "pages" / "0.html").write_text(f"<body><div>{body}</div></body>", encoding="utf-8")
    truth = {"id": "0", "text": "\n".join(LINES[:2])}
    (tmp_path / "truth.jsonl").write_text(json.dumps(truth) + "\n", encoding="utf-8")
    (page,) = read_pages([tmp_path])
    return page


@pytest.mark.parametrize(
    ("chances", "kind"), [((0.9, 0.9, 0.9), "kept behind long"), ((0.9, 0.0, 0.0), "missing long")]
)
def test_what_is_lost_is_lost_by_the_wrong_lines(page, chances, kind):
    found = losses_of(page, np.array(chances))
    assert found[kind] == pytest.approx(1 - page.word_f1(np.array(chances)))
    assert found["cut"] == 0


def test_a_wrong_truth_is_told_apart(page):
    page.is_mislabelled = True
    assert list(losses_of(page, np.array([0.9, 0.9, 0.9]))) == ["wrong truth"]


def test_sets_are_told_one_by_one(page, capsys):
    report_losses([page], [np.array([0.9, 0.9, 0.0])])
    assert capsys.readouterr().out.startswith(f"lost on {page.corpus}: cut 0.0000")
