"""Where links stand in lines, as the compiled pass finds them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsloom.dom import parse
from newsloom.dom.outline import Outline
from newsloom.dom.outlinewalk import outline_of
from newsloom.dom.tree import Tree
from newsloom.extractors.loom.linkspans import lines_with_links, linked_lines
from newsloom.testing import HOSTILE_PAGES


def spans_of(outline: Outline, box: int) -> list[tuple[str, list[str]]]:
    (lines,) = linked_lines(outline, [box])
    return [(text, [text[start:end] for start, end in spans.values()]) for text, spans in lines]


def test_a_link_around_another_goes_on_behind_it() -> None:
    # As no parser of HTML makes them, and a tree may have them all the same.
    root = etree.fromstring(
        "<p>See <a href='/a'>one <i><a href='/b'>two</a></i> three</a> and <a href='/c'>four</a></p>"
    )
    assert spans_of(outline_of(Tree(root)), 0) == [("See one two three and four", ["one two three", "two", "four"])]


def test_a_link_without_an_address_is_text() -> None:
    outline = parse("<p>The <a>old</a> <a href='/mill'>mill</a>").outline
    (box,) = {segment.box for segment in outline.segments}
    assert spans_of(outline, box) == [("The old mill", ["mill"])]


@given(st.lists(st.sampled_from(["<p>", "</p>", "<a href=/x>", "</a>", "<br>", "<i>", "</i>", "<svg>", "a", " b "])))
def test_lines_are_those_of_the_outline(pieces: list[str]) -> None:
    outline = parse("<body><div>" + "".join(pieces)).outline
    of_box = outline.lines_in({segment.box for segment in outline.segments})
    found = linked_lines(outline, of_box)
    assert [[text for text, _ in lines] for lines in found] == [
        [outline.texts[line] for line in lines] for lines in of_box.values()
    ]


def test_hostile_pages_have_lines() -> None:
    for made in HOSTILE_PAGES.values():
        outline = parse(made()).outline
        for lines in linked_lines(outline, range(len(outline.nodes))):
            assert all(0 <= start < end <= len(text) for text, spans in lines for start, end in spans.values())


def test_a_page_without_a_root_has_no_lines() -> None:
    assert linked_lines(Outline(), [0]) == [[]]


def test_lines_with_links_are_linked_in_all_or_in_part() -> None:
    outline = parse("<p>The mill</p><p>The <a href='/old'>old</a> mill</p><p><a href='/mill'>The mill</a></p>").outline
    assert lines_with_links(outline, range(3)) == [1, 2]
    assert lines_with_links(outline, [0]) == []
    with pytest.raises(IndexError):
        lines_with_links(outline, [3])
