"""Labelled pages as the training sees them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from newsloom.extractors.loom.features import NAMES
from training.labelled import folds_by_site, read_pages

HEADLINE = "Ferry to Lindvik sails again"
BODY = "The ferry between Lindvik and the islands sails again from Monday, said the harbour master on Sunday."
PAGE = f"<html><head><title>{HEADLINE}</title></head><body><h1>{HEADLINE}</h1><p>{BODY}</p><p>Share</p></body></html>"


@pytest.fixture
def pages(tmp_path):
    folder = tmp_path / "harbour"
    (folder / "pages").mkdir(parents=True)
    truths = []
    for number in range(12):
        (folder / "pages" / f"{number}.html").write_text(PAGE, encoding="utf-8")
        kind = "listing" if number == 0 else "article"
        truths.append({"id": str(number), "site": f"site-{number % 4}", "type": kind, "text": f"{HEADLINE}\n{BODY}"})
    (folder / "truth.jsonl").write_text("\n".join(json.dumps(truth) for truth in truths), encoding="utf-8")
    return list(read_pages([folder]))


def test_a_headline_is_no_part_of_the_story_even_where_the_truth_has_it(pages):
    page = pages[1]
    assert dict(zip(page.texts, page.labels.tolist(), strict=True)) == {HEADLINE: False, BODY: True, "Share": False}
    assert page.kept(np.ones(len(page.texts))) == [1, 2]


def test_a_page_that_is_no_article_has_no_truth(pages):
    assert pages[0].truth is None
    assert not pages[0].labels.any()


def test_rows_have_the_columns_that_are_named(pages):
    assert {page.rows.shape[1] for page in pages} == {len(NAMES)}


def test_all_pages_of_a_site_are_validated_in_one_fold(pages):
    folds = folds_by_site(pages)
    assert len({(page.site, fold) for page, fold in zip(pages, folds.tolist(), strict=True)}) == 4


def test_a_text_is_as_right_as_its_words_are(pages):
    page = pages[1]
    assert page.word_f1(np.array([0.0, 1.0, 0.0])) == pytest.approx(2 * 17 / (17 + 22))
    assert page.word_f1(np.zeros(3)) == 0.0


def test_a_story_that_stands_there_twice_is_labelled_once(tmp_path):
    lines = [
        "The council of the town met on Monday to talk about the old bridge over the river and who is to mend it.",
        "It will be closed for two years, and the ferry is to run every half hour from the first of May on.",
        "Shops on the far bank fear for their trade and ask the town to lower the rents until the work is done.",
        "The bridge was built in 1911 by the same engineer who drew the lighthouse at the mouth of the harbour.",
    ]
    body = "".join(f"<p>{line}</p>" for line in lines)
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "twice.html").write_text(f"<body><div>{body}</div><div>{body}</div></body>", encoding="utf-8")
    truth = {"id": "twice", "text": "\n".join(lines)}
    (tmp_path / "truth.jsonl").write_text(json.dumps(truth) + "\n", encoding="utf-8")
    (page,) = read_pages([tmp_path])
    assert page.labels.tolist() == [True] * 4 + [False] * 4


def test_pages_with_a_wrong_truth_are_not_learned_from(pages):
    page = pages[1]
    assert page.examples
    page.is_mislabelled = True
    assert page.examples == ()


@pytest.mark.parametrize(("kind", "teaches"), [("documentation", True), ("service", True), ("listing", False)])
def test_pages_that_read_like_stories_are_learned_from_though_they_are_none(tmp_path, kind, teaches):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "0.html").write_text(PAGE, encoding="utf-8")
    truth = {"id": "0", "type": kind, "text": BODY}
    (tmp_path / "truth.jsonl").write_text(json.dumps(truth) + "\n", encoding="utf-8")
    (page,) = read_pages([tmp_path])
    assert page.truth is None
    assert [examples.labels.tolist() for examples in page.examples] == [[False, True, False]] * teaches
