from __future__ import annotations

import json

import newsloom
from benchmarks.pages import LONG_BYTES, long_page, small_page, small_truth


def test_the_long_page_has_the_size_it_was_asked_for():
    assert abs(len(long_page()) - LONG_BYTES) < 100


def test_the_long_page_is_as_hard_as_real_ones():
    page = long_page()
    assert page.count(b"<a ") >= 151
    assert page.count(b"<") - page.count(b"</") >= 1047


def test_the_same_page_is_made_every_time():
    assert long_page() == long_page()
    assert small_page(7) == small_page(7) != small_page(8)


def test_a_small_page_tells_its_truth():
    truth = json.loads(small_truth(3))
    article = newsloom.extract(small_page(3), extractor="next")
    assert article.title == truth["title"]
    assert truth["text"].split("\n\n")[0] in article.text
