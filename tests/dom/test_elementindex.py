"""The elements that several searches of a page begin at."""

from __future__ import annotations

from newsloom.dom import parse
from newsloom.dom.elementindex import ElementIndex, index_elements

PAGE = """<html><head><title>Rain</title><meta name="author" content="Ann Lee"><link rel="canonical" href="/rain">
<script type="application/ld+json">{}</script></head><body><h1>Daily Loom</h1>
<article><h1>Rain at last</h1><time datetime="2024-05-03">3 May</time><p>It rained.</p></article>
<article><time>Yesterday</time></article></body></html>"""


def test_landmarks_are_found_by_kind_in_the_order_of_the_page():
    found = index_elements(parse(PAGE).tree)
    assert [element.tag for element in found.declarations] == ["meta", "link", "script"]
    assert [element.text for element in found.headings] == ["Daily Loom", "Rain at last"]
    assert [element.text for element in found.times] == ["3 May", "Yesterday"]
    assert [len(element) for element in found.articles] == [3, 1]


def test_landmarks_are_all_that_a_search_for_their_tag_finds():
    document = parse(PAGE)
    assert document.root is not None
    for tag, found in (("h1", "headings"), ("time", "times"), ("article", "articles")):
        assert list(getattr(document.elements, found)) == list(document.root.iter(tag))


def test_an_empty_page_has_no_landmarks():
    assert parse("").elements == index_elements(None) == ElementIndex()
