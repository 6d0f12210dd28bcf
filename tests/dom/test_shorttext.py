from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsloom.dom import parse
from newsloom.dom.shorttext import one_line, plain_text, short_text, short_text_at


def element_of(markup: str) -> etree._Element:
    return etree.fromstring(f"<h1>{markup}</h1>", etree.HTMLParser()).find("body/h1")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (" a \n\t b ", "a b"),
        ("so\xadft hy\u200bphen", "soft hyphen"),
        ("a\x01b\ufeff", "ab"),
        ("\xa0a\xa0b", "a b"),
        ("a\ud800b", "ab"),
    ],
)
def test_line_has_single_spaces_and_nothing_invisible(text: str, line: str) -> None:
    assert one_line(text) == line


@given(st.text(st.sampled_from(" a\n\xa0\xad\u3000\u200bé")))
def test_what_is_one_line_already_is_read_like_any_other(text: str) -> None:
    assert one_line(text) == one_line(f"\x01{text}")


@given(st.text())
def test_one_line_is_settled_at_once(text: str) -> None:
    assert one_line(one_line(text)) == one_line(text)


def test_escapes_and_inline_tags_are_read() -> None:
    assert plain_text("Tom &amp; <i>Jerry</i> &#8217; 1 < 2") == "Tom & Jerry ’ 1 < 2"


def test_character_reference_of_absurd_length_is_left_as_it_is() -> None:
    text = f"&#{'9' * 5_000}; rain"
    assert plain_text(text) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("Rain <em>ends</em> it", "Rain ends it"),
        ("Rain<br>ends", "Rain ends"),
        ("<div>Weather</div><div>Rain</div>", "Weather Rain"),
        ("a<b>b<i>c</i>d</b>e", "abcde"),
        ("Rain<script>x</script> ends<svg><title>icon</title></svg>", "Rain ends"),
        ("word " * 50, ""),
        ("<b>x</b>" * 100, ""),
    ],
)
def test_short_text_reads_in_order_what_can_be_seen(markup: str, text: str) -> None:
    assert short_text(element_of(markup), 100) == text


def test_text_behind_the_element_is_not_its_own() -> None:
    element = etree.fromstring("<p><b>in</b> out</p>")[0]
    assert short_text(element, 100) == "in"


def test_lines_that_a_reader_sees_apart_can_be_told_apart() -> None:
    element = element_of("<h4>Ann <b>Lee</b></h4><div>Winemaker</div>")
    assert short_text(element, 100) == "Ann Lee Winemaker"
    parts = short_text(element, 100, breaks="|").split("|")
    assert [part for part in parts if part] == ["Ann Lee", "Winemaker"]


@pytest.mark.parametrize("size", [5, 300])
def test_the_text_of_a_node_is_that_of_its_element(size: int) -> None:
    page = (
        "<h1>Rain <em>in <b>May</b></em> at\n last</h1><p>One<br>two<p> <a>x</a> <!-- no --> y<script>z()</script>"
        "<p>a<noscript>b</noscript>c<svg><text>d</text></svg><p></p><ul><li>one<li>two</ul><p>" + "<i>n</i>" * 30
    )
    tree = parse(page, keep_comments=True).tree
    assert tree is not None
    nodes = [node for node in range(len(tree)) if tree.tag(node)]
    assert [short_text_at(tree, node, size) for node in nodes] == [
        short_text(tree.element(node), size) for node in nodes
    ]
