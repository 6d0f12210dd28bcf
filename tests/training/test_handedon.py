"""The texts of labelled pages as users get them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from training.handedon import report_texts, texts_handed_on, write_predictions
from training.labelled import read_pages

HEADLINE = "Ferry to Lindvik sails again"
BODY = [
    "The ferry between Lindvik and the islands sails again from Monday, said the harbour master on Sunday evening.",
    "It had been in the yard for nine weeks, where the hull was painted and a new engine was built into the ship.",
]
TAGS = "Tags: ferry, Lindvik"
PAGE = f"<title>{HEADLINE}</title><h1>{HEADLINE}</h1><p>{BODY[0]}</p><p>{BODY[1]}</p><p>{TAGS}</p><p>Imprint</p>"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "harbour"
    (folder / "pages").mkdir(parents=True)
    truths = [
        {"id": "story", "site": "a", "type": "article", "text": "\n".join(BODY)},
        {"id": "list", "site": "b", "type": "listing", "text": ""},
    ]
    for truth in truths:
        (folder / "pages" / f"{truth['id']}.html").write_text(PAGE, encoding="utf-8")
    (folder / "truth.jsonl").write_text("\n".join(json.dumps(truth) for truth in truths), encoding="utf-8")
    return folder


@pytest.fixture
def pages(folder):
    return list(read_pages([folder]))


def test_what_the_rules_behind_the_forests_leave_out_is_not_in_the_text(folder, pages):
    chances = [np.array([0.9, 0.9, 0.9, 0.9, 0.01]) for _ in pages]
    assert texts_handed_on(pages, [folder], chances) == {("harbour", "story"): "\n\n".join(BODY)}


def test_the_chances_and_no_shipped_forest_say_what_is_kept(folder, pages):
    chances = [np.array([0.01, 0.99, 0.01, 0.01, 0.01]) for _ in pages]
    assert texts_handed_on(pages, [folder], chances) == {("harbour", "story"): BODY[0]}


def test_texts_are_scored_by_set_and_kept_as_json_lines(folder, pages, tmp_path, capsys):
    texts = texts_handed_on(pages, [folder], [np.array([0.9, 0.9, 0.9, 0.9, 0.01]) for _ in pages])
    report_texts(pages, texts)
    assert "harbour: 1 pages, word F1 1.0000, below 0.5: 0;" in capsys.readouterr().out
    write_predictions(texts, tmp_path / "texts.jsonl")
    (row,) = (tmp_path / "texts.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(row) == {"set": "harbour", "id": "story", "text": "\n\n".join(BODY)}
