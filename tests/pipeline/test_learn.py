from __future__ import annotations

import pytest
from tests.learners.papers import paper

import newsloom
from newsloom.errors import UnknownName

PAGES = [*paper("Daily", 5), *paper("Evening", 5)]


def test_pages_of_many_sites_become_templates():
    found = newsloom.learn([(None, page) for page in PAGES])
    assert [template.members for template in found] == [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)]
    assert {template.method for template in found} == {"textmax"}


def test_bytes_text_and_any_address_are_alike():
    plain = newsloom.learn([("", page) for page in PAGES])
    told = newsloom.learn((f"https://site{number}.example/", page.encode()) for number, page in enumerate(PAGES))
    assert told == plain


def test_a_learner_that_reads_comments_gets_them():
    pages = [("", f"<div>Daily<!-- x -->News</div><p>{number}</p>") for number in range(5)]
    (template,) = newsloom.learn(pages, learner="segmenttable")
    assert set(template.segments) == {"html/body/div/#Daily", "html/body/div/#News"}


def test_no_pages_are_no_templates():
    assert newsloom.learn([]) == ()


def test_an_unknown_learner_is_named_with_the_nearest():
    with pytest.raises(UnknownName, match="textmax"):
        newsloom.learn([], learner="textmaks")
