from __future__ import annotations

import pytest

from newsloom.evaluation.measures import is_right_page, page_shares, pooled


@pytest.mark.parametrize(
    ("f1", "title", "right"),
    [(1.0, 1.0, True), (0.95, None, True), (0.949, 1.0, False), (1.0, 0.0, False), (None, None, False)],
)
def test_a_page_is_right_when_title_and_nearly_all_words_are(f1, title, right):
    assert is_right_page(f1, title) is right


def test_precision_counts_what_was_extracted_and_recall_what_has_news():
    pages = [
        page_shares(is_right=True, is_extracted=True, has_news=True),
        page_shares(is_right=False, is_extracted=True, has_news=True),
        page_shares(is_right=True, is_extracted=False, has_news=True),
        page_shares(is_right=False, is_extracted=True, has_news=False),
        page_shares(is_right=False, is_extracted=False, has_news=False),
    ]
    whole = {name: pooled(page[name] for page in pages) for name in pages[0]}
    assert (whole["page_precision"].hits, whole["page_precision"].total) == (1, 3)
    assert (whole["page_recall"].hits, whole["page_recall"].total) == (1, 3)
    precision, recall = whole["page_precision"].rate, whole["page_recall"].rate
    assert whole["page_f1"].rate == pytest.approx(2 * precision * recall / (precision + recall))
